package io.keelson.tx;

import java.io.IOException;
import java.nio.file.Files;
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
    private final @Nullable Path file;
    private final Opening opening;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable FileDecisions opened;
    private volatile @Nullable TransactionIds unlogged;
    private volatile Runnable onOpen = () -> {};
    private volatile boolean closed;

    ServerLog(String server, Path file) {
        this(server, file, () -> LogFile.on(file));
    }

    /** With a file of another kind, which is there from the beginning. */
    ServerLog(String server, @Nullable Path file, Opening opening) {
        this.server = server;
        this.file = file;
        this.opening = opening;
    }

    /** Opens the file. */
    @FunctionalInterface
    interface Opening {
        LogFile open() throws IOException;
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
                log = FileDecisions.open(opening.open(), 1);
                opened = log;
                onOpen.run();
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

    /** Returns the log where it is open, or can be because it is there; null where the server has none. */
    @Nullable
    FileDecisions existing() {
        FileDecisions log = opened;
        return log != null ? log : fileIsThere() ? open() : null;
    }

    /** Returns true if the log is open, or is there to be opened. */
    boolean exists() {
        return opened != null || fileIsThere();
    }

    /** Says what runs when the log is opened. Before its first use. */
    void onOpen(Runnable then) {
        onOpen = then;
    }

    private boolean fileIsThere() {
        return file != null && Files.exists(file);
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
