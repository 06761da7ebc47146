package io.keelson.tx;

import java.time.Duration;

/**
 * Settings of transaction logs in a database.
 *
 * @param source name of the data source, under which it is bound
 * @param prefix beginning of the names of the tables; matches {@link #PREFIX}
 * @param timeout time for which a statement waits for the database, at least a second
 */
record JdbcLogSettings(String source, String prefix, Duration timeout) {
    /** Pattern of a prefix, which gets into statements as it is. It may begin with a schema. */
    static final String PREFIX = "([A-Za-z_][A-Za-z0-9_]{0,50}\\.){0,2}[A-Za-z_][A-Za-z0-9_]{0,40}";

    JdbcLogSettings {
        if (!prefix.matches(PREFIX)) {
            throw new IllegalArgumentException("no beginning of a table's name: " + prefix);
        }
        if (timeout.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("statements wait for a second at least, not " + timeout);
        }
    }

    int timeoutSeconds() {
        return (int) timeout.plusMillis(999).toSeconds();
    }

    String logs() {
        return prefix + "_logs";
    }

    String records() {
        return prefix + "_log_records";
    }
}
