package io.keelson.remoting.iiop;

import io.keelson.remoting.spi.RemoteCaller;
import java.security.Principal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Callers that a client has established once for later requests of its connection, by numbers that the client chooses. Bounded.
 * Thread-safe: {@code lock} guards the table.
 */
public final class KeptCallers {
    /** The largest number of them for a connection. */
    static final int MOST = 256;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, RemoteCaller> callers = new HashMap<>();
    private boolean closed;

    /** Makes an empty table. */
    public KeptCallers() {}

    /** Outcome of keeping a caller. */
    public enum Outcome {
        /** Is kept from now on. */
        KEPT,
        /** There is no room; the number stands for nobody. */
        FULL,
        /** The number stands for another user, and goes on to do so. */
        CONFLICT
    }

    /** Keeps a caller by a number. The same user may come again, with other groups. */
    public Outcome keep(long number, RemoteCaller caller) {
        lock.lock();
        try {
            RemoteCaller before = callers.get(number);
            if (before != null && !name(before).equals(name(caller))) {
                return Outcome.CONFLICT;
            }
            if (closed || before == null && callers.size() >= MOST) {
                return Outcome.FULL;
            }
            callers.put(number, caller);
            return Outcome.KEPT;
        } finally {
            lock.unlock();
        }
    }

    private static Optional<String> name(RemoteCaller caller) {
        return Optional.ofNullable(caller.principal()).map(Principal::getName);
    }

    /**
     * Returns the caller that a number stands for.
     *
     * @param discard true if the number stands for nobody afterwards
     */
    public Optional<RemoteCaller> find(long number, boolean discard) {
        lock.lock();
        try {
            return Optional.ofNullable(discard ? callers.remove(number) : callers.get(number));
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all, and keeps none from now on. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            callers.clear();
        } finally {
            lock.unlock();
        }
    }
}
