package io.keelson.ejb.container;

import java.security.Principal;

/** A principal that the container names itself: nobody, or the user as whom a bean runs. */
record NamedPrincipal(String name) implements Principal {
    @Override
    public String getName() {
        return name;
    }
}
