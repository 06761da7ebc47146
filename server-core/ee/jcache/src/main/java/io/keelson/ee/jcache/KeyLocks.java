package io.keelson.ee.jcache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Locks by key, each there only while somebody holds it or waits for it. Reentrant. Thread-safe. */
final class KeyLocks {
    private final ConcurrentHashMap<Object, Held> held = new ConcurrentHashMap<>();

    /** Runs work while the calling thread alone has the key. */
    <T extends @Nullable Object> T with(Object key, Supplier<T> work) {
        Held mine = held.compute(key, (each, there) -> {
            Held lock = there == null ? new Held() : there;
            lock.users++;
            return lock;
        });
        mine.lock.lock();
        try {
            return work.get();
        } finally {
            mine.lock.unlock();
            held.computeIfPresent(key, (each, lock) -> --lock.users == 0 ? null : lock);
        }
    }

    /** A lock and the number of its users, which {@link ConcurrentHashMap#compute} guards. */
    private static final class Held {
        private final ReentrantLock lock = new ReentrantLock();
        private int users;
    }
}
