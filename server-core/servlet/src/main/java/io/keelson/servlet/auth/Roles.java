package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import io.keelson.servlet.auth.SecurityModel.ServletRoles;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who holds which role. A role that {@code weblogic.xml} assigns is held by the users and groups that it names; any other by
 * the group or user of the same name. Immutable.
 *
 * <p>Specification: Servlet 6.1, 13.5 Roles; weblogic.xml, security-role-assignment.
 */
final class Roles {
    /** Everybody who is authenticated (13.3), unless the application has a role of that name. */
    private static final String AUTHENTICATED = "**";

    private static final String ALL = "*";

    private final SecurityModel model;

    Roles(SecurityModel model) {
        this.model = model;
    }

    /** {@code isUserInRole}: the name is first looked up in the servlet's role references. */
    boolean isUserInRole(@Nullable Caller caller, String role, @Nullable String servlet) {
        if (caller == null || role.equals(ALL)) {
            return false; // 13.3: "*" is never a role that somebody is in
        }
        ServletRoles roles = servlet == null ? null : model.servlets().get(servlet);
        String link = roles == null ? null : roles.references().get(role);
        return holds(caller, link == null ? role : link);
    }

    /** Whether the caller holds one of an {@code auth-constraint}'s roles. */
    boolean holdsAny(Caller caller, Set<String> roles) {
        for (String role : roles) {
            if (role.equals(ALL) ? holdsOne(caller) : holds(caller, role)) {
                return true;
            }
        }
        return false;
    }

    /** The role {@code *} in a constraint: any of the declared ones (13.8.1), in {@code weblogic.xml} perhaps everybody. */
    private boolean holdsOne(Caller caller) {
        return model.allowAllRoles() || model.roles().stream().anyMatch(declared -> holds(caller, declared));
    }

    private boolean holds(Caller caller, String role) {
        if (role.equals(AUTHENTICATED) && !model.roles().contains(AUTHENTICATED)) {
            return true;
        }
        String user = caller.principal().getName();
        Set<String> assigned = model.assignments().get(role);
        if (assigned == null || assigned.isEmpty()) {
            return caller.groups().contains(role) || user.equals(role);
        }
        return assigned.contains(user) || caller.groups().stream().anyMatch(assigned::contains);
    }
}
