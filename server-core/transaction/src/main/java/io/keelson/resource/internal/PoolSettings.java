package io.keelson.resource.internal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings by which a pool behaves. Immutable.
 *
 * @param minimum connections that are kept open
 * @param maximum connections at most
 * @param reserveTimeout how long somebody waits for a connection at most
 * @param idleTimeout after how long without use a connection beyond the minimum is closed; zero: never
 * @param maximumLifetime how old a connection gets; zero: any age
 * @param testFrequency how often an idle connection is tested; zero: never
 * @param testQuery SQL that tests a connection; null: the driver's own test
 * @param initSql SQL that each new connection runs; null: none
 * @param isolation as {@link java.sql.Connection} numbers them; null: the driver's
 */
public record PoolSettings(
        int minimum,
        int maximum,
        Duration reserveTimeout,
        Duration idleTimeout,
        Duration maximumLifetime,
        Duration testFrequency,
        @Nullable String testQuery,
        @Nullable String initSql,
        @Nullable String isolation) {}
