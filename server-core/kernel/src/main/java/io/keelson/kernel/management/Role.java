package io.keelson.kernel.management;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** A role of the management interface, by the names that WebLogic has. Operators and deployers may not do each other's work. */
public enum Role {
    /** Looks at everything but secrets. */
    MONITOR,
    /** Starts, stops and moves what runs; also looks. */
    OPERATOR,
    /** Deploys and removes applications; also looks. */
    DEPLOYER,
    /** Everything, users and configuration too. */
    ADMIN;

    /** Returns whether who has this role may do what needs the other. */
    public boolean includes(Role least) {
        return this == least || this == ADMIN || least == MONITOR;
    }

    /** Returns whether one of the roles is enough. */
    public static boolean enough(Collection<Role> roles, Role least) {
        return roles.stream().anyMatch(role -> role.includes(least));
    }

    /** The role of that name in lower case; empty where there is none. */
    public static Optional<Role> named(String name) {
        for (Role role : values()) {
            if (role.text().equals(name)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }

    /** The name in lower case, as the interface writes it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
