package io.keelson.jms.client;

import io.keelson.jms.wire.Delivery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that have come for the consumers of a session, and the condition on which its thread waits for them. Its lock is taken last:
 * nobody calls the server while holding it.
 */
final class Mailbox {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** The deliveries of one consumer. */
    static final class Box {
        private final ArrayDeque<Delivery> deliveries = new ArrayDeque<>();
    }

    void put(Box box, List<Delivery> batch) {
        lock.lock();
        try {
            box.deliveries.addAll(batch);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Puts a delivery back that was taken: it is the first again. */
    void putBack(Box box, Delivery delivery) {
        lock.lock();
        try {
            box.deliveries.addFirst(delivery);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Has all that wait look again. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the first delivery; null where there is none. */
    @Nullable
    Delivery poll(Box box) {
        lock.lock();
        try {
            return box.deliveries.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes all deliveries. */
    List<Delivery> drain(Box box) {
        lock.lock();
        try {
            List<Delivery> all = new ArrayList<>(box.deliveries);
            box.deliveries.clear();
            return all;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty(Box box) {
        lock.lock();
        try {
            return box.deliveries.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the first delivery, and waits for it.
     *
     * @param open false ends the wait
     * @param running while it is false nothing is taken
     * @param nanos at most; {@code Long.MAX_VALUE}: without end
     */
    @Nullable
    Delivery take(Box box, BooleanSupplier open, BooleanSupplier running, long nanos) throws InterruptedException {
        long left = nanos;
        lock.lockInterruptibly();
        try {
            while (open.getAsBoolean() && (box.deliveries.isEmpty() || !running.getAsBoolean())) {
                if (left <= 0) {
                    return null;
                }
                if (nanos == Long.MAX_VALUE) {
                    changed.await();
                } else {
                    left = changed.awaitNanos(left);
                }
            }
            return open.getAsBoolean() ? box.deliveries.poll() : null;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something holds. It is looked at under the lock, at each change and at least every so often. */
    void await(BooleanSupplier what) {
        lock.lock();
        try {
            boolean interrupted = false;
            while (!what.getAsBoolean()) {
                try {
                    boolean unused = changed.await(1, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        } finally {
            lock.unlock();
        }
    }
}
