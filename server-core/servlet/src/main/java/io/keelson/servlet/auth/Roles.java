package io.keelson.servlet.auth;

import io.keelson.component.role.RoleMapping;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.auth.SecurityModel.ServletRoles;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Roles of callers, as the code and the constraints of a web application name them. Immutable.
 *
 * <p>Specification: Servlet 6.1, 13.5 Roles; weblogic.xml, security-role-assignment.
 */
final class Roles {
    private final SecurityModel model;
    private final RoleMapping mapping;

    Roles(SecurityModel model) {
        this.model = model;
        this.mapping = new RoleMapping(model.roles(), model.assignments(), model.allowAllRoles());
    }

    /** {@code isUserInRole}: the name is first looked up in the servlet's role references. */
    boolean isUserInRole(@Nullable Caller caller, String role, @Nullable String servlet) {
        if (caller == null || role.equals(RoleMapping.ALL)) {
            return false; // 13.3: "*" is never a role that somebody is in
        }
        ServletRoles roles = servlet == null ? null : model.servlets().get(servlet);
        String link = roles == null ? null : roles.references().get(role);
        return mapping.holds(caller, link == null ? role : link);
    }

    /** Returns true if the caller holds one of an {@code auth-constraint}'s roles. */
    boolean holdsAny(Caller caller, Set<String> roles) {
        return mapping.holdsAny(caller, roles);
    }
}
