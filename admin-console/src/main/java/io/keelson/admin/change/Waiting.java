package io.keelson.admin.change;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Waiting of those who activate. Owns the one condition of the lock of the {@link ChangeCentre}, which nobody holds while they wait.
 * Thread-safe.
 */
final class Waiting {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ReentrantLock lock;
    private final Condition changed;

    Waiting(ReentrantLock lock) {
        this.lock = lock;
        this.changed = lock.newCondition();
    }

    /** Waits until it is so, for that long at most; an interrupt ends it. Called with the lock. */
    void await(Duration longest, BooleanSupplier done) {
        long left = longest.toNanos();
        try {
            while (!done.getAsBoolean() && left > 0) {
                long turn = Math.min(left, LOOK_NANOS);
                left = changed.awaitNanos(turn) + left - turn;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it goes on without whoever asked
        }
    }

    /** Lets everybody look again. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
