package io.keelson.tx;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of a server, opened when it is needed. Until then transactions have ids of a log that nobody will ever read: they leave nothing
 * in resources. Thread-safe: the lock guards the opening.
 */
final class ServerLog {
    /** Time for which a transaction waits for the lease of the log. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String server;
    private final LogPlace place;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable FileDecisions opened;
    private volatile @Nullable TransactionIds unlogged;
    private volatile Consumer<FileDecisions> onOpen = log -> {};
    private final Condition tenureChanged = lock.newCondition();
    private volatile @Nullable Runnable claim;
    private volatile @Nullable Tenure tenure;
    private volatile boolean closed;

    ServerLog(String server, LogPlace place) {
        this.server = server;
        this.place = place;
    }

    /** Returns the ids of the transactions that begin now. */
    TransactionIds ids() {
        FileDecisions log = opened;
        if (log != null) {
            return log.ids(server);
        }
        TransactionIds known = unlogged;
        if (known == null) {
            known = new TransactionIds(UUID.randomUUID(), 0, server);
            unlogged = known;
        }
        return known;
    }

    /**
     * Returns the log, opened.
     *
     * @throws LogUnavailableException when it cannot be
     */
    FileDecisions decisions() {
        FileDecisions log = opened;
        return log == null || log.isStale() ? open() : log;
    }

    private FileDecisions open() {
        lock.lock();
        try {
            FileDecisions log = opened;
            if (log != null && log.isStale()) {
                opened = null;
                log.close();
                log = null;
            }
            if (log == null) {
                if (closed) {
                    throw new LogUnavailableException(
                            "the transaction log " + place + " is closed: the server stops", null);
                }
                Tenure under = awaitTenure();
                log = opened; // another thread may have opened it while this one waited
                if (log == null) {
                    log = opened(under);
                    opened = log;
                    onOpen.accept(log);
                }
            }
            return log;
        } catch (IOException e) {
            throw new LogUnavailableException(
                    "the transaction log " + place + " cannot be opened: " + e.getMessage()
                            + ". Until it can, no transaction has more than one resource",
                    e);
        } finally {
            lock.unlock();
        }
    }

    private FileDecisions opened(Tenure under) throws IOException {
        LogFile on = place.open(under);
        try {
            return FileDecisions.open(on, server, under);
        } catch (IOException | RuntimeException e) {
            on.close();
            throw e;
        }
    }

    // ---- the lease -------------------------------------------------------------------------------------------------

    /**
     * Has the log opened under a lease only.
     *
     * @param wanted has the lease claimed; may be called again
     */
    void leased(Runnable wanted) {
        claim = wanted;
        lock.lock();
        try {
            tenureChanged.signalAll();
        } finally {
            lock.unlock();
        }
        if (place.mayBeThere()) {
            wanted.run();
        }
    }

    /** Has the log opened without a lease. */
    void unleased() {
        lock.lock();
        try {
            claim = null;
            tenureChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The lease is held from now on. */
    void granted(Tenure now) {
        lock.lock();
        try {
            tenure = now;
            tenureChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The lease has ended: closes the log, so that another server can open it. May wait for the disk. */
    void lost() {
        lock.lock();
        try {
            tenure = null;
            FileDecisions log = opened;
            opened = null;
            if (log != null) {
                log.close();
            }
        } catch (IOException e) {
            TransactionLog.LOG.debugf(e, "the end of %s", place);
        } finally {
            lock.unlock();
        }
    }

    /** Returns by what right the log is opened; waits a little for the lease. The caller holds the lock. */
    private Tenure awaitTenure() {
        long left = PATIENCE.toNanos();
        Runnable asked = null;
        try {
            while (true) {
                Runnable wanted = claim;
                if (wanted == null) {
                    return Tenure.UNLIMITED;
                }
                Tenure now = tenure;
                if (now != null && now.isHeld()) {
                    return now;
                }
                if (wanted != asked) {
                    asked = wanted;
                    wanted.run();
                }
                if (left <= 0 || closed) {
                    throw new LogUnavailableException(
                            "the transaction log " + place + " cannot be opened: this server does not have the lease"
                                    + " transactions/" + server + " (see keelson leases). Until it has, no transaction"
                                    + " has an XA resource",
                            null);
                }
                left = tenureChanged.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LogUnavailableException("the wait for the lease of the transaction log was interrupted", e);
        }
    }

    /** Returns the log where it is open, or can be because it is there; null where the server has none. */
    @Nullable
    FileDecisions existing() {
        FileDecisions log = opened;
        if (log != null && !log.isStale() || log == null && !place.mayBeThere()) {
            return log;
        }
        Runnable wanted = claim;
        if (wanted != null && tenure == null) {
            wanted.run();
            throw new LogUnavailableException("the lease of the transaction log " + place + " is not held yet", null);
        }
        return open();
    }

    /** Returns true if the log is open, or is there to be opened. */
    boolean exists() {
        return opened != null || place.mayBeThere();
    }

    /** Says what is told of the log when it is opened. Before its first use. */
    void onOpen(Consumer<FileDecisions> then) {
        onOpen = then;
    }

    /** The log cannot be opened, so that no transaction may have branches. */
    static final class LogUnavailableException extends IllegalStateException {
        private static final long serialVersionUID = 1;

        LogUnavailableException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    @Nullable
    String haltedReason() {
        FileDecisions log = opened;
        IOException reason = log == null ? null : log.halted();
        return reason == null ? null : reason.getMessage();
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            tenureChanged.signalAll();
            FileDecisions log = opened;
            if (log != null) {
                log.close();
            }
        } catch (IOException e) {
            TransactionLog.LOG.debugf(e, "the end of %s", place);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return place.toString();
    }
}
