package io.keelson.servlet.runtime;

import io.keelson.base.time.Deadline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets requests into an application, counts them, and waits for them when it stops. Thread-safe. Open and count are one
 * atomic number, so that no request slips in behind the one that closes.
 *
 * <p>Specification: Servlet 6.1, 2.3.4 End of Service.
 */
final class Gate {
    private static final long CLOSED = 1L << 62;

    private final AtomicLong state = new AtomicLong(CLOSED);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();

    /** Lets requests in. */
    void open() {
        state.updateAndGet(now -> now & ~CLOSED);
    }

    /** Lets one request in; false when it is closed. */
    boolean enter() {
        if ((state.incrementAndGet() & CLOSED) == 0) {
            return true;
        }
        exit();
        return false;
    }

    /** A request has ended. */
    void exit() {
        if (state.decrementAndGet() == CLOSED) {
            lock.lock();
            try {
                empty.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns how many requests are in. */
    long inside() {
        return state.get() & ~CLOSED;
    }

    /** Lets no more in. */
    void close() {
        state.updateAndGet(now -> now | CLOSED);
    }

    /** Waits until all have ended or the deadline has passed; returns how many are left. */
    long await(Deadline deadline) {
        lock.lock();
        try {
            while (inside() > 0 && !deadline.passed()) {
                // A step at a time, because the deadline's clock may be one that a test drives.
                long most = TimeUnit.MILLISECONDS.toNanos(50);
                long ignored = empty.awaitNanos(Math.min(deadline.remaining().toNanos(), most));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return inside();
    }
}
