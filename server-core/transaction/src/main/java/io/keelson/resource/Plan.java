package io.keelson.resource;

import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.resource.internal.PoolSettings;
import java.time.Duration;

/**
 * Settings by which a data source behaves. Immutable.
 *
 * @param pool sizes and times of its pool
 * @param initial connections that are made when it is opened
 * @param statementTimeout how long a statement runs at most; zero: as long as it takes
 * @param leakReportAfter after how long in use a connection is reported; zero: never
 * @param protocol how connections take part in transactions
 */
record Plan(PoolSettings pool, int initial, Duration statementTimeout, Duration leakReportAfter, Protocol protocol) {
    /** Of the embedded database: what lies in the same process is neither far nor old. */
    static final Plan EMBEDDED = new Plan(
            new PoolSettings(
                    0,
                    15,
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(1),
                    Duration.ZERO,
                    Duration.ZERO,
                    null,
                    null,
                    null),
            0,
            Duration.ZERO,
            Duration.ZERO,
            Protocol.LOGGING_LAST_RESOURCE);

    static Plan of(DataSourceSettings settings) {
        DataSourceSettings.Isolation isolation = settings.transactionIsolation();
        return new Plan(
                new PoolSettings(
                        settings.minCapacity(),
                        settings.maxCapacity(),
                        settings.connectionReserveTimeout(),
                        settings.idleTimeout(),
                        settings.maxLifetime(),
                        settings.testFrequency(),
                        settings.testQuery(),
                        settings.initSql(),
                        isolation == null ? null : "TRANSACTION_" + isolation.name()),
                settings.initialCapacity(),
                settings.statementTimeout(),
                settings.leakReportAfter(),
                settings.protocol());
    }

    /** Returns how long a statement runs at most, in seconds; 0: as long as it takes. */
    int statementSeconds() {
        return (int) Math.min(Integer.MAX_VALUE, (statementTimeout.toMillis() + 999) / 1000);
    }

    /** Returns the role of a connection that is none of XA. */
    LocalResource.Role role() {
        return switch (protocol) {
            case LOGGING_LAST_RESOURCE -> LocalResource.Role.LAST;
            case EMULATE_TWO_PHASE_COMMIT -> LocalResource.Role.EMULATED;
            case TWO_PHASE_COMMIT, ONE_PHASE_COMMIT, NONE -> LocalResource.Role.ALONE;
        };
    }
}
