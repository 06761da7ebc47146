package io.keelson.resource;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.resource.DataSourceRuntime.State;
import io.keelson.resource.internal.ConnectionPool;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source as applications have it: a pool, and what to do while there is no database. It is opened by the server, or by
 * the first who asks for a connection. While its database is away, a thread of its own looks whether it is back, and who asks
 * for a connection is refused at once instead of waiting: otherwise all execute threads would soon wait here. A change of the
 * configuration gives it another pool; whoever has it does not notice. Thread-safe; the lock guards the change of pools and the state.
 */
final class ManagedDataSource implements DataSource {
    private static final Duration SOON = Duration.ofMillis(500);
    private static final Duration LATER = Duration.ofSeconds(5);
    private static final int SOON_ATTEMPTS = 20;

    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ConnectionGuard guard;
    private final EarlierPools earlier;
    private final Reservations reservations;
    private final LastResourceTable decisions = new LastResourceTable();
    private volatile Identity identity;
    private volatile Supplier<Connector> making;
    private volatile Plan plan;
    private volatile State state = State.IDLE;
    private volatile @Nullable OpenPool opened;
    private volatile @Nullable String broken;
    private volatile boolean wasOpened;

    /**
     * Names of a data source, its application and its URL.
     *
     * @param name unique in the server
     * @param jndiNames where it is bound
     * @param application who defines it; null: the domain
     * @param url as it may be shown
     */
    record Identity(
            String name, List<String> jndiNames, @Nullable String application, String url) {}

    /**
     * A data source that is not open yet.
     *
     * @param making makes what makes connections; throws IllegalArgumentException when that cannot be
     * @param leakWatch where reports of connections that are held too long are scheduled
     * @param transactions that its connections take part in; null: none
     */
    ManagedDataSource(
            Identity identity,
            Plan plan,
            Supplier<Connector> making,
            Ticker ticker,
            ScheduledExecutorService leakWatch,
            @Nullable TransactionControl transactions) {
        this.identity = identity;
        this.plan = plan;
        this.making = making;
        this.ticker = ticker;
        this.guard = new ConnectionGuard(identity.name(), leakWatch);
        this.earlier = new EarlierPools(identity.name());
        this.reservations = new Reservations(transactions);
    }

    Identity identity() {
        return identity;
    }

    int maximum() {
        return plan.pool().maximum();
    }

    boolean isBroken() {
        return state == State.BROKEN;
    }

    /** Returns what a test of it has to know. Its connection is not the pool's. */
    ConnectionTest.Subject subject() {
        return new ConnectionTest.Subject(
                identity.name(), identity.url(), making, plan.pool().testQuery());
    }

    /** Returns what recovery has of it, whatever pool it has. */
    DataSourceRecovery recovery() {
        return new DataSourceRecovery(identity.name(), () -> making.get(), () -> plan.protocol());
    }

    /** Returns true if branches or decisions of transactions may stay in its database. */
    boolean isRecovered() {
        return plan.protocol() == Protocol.TWO_PHASE_COMMIT || plan.protocol() == Protocol.LOGGING_LAST_RESOURCE;
    }

    // ---- connections -----------------------------------------------------------------------------------------------

    @Override
    public Connection getConnection() throws SQLException {
        ConnectionHandle present = reservations.present();
        return present != null ? present : connection(false);
    }

    /** Returns a handle on what the calling thread's transaction has of it; null where it has nothing. */
    @Nullable
    Connection presentConnection() {
        return reservations.present();
    }

    /** Returns the reason why it gives no connections at the moment, other than that all are in use; null where it does. */
    @Nullable
    String whyAway() {
        OpenPool open = opened;
        return switch (state) {
            case IDLE, RUNNING, SUSPENDED -> null;
            case UNREACHABLE ->
                "it cannot reach " + identity.url() + ": "
                        + (open == null ? "" : open.connector().lastFailure());
            case BROKEN -> "it cannot be used: " + broken;
            case DRAINING -> "it is not in the configuration of this server any more";
            case CLOSED -> "it is closed";
        };
    }

    /** For the server's own work, which goes on while it lets in no other. */
    Connection serverConnection() throws SQLException {
        return connection(true);
    }

    /** Once more where the pool was replaced meanwhile, whatever it said then. */
    private Connection connection(boolean ofServer) throws SQLException {
        while (true) {
            OpenPool now = opened;
            OpenPool open = ofServer && state == State.SUSPENDED && now != null ? now : usable();
            if (state == State.UNREACHABLE && open.pool().use().idle() == 0) {
                throw new SQLTransientConnectionException("the data source " + identity.name() + " cannot reach "
                        + identity.url() + ": " + open.connector().lastFailure());
            }
            try {
                PooledConnection reserved = reserved(open);
                return ofServer ? reserved.handle() : reservations.take(reserved, plan.protocol());
            } catch (SQLException e) {
                if (open == opened) {
                    throw failed(open, e, ofServer);
                }
            }
        }
    }

    private PooledConnection reserved(OpenPool open) throws SQLException {
        Plan now = plan;
        boolean last = now.protocol() == Protocol.LOGGING_LAST_RESOURCE;
        Connection connection = open.reserve();
        PooledConnection.Home home = new PooledConnection.Home(
                identity.name(),
                open,
                open.connector().isXa(),
                now.role(),
                last ? decisions : null,
                now.statementSeconds());
        return new PooledConnection(home, connection, guard.watch(now));
    }

    private SQLException failed(OpenPool open, SQLException e, boolean ofServer) throws SQLException {
        if (e instanceof SQLTransientConnectionException) {
            if (state == State.CLOSED || state == State.SUSPENDED && !ofServer) {
                OpenPool unused = usable(); // says so
            }
            if (e.getCause() != null && !isBusy(open)) {
                unreachable(open);
            }
        }
        return e;
    }

    /** Returns true if all connections that there may be are in use: a time-out says nothing about the database then. */
    private boolean isBusy(OpenPool open) {
        return open.pool().use().active() >= plan.pool().maximum();
    }

    private OpenPool usable() throws SQLException {
        OpenPool open = opened;
        if (open == null) {
            open = open(); // by its first use; or it is just being replaced
        }
        switch (state) {
            case SUSPENDED ->
                throw new SQLTransientConnectionException(
                        "the data source " + identity.name() + " is suspended: the server lets no new work in");
            case DRAINING ->
                throw new SQLNonTransientConnectionException(
                        "the data source " + identity.name() + " is not in the configuration of this server any more");
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

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException(
                "the user of the data source " + identity.name() + " is that of its configuration");
    }

    // ---- the way up ------------------------------------------------------------------------------------------------

    /** Makes the pool, unless that was done or cannot be; does not wait for the database. */
    @Nullable
    OpenPool open() {
        lock.lock();
        try {
            if (state != State.IDLE) {
                return opened;
            }
            OpenPool made = make();
            opened = made;
            state = made == null ? State.BROKEN : State.RUNNING;
            return made;
        } finally {
            lock.unlock();
        }
    }

    /** A pool as it is described now; null where there can be none, and then says why. The caller holds the lock. */
    private @Nullable OpenPool make() {
        try {
            OpenPool made = new OpenPool(identity.name(), making.get(), plan.pool());
            broken = null;
            wasOpened = true;
            return made;
        } catch (IllegalArgumentException e) {
            broken = e.getMessage();
            ResourceLog.LOG.broken(identity.name(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Opens it, and in the background makes its first connections, which shows whether the database is there. */
    void start() {
        OpenPool made = open();
        if (made != null) {
            begin(made);
        }
    }

    /** The same, unless it is open already, or may not be. */
    void startIfIdle() {
        if (state == State.IDLE) {
            start();
        }
    }

    private void begin(OpenPool made) {
        Threads.daemon("keelson.resource: start of " + identity.name(), () -> fill(made))
                .start();
    }

    private void fill(OpenPool open) {
        try {
            open.fill(plan.initial(), () -> state == State.RUNNING && opened == open);
        } catch (SQLException | RuntimeException | LinkageError e) { // a driver may throw anything
            ResourceLog.LOG.debugf(e, "the first connections of %s", identity.name());
            unreachable(open);
        }
    }

    // ---- while the database is away --------------------------------------------------------------------------------

    private void unreachable(OpenPool open) {
        lock.lock();
        try {
            if (state != State.RUNNING || opened != open) {
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

    private void look(OpenPool open) {
        long since = ticker.nanoTime();
        for (int attempt = 1; awaitTurn(open, attempt <= SOON_ATTEMPTS ? SOON : LATER); attempt++) {
            // The pool waits between its own attempts and must have got there too. Until then our connection stays
            // open, as
            // there are databases that close with the last one.
            try (Connection reached = open.connector().getConnection()) {
                if (isBusy(open) || gives(open)) {
                    ResourceLog.LOG.debugf("%s is reached by %s", identity.name(), reached);
                    back(open, since);
                    return;
                }
            } catch (SQLException | RuntimeException | LinkageError e) { // a driver may throw anything
                ResourceLog.LOG.debugf(e, "%s is still away", identity.name());
            }
        }
    }

    /** Returns true if the pool gives a connection, or has just given the last one to somebody else. */
    private boolean gives(OpenPool open) {
        try (Connection pooled = open.reserve()) {
            ResourceLog.LOG.debugf("%s has %s again", identity.name(), pooled);
            return true;
        } catch (SQLException e) {
            ResourceLog.LOG.debugf(e, "the pool of %s has no connection yet", identity.name());
            return isBusy(open);
        }
    }

    /** Waits; false when there is nothing to look for any more. */
    private boolean awaitTurn(OpenPool open, Duration pause) {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (isAway(open) && left > 0) {
                left = changed.awaitNanos(left);
            }
            return isAway(open);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean isAway(OpenPool open) {
        return state == State.UNREACHABLE && opened == open;
    }

    private void back(OpenPool open, long since) {
        lock.lock();
        try {
            if (!isAway(open)) {
                return;
            }
            state = State.RUNNING;
        } finally {
            lock.unlock();
        }
        ResourceLog.LOG.back(
                identity.name(), identity.url(), TimeUnit.NANOSECONDS.toSeconds(ticker.nanoTime() - since));
    }

    // ---- while it is changed ---------------------------------------------------------------------------------------

    /** Applies what can change while a pool runs. */
    void apply(Plan next) {
        OpenPool open;
        boolean more;
        lock.lock();
        try {
            more = next.pool().maximum() > plan.pool().maximum();
            plan = next;
            open = opened;
            if (open != null) {
                open.pool().apply(next.pool());
            }
        } finally {
            lock.unlock();
        }
        if (open != null && more && open.pool().use().waiting() > 0) {
            Threads.daemon("keelson.resource: more of " + identity.name(), open::stir)
                    .start();
        }
    }

    /** Sets the names at which it is bound from now on. */
    void called(List<String> jndiNames) {
        identity = new Identity(identity.name(), List.copyOf(jndiNames), identity.application(), identity.url());
    }

    /**
     * Gives it another pool: who asks for a connection from now on gets one of that. Those in use stay usable.
     *
     * @param next with the same name
     * @param atOnce whether the pool is opened now; else by its first use
     * @param drain how long connections in use may stay so
     */
    void replace(Identity next, Plan sizes, Supplier<Connector> made, boolean atOnce, Duration drain) {
        OpenPool before;
        OpenPool after;
        lock.lock();
        try {
            if (state == State.CLOSED || state == State.DRAINING) {
                return;
            }
            identity = next;
            plan = sizes;
            making = made;
            broken = null;
            before = opened;
            after = atOnce ? make() : null;
            boolean suspended = state == State.SUSPENDED;
            if (!suspended && after != null) {
                state = State.RUNNING; // before the pool is seen: that of the one before may be away
            }
            opened = after;
            if (!suspended && after == null) {
                state = atOnce ? State.BROKEN : State.IDLE;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (after != null) {
            begin(after);
        }
        if (before != null) {
            earlier.take(before, after, Deadline.in(ticker, drain), () -> {});
        }
    }

    // ---- the way down ----------------------------------------------------------------------------------------------

    /**
     * Gives out no connection from now on, lets those in use come back, and is closed then: it is not in the configuration any more.
     *
     * @param drain when they are cut off
     * @param then runs when it is closed
     */
    void leave(Duration drain, Runnable then) {
        OpenPool before;
        lock.lock();
        try {
            if (state == State.CLOSED || state == State.DRAINING) {
                return;
            }
            state = State.DRAINING;
            before = opened;
            opened = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (before == null) {
            close();
            then.run();
        } else {
            earlier.take(before, null, Deadline.in(ticker, drain), () -> {
                close();
                then.run();
            });
        }
    }

    /** Gives out no connection from now on, and waits until those in use are back, at most until the deadline. */
    void suspend(Deadline deadline) throws InterruptedException {
        OpenPool open;
        lock.lock();
        try {
            if (state == State.CLOSED || state == State.BROKEN) {
                return;
            }
            if (state != State.DRAINING) {
                state = State.SUSPENDED;
            }
            open = opened;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (open != null) {
            boolean unused = open.pool().awaitUnused(deadline::passed);
        }
        earlier.awaitUnused(deadline);
    }

    /** The same of one that nobody knows yet: it begins so. */
    void suspendNew() {
        state = State.SUSPENDED;
    }

    /** Gives out connections again. */
    void resume() {
        lock.lock();
        try {
            if (state == State.SUSPENDED) {
                state = opened != null ? State.RUNNING : broken != null ? State.BROKEN : State.IDLE;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes it for good. Connections in use are cut off. */
    void close() {
        OpenPool open;
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
        earlier.close();
        if (open != null) {
            int active = open.close();
            if (active > 0) {
                ResourceLog.LOG.cutOff(identity.name(), active);
            }
        }
        if (wasOpened) {
            ResourceLog.LOG.closed(identity.name());
        }
    }

    DataSourceRuntime runtime() {
        OpenPool open = opened;
        EarlierPools.Counts before = earlier.counts();
        ConnectionPool.Use use =
                open == null ? new ConnectionPool.Use(0, 0, 0) : open.pool().use();
        EarlierPools.Counts all = open == null ? before : before.plus(EarlierPools.Counts.of(open));
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
                before.active(),
                all.created(),
                Math.max(0, all.created() - all.open()),
                all.failures(),
                all.timeouts(),
                guard.leaks(),
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
