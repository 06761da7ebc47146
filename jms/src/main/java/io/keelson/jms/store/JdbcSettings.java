package io.keelson.jms.store;

import java.time.Duration;

/**
 * Settings of message stores in a database.
 *
 * @param source the name of the data source, for messages
 * @param prefix with which the names of the tables begin; matches {@link #PREFIX}
 * @param timeout for how long a write waits for the database, at least a second
 */
public record JdbcSettings(String source, String prefix, Duration timeout) {
    /** Pattern of a prefix, which gets into statements as it is. It may begin with a schema. */
    public static final String PREFIX = "([A-Za-z_][A-Za-z0-9_]{0,50}\\.){0,2}[A-Za-z_][A-Za-z0-9_]{0,40}";

    public JdbcSettings {
        if (!prefix.matches(PREFIX)) {
            throw new IllegalArgumentException("no beginning of a table's name: " + prefix);
        }
        if (timeout.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("writes wait for a second at least, not " + timeout);
        }
    }

    int timeoutSeconds() {
        return (int) timeout.plusMillis(999).toSeconds();
    }
}
