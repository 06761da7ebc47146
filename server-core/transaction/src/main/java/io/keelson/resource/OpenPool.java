package io.keelson.resource;

import io.keelson.base.thread.Threads;
import io.keelson.resource.internal.ConnectionPool;
import io.keelson.resource.internal.PoolSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A pool and what makes its connections, from when it is opened until the last of them is closed. Thread-safe.
 *
 * <p>Invariant: who is in {@link #reserve} is counted before it looks whether the pool is retired. So when the pool is retired and nobody
 * is counted, no connection is given out any more, and those in use only become fewer.
 */
final class OpenPool {
    /** Time for which the end waits for connections that are at work and cannot be cut off. */
    private static final Duration LAST_CONNECTIONS = Duration.ofSeconds(5);

    private final String name;
    private final Connector connector;
    private final ConnectionPool pool;
    private final AtomicInteger reserving = new AtomicInteger();
    private final CountDownLatch filled = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean retired;

    /**
     * A pool without a connection.
     *
     * @param name of the data source
     */
    OpenPool(String name, Connector connector, PoolSettings settings) {
        this.name = name;
        this.connector = connector;
        this.pool = new ConnectionPool(name, connector, settings, Threads.daemonFactory("keelson.resource: " + name));
    }

    Connector connector() {
        return connector;
    }

    ConnectionPool pool() {
        return pool;
    }

    /**
     * A connection. Closing it gives it back.
     *
     * @throws SQLException when there is none in time, or the pool is retired: then another has taken its place
     */
    Connection reserve() throws SQLException {
        reserving.incrementAndGet();
        try {
            if (retired) {
                throw new SQLTransientConnectionException("the data source " + name + " has another pool now");
            }
            return pool.reserve();
        } finally {
            reserving.decrementAndGet();
        }
    }

    /**
     * Makes the first connections. Stops where others have all connections that there may be: the database is reached then.
     *
     * @param wanted asked before each but the first
     * @throws SQLException when the database is not reached; sooner than the pool would say it
     */
    void fill(int count, BooleanSupplier wanted) throws SQLException {
        List<Connection> first = new ArrayList<>();
        try (Connection reached = connector.getConnection()) {
            ResourceLog.LOG.debugf("%s has reached its database by %s", name, reached);
            for (int i = 0; i < Math.max(1, count) && wanted.getAsBoolean(); i++) {
                first.add(reserve());
            }
        } catch (SQLTransientConnectionException e) {
            if (e.getCause() != null) {
                throw e;
            }
            ResourceLog.LOG.debugf(e, "%s is busy before its first connections are made", name);
        } finally {
            first.forEach(this::giveBack);
            filled.countDown();
        }
    }

    private void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            ResourceLog.LOG.debugf(e, "a first connection of %s", name);
        }
    }

    /** Lets whoever waits see what more connections there may be now. */
    void stir() {
        try (Connection any = reserve()) {
            ResourceLog.LOG.debugf("%s has %s", name, any);
        } catch (SQLException e) {
            ResourceLog.LOG.debugf(e, "%s has no connection more", name);
        }
    }

    /** Waits until the first connections are made, or could not be, at most for a while. */
    void awaitFirst(Duration longest) throws InterruptedException {
        boolean unused = filled.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sends everybody who comes from now on away: another pool has taken its place, or none does. */
    void retire() {
        retired = true;
    }

    /**
     * Lets those who wait in a retired pool have what comes back, and closes each connection that nobody uses. Returns whether none is
     * left before it is time.
     */
    boolean drain(BooleanSupplier late) throws InterruptedException {
        boolean nobodyWaits = pool.await(() -> reserving.get() == 0, late);
        pool.wither();
        return pool.awaitUnused(late) && nobodyWaits;
    }

    /** Closes it; connections in use are cut off. Returns how many that were; once more does nothing. */
    int close() {
        if (closed.getAndSet(true)) {
            return 0;
        }
        retired = true;
        int active = pool.use().active();
        pool.close();
        Thread last = Threads.daemon("keelson.resource: last connections of " + name, connector::closeAll);
        last.start();
        try {
            last.join(LAST_CONNECTIONS.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return active;
    }
}
