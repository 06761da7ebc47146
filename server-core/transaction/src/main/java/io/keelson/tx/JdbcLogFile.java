package io.keelson.tx;

import io.keelson.kernel.jdbc.DatabaseWork;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A transaction log in rows of a database. What is written stays in memory until {@link #force}, which is one transaction of the database.
 * One that fails before its commit leaves the log as it was. Where the answer to a commit is lost nobody knows what is kept, until a cut or
 * another opening has asked.
 *
 * <p>Thread-safe as {@link LogFile} wants it: the lock guards all state, and is not held while the database is waited for.
 */
final class JdbcLogFile implements LogFile {
    private final JdbcLogRows rows;
    private final String shown;
    private final long opening;
    private final ReentrantLock lock = new ReentrantLock();
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private long stored;
    private Condition condition = Condition.SOUND;
    private boolean closed;

    private JdbcLogFile(JdbcLogRows rows, String shown, JdbcLogRows.Claimed claimed) {
        this.rows = rows;
        this.shown = shown;
        this.opening = claimed.opening();
        this.stored = claimed.length();
    }

    /**
     * Opens a log, so that whoever had it open writes nothing any more.
     *
     * @param shown name of the log for people
     */
    static JdbcLogFile open(JdbcLogRows rows, String shown, Tenure tenure) throws IOException {
        try {
            return new JdbcLogFile(rows, shown, rows.claim(tenure));
        } catch (SQLException e) {
            throw new IOException(DatabaseWork.said(e), e);
        }
    }

    @Override
    public byte[] read() throws IOException {
        try {
            return rows.read(opening);
        } catch (SQLException e) {
            throw new IOException(DatabaseWork.said(e), e);
        }
    }

    @Override
    public void write(long offset, ByteBuffer bytes) throws IOException {
        lock.lock();
        try {
            check();
            if (offset != stored + pending.size()) {
                throw new IOException("it ends at " + (stored + pending.size()) + ", not at " + offset);
            }
            byte[] next = new byte[bytes.remaining()];
            bytes.get(next);
            pending.writeBytes(next);
        } finally {
            lock.unlock();
        }
    }

    /** Refuses what cannot be done in the present condition. The caller holds the lock. */
    private void check() throws IOException {
        if (closed) {
            throw new IOException("it is closed");
        }
        switch (condition) {
            case SOUND -> {}
            case STALE -> throw new IOException("it has to be opened again, as its last write may be kept or not");
            case FAILED -> throw new IOException("another server has opened it meanwhile, or its rows were changed");
        }
    }

    @Override
    public void force() throws IOException {
        byte[] bytes;
        long from;
        lock.lock();
        try {
            check();
            bytes = pending.toByteArray();
            from = stored;
        } finally {
            lock.unlock();
        }
        if (bytes.length == 0) {
            return;
        }
        write(() -> rows.append(opening, from, bytes));
        lock.lock();
        try {
            stored = from + bytes.length;
            byte[] all = pending.toByteArray(); // others have written meanwhile
            pending.reset();
            pending.write(all, bytes.length, all.length - bytes.length);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void truncate(long length) throws IOException {
        boolean inDatabase;
        lock.lock();
        try {
            if (length > stored + pending.size()) {
                throw new IOException("it ends at " + (stored + pending.size()) + ", before " + length);
            }
            if (closed || condition == Condition.STALE && length > stored) {
                check();
            }
            inDatabase = condition == Condition.STALE || length < stored;
        } finally {
            lock.unlock();
        }
        if (inDatabase) {
            write(() -> rows.truncate(opening, length));
        }
        lock.lock();
        try {
            if (inDatabase) {
                stored = length;
                condition = Condition.SOUND;
            }
            byte[] kept = Arrays.copyOf(pending.toByteArray(), (int) (length - stored));
            pending.reset();
            pending.writeBytes(kept);
        } finally {
            lock.unlock();
        }
    }

    /** Replaces the log. Where that fails it has to be opened again: a cut would not tell what is there. */
    @Override
    public void replace(byte[] content) throws IOException {
        lock.lock();
        try {
            check();
        } finally {
            lock.unlock();
        }
        try {
            write(() -> rows.replace(opening, content));
        } catch (IOException e) {
            lock.lock();
            try {
                closed = closed || condition == Condition.STALE;
            } finally {
                lock.unlock();
            }
            throw e;
        }
        lock.lock();
        try {
            stored = content.length;
            pending.reset();
        } finally {
            lock.unlock();
        }
    }

    private interface Write {
        void run() throws SQLException, IOException;
    }

    private void write(Write write) throws IOException {
        try {
            write.run();
        } catch (DatabaseWork.UnknownOutcomeException e) {
            become(Condition.STALE);
            throw new IOException(DatabaseWork.said(e), e);
        } catch (SQLException e) {
            throw new IOException(DatabaseWork.said(e), e);
        } catch (IOException e) { // another server's log, or rows that this one did not write
            become(Condition.FAILED);
            throw e;
        }
    }

    private void become(Condition next) {
        lock.lock();
        try {
            condition = next;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Condition condition() {
        lock.lock();
        try {
            return condition;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean mayBeCopy() {
        return false;
    }

    /** Writes what waits, where that is possible: recovery then has less to ask. */
    @Override
    public void close() throws IOException {
        boolean writes;
        lock.lock();
        try {
            writes = !closed && condition == Condition.SOUND;
        } finally {
            lock.unlock();
        }
        try {
            if (writes) {
                force();
            }
        } finally {
            lock.lock();
            try {
                closed = true;
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public String toString() {
        return shown;
    }
}
