package io.keelson.ejb.model;

import java.util.Set;

/** The callers that may call a method. */
public sealed interface AccessRule {
    /** Everybody, also callers that nobody has authenticated. */
    record PermitAll() implements AccessRule {}

    /** Nobody. */
    record DenyAll() implements AccessRule {}

    /**
     * Callers in one of these roles of the application.
     *
     * @param roles at least one
     */
    record RolesAllowed(Set<String> roles) implements AccessRule {
        public RolesAllowed {
            roles = Set.copyOf(roles);
        }
    }

    /** The rule of methods of which nothing says who may call them. */
    AccessRule OPEN = new PermitAll();
}
