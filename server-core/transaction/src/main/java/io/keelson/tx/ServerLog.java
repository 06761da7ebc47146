package io.keelson.tx;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The log of a server, opened when it is needed. Until then transactions have ids of a log that nobody will ever read: they leave nothing
 * in resources. Thread-safe: the lock guards the opening.
 */
final class ServerLog {
    private final String server;
    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable FileDecisions opened;
    private volatile @Nullable TransactionIds unlogged;
    private volatile boolean closed;

    ServerLog(String server, Path file) {
        this.server = server;
        this.file = file;
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
        return log == null ? open() : log;
    }

    private FileDecisions open() {
        lock.lock();
        try {
            FileDecisions log = opened;
            if (log == null) {
                if (closed) {
                    throw new LogUnavailableException(
                            "the transaction log " + file + " is closed: the server stops", null);
                }
                log = FileDecisions.open(LogFile.on(file), 1);
                opened = log;
            }
            return log;
        } catch (IOException e) {
            throw new LogUnavailableException(
                    "the transaction log " + file + " cannot be opened: " + e.getMessage()
                            + ". Until it can, no transaction has more than one resource",
                    e);
        } finally {
            lock.unlock();
        }
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
            FileDecisions log = opened;
            if (log != null) {
                log.close();
            }
        } catch (IOException e) {
            TransactionLog.LOG.debugf(e, "the end of %s", file);
        } finally {
            lock.unlock();
        }
    }
}
