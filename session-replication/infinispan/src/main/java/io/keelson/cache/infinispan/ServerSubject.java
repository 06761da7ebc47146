package io.keelson.cache.infinispan;

import java.security.Principal;
import java.util.Set;
import javax.security.auth.Subject;

/**
 * The server itself, which may do everything with its caches; applications and the fronts of memcached's protocol and REST use them by it.
 */
final class ServerSubject {
    /** The name of its only principal, and of the role of that; no user of a realm can have it, as it has a line break. */
    static final String NAME = "keelson\nserver";

    static final Subject INSTANCE = new Subject(true, Set.of(new Named(NAME)), Set.of(), Set.of());

    private ServerSubject() {}

    /** A principal by its name. */
    record Named(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }
}
