package io.keelson.ejb.entity;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Locks of entity objects, one a primary key, each with an owner that may have it several times. Thread-safe; one lock guards all. */
final class KeyLocks {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Object, Held> held = new HashMap<>();

    private static final class Held {
        private final Condition free;
        private @Nullable Object owner;
        private int waiting;

        Held(Condition free) {
            this.free = free;
        }
    }

    /**
     * Takes the lock of a key.
     *
     * @return null; or the owner that still had it when the time was over
     * @throws InterruptedException when the thread is interrupted while it waits
     */
    @Nullable
    Object take(Object key, Object owner, long nanos) throws InterruptedException {
        lock.lock();
        try {
            Held of = held.computeIfAbsent(key, none -> new Held(lock.newCondition()));
            long left = nanos;
            of.waiting++;
            try {
                while (of.owner != null && of.owner != owner) {
                    if (left <= 0) {
                        return of.owner;
                    }
                    left = of.free.awaitNanos(left);
                }
                of.owner = owner;
                return null;
            } finally {
                of.waiting--;
                drop(key, of);
            }
        } finally {
            lock.unlock();
        }
    }

    void release(Object key, Object owner) {
        lock.lock();
        try {
            Held of = held.get(key);
            if (of != null && of.owner == owner) {
                of.owner = null;
                of.free.signal();
                drop(key, of);
            }
        } finally {
            lock.unlock();
        }
    }

    private void drop(Object key, Held of) {
        if (of.owner == null && of.waiting == 0) {
            held.remove(key);
        }
    }

    int size() {
        lock.lock();
        try {
            return held.size();
        } finally {
            lock.unlock();
        }
    }
}
