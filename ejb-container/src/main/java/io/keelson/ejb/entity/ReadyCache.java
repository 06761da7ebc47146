package io.keelson.ejb.entity;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The instances with identity that no transaction uses, the one that was used least recently first. Thread-safe; its lock guards all.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 12.1.4, the ready state.
 */
final class ReadyCache {
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Object, Deque<EntityInstance>> ready = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Object, Long> stale = new LinkedHashMap<>();
    private int size;
    private boolean anyStale;
    private long allStale;

    ReadyCache(int most) {
        this.most = most;
    }

    /** Takes an instance; null where there is none. */
    @Nullable
    EntityInstance take(Object key) {
        lock.lock();
        try {
            Deque<EntityInstance> there = ready.get(key);
            EntityInstance found = there == null ? null : there.pollLast();
            if (found == null) {
                return null;
            }
            size--;
            if (there != null && there.isEmpty()) {
                ready.remove(key);
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    /** Puts an instance back, and returns those that have to go for it. */
    List<EntityInstance> put(EntityInstance instance) {
        List<EntityInstance> going = new ArrayList<>();
        Object key = instance.key();
        lock.lock();
        try {
            if (most == 0 || key == null) {
                going.add(instance);
                return going;
            }
            ready.computeIfAbsent(key, none -> new ArrayDeque<>()).addLast(instance);
            size++;
            while (size > most) {
                Iterator<Map.Entry<Object, Deque<EntityInstance>>> eldest =
                        ready.entrySet().iterator();
                Map.Entry<Object, Deque<EntityInstance>> entry = eldest.next();
                going.add(entry.getValue().removeFirst());
                size--;
                if (entry.getValue().isEmpty()) {
                    eldest.remove();
                }
            }
            return going;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    /** Makes what was loaded before stale; those in use too. */
    void invalidate(Object key, long now) {
        lock.lock();
        try {
            stale.remove(key);
            stale.put(key, now);
            if (stale.size() > most) { // bounded: whatever was loaded before the oldest mark counts as stale
                Iterator<Long> marks = stale.values().iterator();
                allStale(marks.next());
                marks.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes everything that was loaded before stale; what is in use too. */
    void invalidateAll(long now) {
        lock.lock();
        try {
            stale.clear();
            allStale(now);
        } finally {
            lock.unlock();
        }
    }

    private void allStale(long since) {
        if (!anyStale || since - allStale > 0) {
            anyStale = true;
            allStale = since;
        }
    }

    /** Returns true if a state that was loaded at that moment has been invalidated. */
    boolean stale(Object key, long loadedAt) {
        lock.lock();
        try {
            Long since = stale.get(key);
            return since != null && since - loadedAt >= 0 || anyStale && allStale - loadedAt >= 0;
        } finally {
            lock.unlock();
        }
    }

    /** Takes all instances. */
    List<EntityInstance> clear() {
        lock.lock();
        try {
            List<EntityInstance> all = new ArrayList<>();
            ready.values().forEach(all::addAll);
            ready.clear();
            size = 0;
            return all;
        } finally {
            lock.unlock();
        }
    }
}
