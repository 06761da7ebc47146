package io.keelson.kernel.spi.resource;

import io.keelson.base.config.Configuration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finds out whether a data source can reach its database, for management. A test makes a connection of its own and leaves the pool alone.
 * It takes ten seconds at most. Thread-safe.
 */
public interface DataSourceTests {
    /**
     * Tests a data source of this server.
     *
     * @throws IllegalArgumentException when there is none of that name; the message says which there are
     * @throws IllegalStateException when as many tests are under way as may be
     */
    Outcome test(String name) throws InterruptedException;

    /**
     * Tests a data source of the domain as another configuration describes it.
     *
     * @throws IllegalArgumentException when it describes none of that name
     * @throws IllegalStateException when as many tests are under way as may be
     */
    Outcome test(String name, Configuration configuration) throws InterruptedException;

    /**
     * Result of a test.
     *
     * @param name the data source
     * @param reached whether a connection was made and is usable
     * @param took how long it took
     * @param url what it connects to, without what may be secret
     * @param product name and version of the database; empty where it was not reached
     * @param driver name and version of the driver; empty where it was not reached
     * @param causes why it was not reached, the outermost first, without secrets
     */
    record Outcome(
            String name,
            boolean reached,
            Duration took,
            String url,
            Optional<String> product,
            Optional<String> driver,
            List<String> causes) {
        public Outcome {
            causes = List.copyOf(causes);
        }
    }
}
