package io.keelson.ejb.invocation;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The stateful beans in memory that may go to disk, the one that was used last at the end. Thread-safe; its lock guards the order. */
final class UsageOrder {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Object, StatefulEntry> order = new LinkedHashMap<>(16, 0.75f, true);

    /** A bean has been used. */
    void used(StatefulEntry entry) {
        lock.lock();
        try {
            order.put(entry.key(), entry);
        } finally {
            lock.unlock();
        }
    }

    /** A bean is not in memory any more, or stays there for good. */
    void remove(StatefulEntry entry) {
        lock.lock();
        try {
            order.remove(entry.key(), entry);
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return order.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the bean that has not been used for the longest time and that nothing uses; null: there is none.
     *
     * @param most none is taken where there are not more
     * @param usedBefore only a bean that has not been used since that moment; null: any
     */
    @Nullable
    StatefulEntry claim(int most, @Nullable Long usedBefore) {
        lock.lock();
        try {
            Iterator<StatefulEntry> eldest = order.values().iterator();
            while (order.size() > most && eldest.hasNext()) {
                StatefulEntry entry = eldest.next();
                if (entry.removed()) {
                    eldest.remove();
                } else if (entry.claim(usedBefore)) {
                    eldest.remove();
                    return entry;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }
}
