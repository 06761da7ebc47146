package io.keelson.deploy.spi;

import java.util.Set;

/** The server's names, to say of an application that does not run which of those that it looks up are there. Thread-safe. */
public interface BoundNames {
    /**
     * Returns the last parts of the names that are bound in the same context as a name; none where that context is not there.
     *
     * @param name as an application looks it up: {@code jdbc/orders}, {@code java:global/shop/Orders}
     */
    Set<String> beside(String name);

    /** Returns true if names of other servers lead to what this server has in their place. */
    boolean translates();
}
