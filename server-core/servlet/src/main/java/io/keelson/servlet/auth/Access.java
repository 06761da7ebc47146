package io.keelson.servlet.auth;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Requirements for a request: the constraints that apply to its path and method, combined.
 *
 * <p>Specification: Servlet 6.1, 13.8.1 Combining Constraints.
 *
 * @param confidential whether TLS is needed
 * @param rule who is let in
 * @param roles the roles of which one is enough; counts with {@link Rule#ROLES}
 */
record Access(boolean confidential, Rule rule, Set<String> roles) {
    /** Callers that are let in. */
    enum Rule {
        EVERYBODY,
        ROLES,
        NOBODY
    }

    static final Access OPEN = new Access(false, Rule.EVERYBODY, Set.of());
    static final Access DENIED = new Access(false, Rule.NOBODY, Set.of());

    /**
     * Combines constraints: an empty {@code auth-constraint} excludes all and wins, then one without
     * {@code auth-constraint} lets everybody in, else the roles of all count. TLS is needed unless one of them accepts
     * anything.
     */
    static final class Combination {
        private final Set<String> roles = new LinkedHashSet<>();
        private boolean nobody;
        private boolean everybody;
        private boolean anyTransport;

        void add(CompiledConstraints.Rule rule) {
            anyTransport |= !rule.confidential();
            if (rule.roles() == null) {
                everybody = true;
            } else if (rule.roles().isEmpty()) {
                nobody = true;
            } else {
                roles.addAll(rule.roles());
            }
        }

        Access access() {
            Rule rule = nobody ? Rule.NOBODY : everybody ? Rule.EVERYBODY : Rule.ROLES;
            return new Access(!anyTransport, rule, rule == Rule.ROLES ? Set.copyOf(roles) : Set.of());
        }
    }
}
