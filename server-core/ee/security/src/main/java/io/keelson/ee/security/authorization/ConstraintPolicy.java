package io.keelson.ee.security.authorization;

import io.keelson.kernel.context.Caller;
import jakarta.security.jacc.Policy;
import jakarta.security.jacc.PolicyConfiguration;
import jakarta.security.jacc.PolicyContextException;
import java.security.Permission;
import java.security.PermissionCollection;
import java.security.Permissions;
import java.util.Map;
import java.util.function.Predicate;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a module that has none of its own: its constraints. Policies of applications wrap it. Thread-safe. A context that is
 * not in service permits nothing.
 *
 * <p>Specification: Authorization 3.0, 4.2 Provider Support for Servlet Policy Enforcement.
 */
final class ConstraintPolicy implements Policy {
    private final ModulePolicies module;

    ConstraintPolicy(ModulePolicies module) {
        this.module = module;
    }

    private @Nullable PolicyConfiguration inService() {
        PolicyConfiguration configuration = module.configuration();
        try {
            return configuration != null && configuration.inService() ? configuration : null;
        } catch (PolicyContextException e) {
            throw new IllegalStateException("the policy configuration of " + module.context() + " failed: " + e, e);
        }
    }

    @Override
    public boolean implies(Permission asked, @Nullable Subject subject) {
        return !isExcluded(asked) && (isUnchecked(asked) || impliesByRole(asked, subject));
    }

    @Override
    public boolean isExcluded(Permission asked) {
        PolicyConfiguration configuration = inService();
        return configuration == null || configuration.getExcludedPermissions().implies(asked);
    }

    @Override
    public boolean isUnchecked(Permission asked) {
        PolicyConfiguration configuration = inService();
        return configuration != null && configuration.getUncheckedPermissions().implies(asked);
    }

    @Override
    public boolean impliesByRole(Permission asked, @Nullable Subject subject) {
        Caller caller = Subjects.caller(subject);
        PolicyConfiguration configuration = inService();
        if (caller == null || configuration == null) {
            return false;
        }
        for (Map.Entry<String, PermissionCollection> role :
                configuration.getPerRolePermissions().entrySet()) {
            if (role.getValue().implies(asked) && module.rolesFor(asked).holds(caller, role.getKey())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public PermissionCollection getPermissionCollection(@Nullable Subject subject) {
        Permissions found = new Permissions();
        PolicyConfiguration configuration = inService();
        if (configuration == null) {
            return found;
        }
        add(configuration, configuration.getUncheckedPermissions(), found, each -> true);
        Caller caller = Subjects.caller(subject);
        if (caller != null) {
            configuration
                    .getPerRolePermissions()
                    .forEach((role, permissions) -> add(
                            configuration,
                            permissions,
                            found,
                            each -> module.rolesFor(each).holds(caller, role)));
        }
        return found;
    }

    private static void add(
            PolicyConfiguration from, PermissionCollection permissions, Permissions to, Predicate<Permission> held) {
        permissions
                .elementsAsStream()
                .filter(held)
                .filter(each -> !from.getExcludedPermissions().implies(each))
                .forEach(to::add);
    }
}
