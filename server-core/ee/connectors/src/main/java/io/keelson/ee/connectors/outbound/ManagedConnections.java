package io.keelson.ee.connectors.outbound;

import io.keelson.base.time.Ticker;
import io.keelson.ee.connectors.descriptor.PoolSizes;
import io.keelson.ee.connectors.descriptor.Support;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.IllegalStateException;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAllocationException;
import jakarta.resource.spi.ValidatingManagedConnectionFactory;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one connection factory. A connection belongs to a transaction from its first use there until that
 * is over, and all handles of the same request share it; outside of transactions it belongs to its handle. Connections
 * are made when they are needed; whoever finds none waits, up to ten seconds. One that was idle for a second or more is
 * asked whether it is valid, where the factory can tell. Thread-safe; the lock guards which connections there are and
 * their state, and the adapter is called under it for matching only.
 *
 * <p>Specification: Connectors 2.1, chapters 6 and 7.
 */
public final class ManagedConnections implements ConnectionManager, AutoCloseable {
    private static final long serialVersionUID = 1L;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final Duration LONGEST_IDLE = Duration.ofMinutes(15);
    private static final Duration TRUSTED = Duration.ofSeconds(1);

    private final transient String name;
    private final transient ManagedConnectionFactory factory;
    private final transient Support support;
    private final transient PoolSizes sizes;
    private final transient SignOn signOn;
    private final transient @Nullable TransactionControl control;
    private final transient Ticker ticker;
    private final transient ReentrantLock lock = new ReentrantLock();
    private final transient Condition changed = lock.newCondition();
    private final transient Set<Physical> all = new LinkedHashSet<>();
    private final transient Set<Physical> idle = new LinkedHashSet<>();
    private transient int making;
    private transient boolean closed;
    private final transient @Nullable AutoCloseable recovery;

    /** The key of a connection that is kept with a transaction: one for each request and user. */
    private record Shared(
            ManagedConnections pool,
            @Nullable ConnectionRequestInfo info,
            @Nullable Subject user) {}

    /**
     * Makes a pool, with no connection in it.
     *
     * @param name for messages and for recovery; the same after a restart
     * @param signOn says as whom the server signs on
     * @param control null: there are no transactions
     */
    public ManagedConnections(
            String name,
            ManagedConnectionFactory factory,
            Support support,
            PoolSizes sizes,
            SignOn signOn,
            @Nullable TransactionControl control,
            Ticker ticker) {
        this.name = name;
        this.factory = factory;
        this.support = control == null ? Support.NONE : support;
        this.sizes = sizes;
        this.signOn = signOn;
        this.control = control;
        this.ticker = ticker;
        this.recovery = control != null && support == Support.XA
                ? control.recoverable(new RecoveredConnections(name, factory, signOn))
                : null;
    }

    String name() {
        return name;
    }

    /**
     * Returns a handle of a connection.
     *
     * @throws ResourceAllocationException when there is none in time
     * @throws ResourceException what the adapter throws, or when the connection cannot join the transaction
     */
    @Override
    public Object allocateConnection(ManagedConnectionFactory of, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        TransactionControl transactions = control;
        boolean within = support != Support.NONE && transactions != null && transactions.current() != null;
        Subject user = signOn.now();
        Physical connection = within ? shared(info, user) : null;
        if (connection == null) {
            connection = reserve(info, user);
            try {
                if (within) {
                    join(connection, info, user);
                }
            } catch (ResourceException | RuntimeException e) {
                opened(connection, 0);
                throw e;
            }
        }
        Object handle = handle(connection, info, user);
        if (!within && support != Support.NONE) {
            OpenConnections.remember(this, connection, info, user);
        }
        return handle;
    }

    private Object handle(Physical connection, @Nullable ConnectionRequestInfo info, @Nullable Subject user)
            throws ResourceException {
        boolean done = false;
        try {
            Object handle = connection.managed().getConnection(user, info);
            done = true;
            return handle;
        } finally {
            opened(connection, done ? 1 : 0);
        }
    }

    private @Nullable Physical shared(@Nullable ConnectionRequestInfo info, @Nullable Subject user) {
        TransactionControl transactions = control;
        Physical kept = transactions == null ? null : (Physical) transactions.kept(new Shared(this, info, user));
        if (kept == null) {
            return null;
        }
        lock.lock();
        try {
            if (kept.broken || kept.away) {
                return null;
            }
            kept.opening = true;
            return kept;
        } finally {
            lock.unlock();
        }
    }

    private void opened(Physical connection, int handles) {
        boolean free;
        lock.lock();
        try {
            connection.opening = false;
            connection.handles += handles;
            free = connection.isFree();
        } finally {
            lock.unlock();
        }
        if (free) {
            giveBack(connection);
        }
    }

    // ---- transactions
    // ------------------------------------------------------------------------------------------------

    /** Has a connection join the calling thread's transaction. */
    void join(Physical connection, @Nullable ConnectionRequestInfo info, @Nullable Subject user)
            throws ResourceException {
        TransactionControl transactions = control;
        if (transactions == null) {
            throw new IllegalStateException("there are no transactions");
        }
        try {
            if (support == Support.XA) {
                transactions.enlist(name, connection.managed().getXAResource());
            } else {
                LocalTransaction local = connection.managed().getLocalTransaction();
                local.begin();
                enlist(transactions, new LocalBranch(this, connection, local));
            }
            joined(connection, transactions.current());
            transactions.synchronise(new End(connection));
            Shared key = new Shared(this, info, user);
            if (transactions.kept(key) == null) {
                transactions.keep(key, connection);
            }
        } catch (RollbackException | SystemException | java.lang.IllegalStateException e) {
            throw new ResourceException(
                    "a connection of " + name + " cannot join the transaction: " + e.getMessage(), e);
        }
    }

    private static void enlist(TransactionControl transactions, LocalBranch branch)
            throws RollbackException, SystemException, ResourceException {
        try {
            transactions.enlist(branch);
        } catch (RollbackException | SystemException | RuntimeException e) {
            branch.rollback();
            throw e;
        }
    }

    private void joined(Physical connection, @Nullable Transaction transaction) {
        lock.lock();
        try {
            connection.joined = transaction != null;
            connection.transaction = transaction;
        } finally {
            lock.unlock();
        }
    }

    private final class End implements Synchronization {
        private final Physical connection;

        End(Physical connection) {
            this.connection = connection;
        }

        @Override
        public void beforeCompletion() {
            // The branch does what there is to do.
        }

        @Override
        public void afterCompletion(int status) {
            joined(connection, null);
            opened(connection, 0);
        }
    }

    // ---- events of connections
    // ---------------------------------------------------------------------------------------

    void handleClosed(Physical connection) {
        boolean free;
        lock.lock();
        try {
            connection.handles = Math.max(0, connection.handles - 1);
            free = connection.isFree();
        } finally {
            lock.unlock();
        }
        if (free) {
            giveBack(connection);
        }
    }

    void ownTransaction(Physical connection, boolean begun) {
        lock.lock();
        try {
            connection.ownTransaction = begun;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the handles of a connection on which an error occurred (6.5.7.2); its transaction rolls back. */
    void failed(Physical connection) {
        boolean free;
        Transaction transaction;
        lock.lock();
        try {
            connection.broken = true;
            connection.handles = 0;
            free = connection.isFree();
            transaction = connection.transaction;
        } finally {
            lock.unlock();
        }
        if (transaction != null) {
            rollBackOnly(transaction);
        }
        if (free) {
            giveBack(connection);
        }
    }

    private void rollBackOnly(Transaction transaction) {
        try {
            transaction.setRollbackOnly();
        } catch (SystemException | java.lang.IllegalStateException e) {
            OutboundLog.LOG.debugf(e, "%s failed while its transaction completes", name); // its branch's answers decide
        }
    }

    boolean isUnused(Physical connection) {
        lock.lock();
        try {
            return connection.handles == 0 && !connection.opening;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(Physical connection) {
        boolean broken;
        boolean open;
        lock.lock();
        try {
            if (!connection.isFree()) {
                return; // another thread was first
            }
            connection.away = true;
            broken = connection.broken || closed;
            open = connection.ownTransaction;
            connection.ownTransaction = false;
        } finally {
            lock.unlock();
        }
        boolean clean = !broken && cleaned(connection.managed(), open);
        if (!clean) {
            destroy(connection);
            return;
        }
        lock.lock();
        try {
            connection.away = false;
            connection.idleSince = ticker.nanoTime();
            if (!closed) {
                idle.add(connection);
                changed.signal();
                return;
            }
        } finally {
            lock.unlock();
        }
        destroy(connection);
    }

    private boolean cleaned(ManagedConnection managed, boolean open) {
        try {
            if (open) {
                managed.getLocalTransaction().rollback();
            }
            managed.cleanup();
            return true;
        } catch (ResourceException | RuntimeException e) {
            OutboundLog.LOG.notClosed(name, e);
            return false;
        }
    }

    private void destroy(Physical connection) {
        try {
            connection.managed().removeConnectionEventListener(connection);
            connection.managed().destroy();
        } catch (ResourceException | RuntimeException e) {
            OutboundLog.LOG.notClosed(name, e);
        } finally {
            lock.lock();
            try {
                all.remove(connection);
                idle.remove(connection);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    // ---- the pool
    // ----------------------------------------------------------------------------------------------------

    private Physical reserve(@Nullable ConnectionRequestInfo info, @Nullable Subject user) throws ResourceException {
        long until = ticker.nanoTime() + LONGEST_WAIT.toNanos();
        List<Physical> old = new ArrayList<>();
        try {
            while (true) {
                Physical found = take(info, user, old, until);
                if (found == null) {
                    return make(info, user);
                }
                if (ticker.nanoTime() - found.idleSince < TRUSTED.toNanos() || isValid(found)) {
                    return found;
                }
                destroy(found);
            }
        } finally {
            old.forEach(this::destroy);
        }
    }

    /** Takes an idle connection, or the right to make one: null. */
    private @Nullable Physical take(
            @Nullable ConnectionRequestInfo info, @Nullable Subject user, List<Physical> old, long until)
            throws ResourceException {
        lock.lock();
        try {
            while (true) {
                if (closed) {
                    throw new IllegalStateException(name + " is closed: its resource adapter has ended");
                }
                Physical matching = matching(info, user);
                expire(old);
                if (matching != null) {
                    idle.remove(matching);
                    matching.opening = true;
                    return matching;
                }
                if (all.size() - old.size() + making < sizes.most()) {
                    making++;
                    return null;
                }
                if (!idle.isEmpty()) { // those that are there are for other requests
                    retire(idle.iterator().next(), old);
                    continue;
                }
                await(until);
            }
        } finally {
            lock.unlock();
        }
    }

    private void await(long until) throws ResourceException {
        long left = until - ticker.nanoTime();
        if (left <= 0) {
            throw new ResourceAllocationException("no connection of " + name + " became free in "
                    + LONGEST_WAIT.toSeconds() + " s; all " + sizes.most() + " are in use");
        }
        try {
            changed.await(Math.min(left, TimeUnit.SECONDS.toNanos(1)), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ResourceAllocationException("interrupted while waiting for a connection of " + name, e);
        }
    }

    private void expire(List<Physical> old) {
        long now = ticker.nanoTime();
        for (Physical each : List.copyOf(idle)) {
            if (idle.size() > sizes.least() && now - each.idleSince > LONGEST_IDLE.toNanos()) {
                retire(each, old);
            }
        }
    }

    private void retire(Physical connection, List<Physical> old) {
        idle.remove(connection);
        connection.away = true;
        old.add(connection);
    }

    private @Nullable Physical matching(@Nullable ConnectionRequestInfo info, @Nullable Subject user)
            throws ResourceException {
        if (idle.isEmpty()) {
            return null;
        }
        Set<ManagedConnection> offered = new HashSet<>();
        idle.forEach(each -> offered.add(each.managed()));
        try {
            ManagedConnection chosen = factory.matchManagedConnections(offered, user, info);
            for (Physical each : idle) {
                if (each.managed() == chosen) {
                    return each;
                }
            }
            return null;
        } catch (NotSupportedException e) {
            return null; // the adapter does not match: each request has a connection of its own
        }
    }

    private boolean isValid(Physical connection) {
        if (!(factory instanceof ValidatingManagedConnectionFactory validating)) {
            return true;
        }
        try {
            Set<?> invalid = validating.getInvalidConnections(Set.of(connection.managed()));
            return invalid == null || !invalid.contains(connection.managed());
        } catch (ResourceException | RuntimeException e) {
            OutboundLog.LOG.notClosed(name, e);
            return false;
        }
    }

    private Physical make(@Nullable ConnectionRequestInfo info, @Nullable Subject user) throws ResourceException {
        ManagedConnection managed = null;
        try {
            managed = factory.createManagedConnection(user, info);
        } finally {
            if (managed == null) {
                lock.lock();
                try {
                    making--;
                    changed.signal();
                } finally {
                    lock.unlock();
                }
            }
        }
        Physical made = new Physical(this, managed);
        managed.addConnectionEventListener(made);
        lock.lock();
        try {
            making--;
            made.opening = true;
            all.add(made);
        } finally {
            lock.unlock();
        }
        return made;
    }

    /** Closes all connections, those in use too. */
    @Override
    public void close() {
        List<Physical> closing;
        int used;
        lock.lock();
        try {
            closed = true;
            closing = List.copyOf(all);
            used = (int) closing.stream().filter(each -> each.handles > 0).count();
            closing.forEach(each -> each.away = true);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (used > 0) {
            OutboundLog.LOG.stillUsed(used, name);
        }
        closing.forEach(this::destroy);
        if (recovery != null) {
            try {
                recovery.close();
            } catch (Exception e) {
                OutboundLog.LOG.notClosed(name, e);
            }
        }
    }
}
