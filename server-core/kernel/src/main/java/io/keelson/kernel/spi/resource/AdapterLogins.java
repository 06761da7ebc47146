package io.keelson.kernel.spi.resource;

import io.keelson.kernel.context.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Users by whose names the server signs on to the systems behind resource adapters, as the domain's configuration maps them. Thread-safe.
 *
 * <p>Specification: Connectors 2.1, 9.1.1 Container-Managed Sign-on.
 */
public interface AdapterLogins {
    /**
     * A user of the system behind an adapter.
     *
     * @param user name there
     * @param password of that user; never logged
     */
    record Login(String user, String password) {
        @Override
        public String toString() {
            return "login " + user;
        }
    }

    /**
     * Returns the user to sign on as; null where the configuration has none, so that the adapter or the application says who.
     *
     * @param factory name of the connection factory, as applications look it up
     * @param caller on whose behalf a connection is wanted; null: nobody's
     * @throws IllegalStateException when the file with the password cannot be read; the message names it
     */
    @Nullable
    Login of(String factory, @Nullable Caller caller);
}
