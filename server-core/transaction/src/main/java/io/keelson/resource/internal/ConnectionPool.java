package io.keelson.resource.internal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections. It begins without one, so that it can be made while its database is away; connections are made on its
 * own threads. Thread-safe.
 */
public final class ConnectionPool implements AutoCloseable {
    /** HikariCP takes no shorter one. */
    private static final Duration LEAST_TIMEOUT = Duration.ofMillis(250);

    /** Each pool says there when it starts and ends, which our own messages do; held, as the JVM forgets levels of others. */
    private static final Logger LIBRARY = Logger.getLogger("com.zaxxer.hikari");

    private static final Duration LEAST_LIFETIME = Duration.ofSeconds(30);
    private static final Duration LEAST_IDLE = Duration.ofSeconds(10);

    private final HikariDataSource hikari;
    private final LongAdder timeouts = new LongAdder();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();

    /**
     * A pool.
     *
     * @param name as it stands in what HikariCP logs
     * @param source makes the connections
     * @param threads makes its threads
     */
    public ConnectionPool(String name, DataSource source, PoolSettings settings, ThreadFactory threads) {
        if (LIBRARY.getLevel() == null) {
            LIBRARY.setLevel(Level.WARNING);
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(source);
        config.setThreadFactory(threads);
        config.setInitializationFailTimeout(-1);
        config.setMinimumIdle(Math.min(settings.minimum(), settings.maximum()));
        config.setMaximumPoolSize(settings.maximum());
        config.setConnectionTimeout(millis(settings.reserveTimeout(), LEAST_TIMEOUT));
        config.setValidationTimeout(Math.min(5_000, config.getConnectionTimeout()));
        config.setIdleTimeout(millisOrNever(settings.idleTimeout(), LEAST_IDLE));
        config.setMaxLifetime(millisOrNever(settings.maximumLifetime(), LEAST_LIFETIME));
        config.setKeepaliveTime(millisOrNever(settings.testFrequency(), LEAST_LIFETIME));
        config.setConnectionTestQuery(settings.testQuery());
        config.setConnectionInitSql(settings.initSql());
        config.setTransactionIsolation(settings.isolation());
        config.setExceptionOverride(new DeadConnections());
        config.setMetricsTrackerFactory((poolName, stats) -> new Tracker());
        hikari = new HikariDataSource(config);
    }

    private static long millis(Duration duration, Duration least) {
        return Math.max(duration.toMillis(), least.toMillis());
    }

    private static long millisOrNever(Duration duration, Duration least) {
        return duration.isZero() ? 0 : millis(duration, least);
    }

    /**
     * Recognises dead connections by the class of the driver's exception (JDBC 4), as H2 reports them, and not by a state that HikariCP
     * knows. Such a connection would otherwise be given out again and again: one that was in use a moment ago is not tested.
     */
    private static final class DeadConnections implements SQLExceptionOverride {
        @java.lang.Override
        public Override adjudicate(SQLException e) {
            return e instanceof SQLNonTransientConnectionException || e instanceof SQLRecoverableException
                    ? Override.MUST_EVICT
                    : Override.CONTINUE_EVICT;
        }
    }

    private final class Tracker implements IMetricsTracker {
        @Override
        public void recordConnectionTimeout() {
            timeouts.increment();
        }

        @Override
        public void recordConnectionUsageMillis(long elapsed) {
            lock.lock();
            try {
                returned.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * A connection. Closing it gives it back.
     *
     * @throws SQLException when there is none in time
     */
    public Connection reserve() throws SQLException {
        return hikari.getConnection();
    }

    /**
     * Applies what can change while it runs: sizes and times. Where there are more connections than may be now, or they may become older
     * than they may be now, all are made anew: those in use when they come back.
     */
    public void apply(PoolSettings settings) {
        Use before = use();
        long lifetime = hikari.getHikariConfigMXBean().getMaxLifetime();
        resize(settings);
        long shorter = millisOrNever(settings.maximumLifetime(), LEAST_LIFETIME);
        if (before.active() + before.idle() > settings.maximum()
                || shorter > 0 && (lifetime == 0 || shorter < lifetime)) {
            evict();
        }
    }

    private void resize(PoolSettings settings) {
        var live = hikari.getHikariConfigMXBean();
        if (settings.maximum() < live.getMinimumIdle()) {
            live.setMinimumIdle(settings.maximum()); // never more than the maximum, in between neither
        }
        live.setMaximumPoolSize(settings.maximum());
        live.setMinimumIdle(Math.min(settings.minimum(), settings.maximum()));
        live.setConnectionTimeout(millis(settings.reserveTimeout(), LEAST_TIMEOUT));
        live.setIdleTimeout(millisOrNever(settings.idleTimeout(), LEAST_IDLE));
        live.setMaxLifetime(millisOrNever(settings.maximumLifetime(), LEAST_LIFETIME));
    }

    /**
     * Connections of the pool at one moment, and threads that wait for one.
     *
     * @param active connections in use
     * @param idle connections that wait for use
     * @param waiting threads that wait for a connection
     */
    public record Use(int active, int idle, int waiting) {}

    /** Returns what the pool holds now. */
    public Use use() {
        @Nullable HikariPoolMXBean pool = hikari.getHikariPoolMXBean();
        return pool == null || hikari.isClosed()
                ? new Use(0, 0, 0)
                : new Use(pool.getActiveConnections(), pool.getIdleConnections(), pool.getThreadsAwaitingConnection());
    }

    /** Returns how often nobody gave a connection back in time. */
    public long timeouts() {
        return timeouts.sum();
    }

    /** Closes the connections that nobody uses; the others are closed when they come back. */
    public void evict() {
        HikariPoolMXBean pool = hikari.getHikariPoolMXBean();
        if (pool != null) {
            pool.softEvictConnections();
        }
    }

    /** Never gives a connection out again that is in use. Its place is free when it is closed. */
    public void evict(Connection connection) {
        hikari.evictConnection(connection);
    }

    /**
     * Makes no connection from now on but for somebody who waits for one, and closes those that nobody uses; the others when they come
     * back.
     */
    public void wither() {
        hikari.getHikariConfigMXBean().setMinimumIdle(0);
        evict();
    }

    /** Waits until no connection is in use, or it is time. Returns whether none is. */
    public boolean awaitUnused(BooleanSupplier late) throws InterruptedException {
        return await(() -> use().active() == 0, late);
    }

    /** Waits until something is so that may become so when a connection comes back, or it is time. Returns whether it is so. */
    public boolean await(BooleanSupplier condition, BooleanSupplier late) throws InterruptedException {
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                if (late.getAsBoolean()) {
                    return false;
                }
                // a connection is counted as active for a moment after we hear that it came back
                returned.awaitNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Closes all connections; those in use are cut off. */
    @Override
    public void close() {
        hikari.close();
    }
}
