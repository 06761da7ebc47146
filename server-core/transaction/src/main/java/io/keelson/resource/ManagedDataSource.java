package io.keelson.resource;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.resource.DataSourceRuntime.State;
import io.keelson.resource.internal.ConnectionPool;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source as applications have it: a pool, and what to do while there is no database. It is opened by the server, or by
 * the first who asks for a connection. While its database is away, a thread of its own looks whether it is back, and who asks
 * for a connection is refused at once instead of waiting: otherwise all execute threads would soon wait here. Thread-safe; the
 * lock guards the pool's making and the state.
 */
final class ManagedDataSource implements DataSource {
    private static final Duration SOON = Duration.ofMillis(500);
    private static final Duration LATER = Duration.ofSeconds(5);
    private static final int SOON_ATTEMPTS = 20;

    /** How long the end waits for connections that are at work and cannot be cut off. */
    private static final Duration LAST_CONNECTIONS = Duration.ofSeconds(5);

    private final Identity identity;
    private final Supplier<Connector> making;
    private final Ticker ticker;
    private final ScheduledExecutorService leakWatch;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final LongAdder leaks = new LongAdder();
    private volatile Plan plan;
    private volatile State state = State.IDLE;
    private volatile @Nullable Opened opened;
    private volatile @Nullable String broken;

    /**
     * What it is called.
     *
     * @param name unique in the server
     * @param jndiNames where it is bound
     * @param application who defines it; null: the domain
     * @param url as it may be shown
     */
    record Identity(
            String name, List<String> jndiNames, @Nullable String application, String url) {}

    private record Opened(Connector connector, ConnectionPool pool) {}

    /**
     * A data source that is not open yet.
     *
     * @param making makes what makes connections; throws IllegalArgumentException when that cannot be
     * @param leakWatch where reports of connections that are held too long are scheduled
     */
    ManagedDataSource(
            Identity identity,
            Plan plan,
            Supplier<Connector> making,
            Ticker ticker,
            ScheduledExecutorService leakWatch) {
        this.identity = identity;
        this.plan = plan;
        this.making = making;
        this.ticker = ticker;
        this.leakWatch = leakWatch;
    }

    Identity identity() {
        return identity;
    }

    int maximum() {
        return plan.pool().maximum();
    }

    /** What a test of it has to know. Its connection is not the pool's. */
    ConnectionTest.Subject subject() {
        return new ConnectionTest.Subject(
                identity.name(), identity.url(), making, plan.pool().testQuery());
    }

    // ---- connections -----------------------------------------------------------------------------------------------

    @Override
    public Connection getConnection() throws SQLException {
        return connection(usable());
    }

    /** For the server's own work, which goes on while it lets in no other. */
    Connection serverConnection() throws SQLException {
        Opened open = opened;
        return connection(state == State.SUSPENDED && open != null ? open : usable());
    }

    private Connection connection(Opened open) throws SQLException {
        if (state == State.UNREACHABLE && open.pool().use().idle() == 0) {
            throw new SQLTransientConnectionException("the data source " + identity.name() + " cannot reach "
                    + identity.url() + ": " + open.connector().lastFailure());
        }
        try {
            return guarded(open.pool().reserve());
        } catch (SQLTransientConnectionException e) {
            if (state == State.SUSPENDED || state == State.CLOSED) {
                usable(); // says so
            }
            if (e.getCause() != null) {
                unreachable(open);
            }
            throw e;
        }
    }

    private Opened usable() throws SQLException {
        Opened open = state == State.IDLE ? open() : opened;
        switch (state) {
            case SUSPENDED ->
                throw new SQLTransientConnectionException(
                        "the data source " + identity.name() + " is suspended: the server lets no new work in");
            case CLOSED ->
                throw new SQLNonTransientConnectionException("the data source " + identity.name() + " is closed");
            case BROKEN ->
                throw new SQLNonTransientConnectionException(
                        "the data source " + identity.name() + " cannot be used: " + broken);
            case IDLE, RUNNING, UNREACHABLE -> {}
        }
        if (open == null) {
            throw new SQLNonTransientConnectionException("the data source " + identity.name() + " is closed");
        }
        return open;
    }

    private Connection guarded(Connection connection) {
        Plan now = plan;
        if (!now.guards()) {
            return connection;
        }
        Runnable closed = () -> {};
        if (!now.leakReportAfter().isZero()) {
            Throwable taken = new Throwable("taken here");
            String thread = Thread.currentThread().getName();
            long nanos = now.leakReportAfter().toNanos();
            ScheduledFuture<?> report = leakWatch.schedule(
                    () -> {
                        leaks.increment();
                        ResourceLog.LOG.leak(
                                identity.name(), now.leakReportAfter().toSeconds(), thread, taken);
                    },
                    nanos,
                    TimeUnit.NANOSECONDS);
            closed = () -> report.cancel(false);
        }
        return GuardedConnection.of(connection, now.statementTimeout(), closed);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException(
                "the user of the data source " + identity.name() + " is that of its configuration");
    }

    // ---- the way up ------------------------------------------------------------------------------------------------

    /** Makes the pool, unless that was done or cannot be; does not wait for the database. */
    @Nullable
    Opened open() {
        lock.lock();
        try {
            if (state != State.IDLE) {
                return opened;
            }
            Connector connector = making.get();
            Opened made = new Opened(
                    connector,
                    new ConnectionPool(
                            identity.name(),
                            connector,
                            plan.pool(),
                            Threads.daemonFactory("keelson.resource: " + identity.name())));
            opened = made;
            state = State.RUNNING;
            return made;
        } catch (IllegalArgumentException e) {
            broken = e.getMessage();
            state = State.BROKEN;
            ResourceLog.LOG.broken(identity.name(), String.valueOf(e.getMessage()));
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Opens it, and in the background makes its first connections, which shows whether the database is there. */
    void start() {
        Opened made = open();
        if (made != null) {
            Threads.daemon("keelson.resource: start of " + identity.name(), () -> fill(made))
                    .start();
        }
    }

    private void fill(Opened open) {
        List<Connection> first = new ArrayList<>();
        // The pool would let us wait before it says that there is no database.
        try (Connection reached = open.connector().getConnection()) {
            ResourceLog.LOG.debugf("%s has reached its database by %s", identity.name(), reached);
            for (int i = 0; i < Math.max(1, plan.initial()) && state == State.RUNNING; i++) {
                first.add(open.pool().reserve());
            }
        } catch (SQLException | RuntimeException | LinkageError e) { // a driver may throw anything
            unreachable(open);
        } finally {
            first.forEach(this::giveBack);
        }
    }

    private void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            ResourceLog.LOG.debugf(e, "a first connection of %s", identity.name());
        }
    }

    // ---- while the database is away --------------------------------------------------------------------------------

    private void unreachable(Opened open) {
        lock.lock();
        try {
            if (state != State.RUNNING) {
                return;
            }
            state = State.UNREACHABLE;
        } finally {
            lock.unlock();
        }
        ResourceLog.LOG.unreachable(
                identity.name(), identity.url(), String.valueOf(open.connector().lastFailure()));
        Threads.daemon("keelson.resource: " + identity.name() + " looks for its database", () -> look(open))
                .start();
    }

    private void look(Opened open) {
        long since = ticker.nanoTime();
        for (int attempt = 1; awaitTurn(attempt <= SOON_ATTEMPTS ? SOON : LATER); attempt++) {
            // The pool waits between its own attempts and must have got there too. Until then our connection stays
            // open, as
            // there are databases that close with the last one.
            try (Connection reached = open.connector().getConnection();
                    Connection pooled = open.pool().reserve()) {
                ResourceLog.LOG.debugf("%s is reached by %s and %s", identity.name(), reached, pooled);
                back(since);
                return;
            } catch (SQLException | RuntimeException | LinkageError e) { // a driver may throw anything
                ResourceLog.LOG.debugf(e, "%s is still away", identity.name());
            }
        }
    }

    /** Waits; false when there is nothing to look for any more. */
    private boolean awaitTurn(Duration pause) {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (state == State.UNREACHABLE && left > 0) {
                left = changed.awaitNanos(left);
            }
            return state == State.UNREACHABLE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void back(long since) {
        lock.lock();
        try {
            if (state != State.UNREACHABLE) {
                return;
            }
            state = State.RUNNING;
        } finally {
            lock.unlock();
        }
        ResourceLog.LOG.back(
                identity.name(), identity.url(), TimeUnit.NANOSECONDS.toSeconds(ticker.nanoTime() - since));
    }

    // ---- the way down ----------------------------------------------------------------------------------------------

    /** Gives out no connection from now on, and waits until those in use are back, at most until the deadline. */
    void suspend(Deadline deadline) throws InterruptedException {
        Opened open;
        lock.lock();
        try {
            if (state == State.CLOSED || state == State.BROKEN) {
                return;
            }
            state = State.SUSPENDED;
            open = opened;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.pool().awaitUnused(deadline::passed);
        }
    }

    /** Gives out connections again. */
    void resume() {
        lock.lock();
        try {
            if (state == State.SUSPENDED) {
                state = opened == null ? State.IDLE : State.RUNNING;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes it for good. Connections in use are cut off. */
    void close() {
        Opened open;
        lock.lock();
        try {
            if (state == State.CLOSED) {
                return;
            }
            state = State.CLOSED;
            open = opened;
            opened = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (open != null) {
            int active = open.pool().use().active();
            if (active > 0) {
                ResourceLog.LOG.cutOff(identity.name(), active);
            }
            open.pool().close();
            Thread last = Threads.daemon(
                    "keelson.resource: last connections of " + identity.name(), open.connector()::closeAll);
            last.start();
            try {
                last.join(LAST_CONNECTIONS.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            ResourceLog.LOG.closed(identity.name());
        }
    }

    /** Applies what can change while it runs. */
    void apply(Plan next) {
        lock.lock();
        try {
            plan = next;
            Opened open = opened;
            if (open != null) {
                open.pool().apply(next.pool());
            }
        } finally {
            lock.unlock();
        }
    }

    DataSourceRuntime runtime() {
        Opened open = opened;
        ConnectionPool.Use use =
                open == null ? new ConnectionPool.Use(0, 0, 0) : open.pool().use();
        long created = open == null ? 0 : open.connector().created();
        return new DataSourceRuntime(
                identity.name(),
                identity.jndiNames(),
                identity.application(),
                state,
                identity.url(),
                use.active(),
                use.idle(),
                use.waiting(),
                maximum(),
                created,
                Math.max(0, created - use.active() - use.idle()),
                open == null ? 0 : open.connector().failures(),
                open == null ? 0 : open.pool().timeouts(),
                leaks.sum(),
                open == null ? broken : open.connector().lastFailure());
    }

    // ---- what else a data source has -------------------------------------------------------------------------------

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("the server's log is written instead");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("connection-reserve-timeout of the data source says it");
    }

    @Override
    public int getLoginTimeout() {
        return (int) plan.pool().reserveTimeout().toSeconds();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the server's log is written instead");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this) && type.getName().startsWith("javax.sql.")) {
            return type.cast(this);
        }
        throw new SQLException("the data source " + identity.name() + " wraps no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this) && type.getName().startsWith("javax.sql.");
    }

    @Override
    public String toString() {
        return "data source " + identity.name();
    }
}
