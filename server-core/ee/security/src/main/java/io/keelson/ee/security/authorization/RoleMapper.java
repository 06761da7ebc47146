package io.keelson.ee.security.authorization;

import io.keelson.component.role.RoleMapping;
import io.keelson.kernel.context.Caller;
import jakarta.security.jacc.PrincipalMapper;
import java.security.Principal;
import java.util.Set;
import java.util.stream.Collectors;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * The roles of a module as policies see them. Immutable.
 *
 * <p>Specification: Authorization 3.0, 2.5 PrincipalMapper Interface.
 */
record RoleMapper(RoleMapping roles) implements PrincipalMapper {
    @Override
    public @Nullable Principal getCallerPrincipal(Subject subject) {
        Caller caller = Subjects.caller(subject);
        return caller == null ? null : caller.principal();
    }

    @Override
    public Set<String> getMappedRoles(Subject subject) {
        Caller caller = Subjects.caller(subject);
        return caller == null
                ? Set.of()
                : roles.declared().stream()
                        .filter(role -> roles.holds(caller, role))
                        .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean isAnyAuthenticatedUserRoleMapped() {
        return roles.declared().contains(RoleMapping.AUTHENTICATED);
    }
}
