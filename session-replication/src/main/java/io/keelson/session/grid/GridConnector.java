package io.keelson.session.grid;

import io.keelson.session.store.SessionVault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connects to a grid, as the part {@code hotrod} does. A service of that part; thread-safe. */
public interface GridConnector {
    /** A grid; nothing is connected before its first use. Whoever gets it closes it. */
    Grid grid(Access access);

    /** A grid. Thread-safe. */
    interface Grid extends AutoCloseable {
        /**
         * The sessions of an application on it.
         *
         * @param shared whether other servers may have the application
         * @param torn is told of records that are not whole
         */
        SessionVault vault(String application, boolean shared, Consumer<String> torn);

        /** Closes all connections. */
        @Override
        void close();
    }

    /** A server of a grid. */
    record Address(String host, int port) {}

    /** Identity of a server for a grid; the password is in no text that this makes. */
    record Login(String user, String password, String mechanism) {
        @Override
        public String toString() {
            return user + " by " + mechanism;
        }
    }

    /**
     * Access to a grid.
     *
     * @param name of the grid, for messages
     * @param login null: nobody
     * @param trust certificates in PEM; null: those that Java trusts
     */
    record Access(
            String name,
            List<Address> addresses,
            String cache,
            @Nullable Login login,
            boolean tls,
            @Nullable Path trust,
            Duration connectTimeout,
            Duration requestTimeout) {}
}
