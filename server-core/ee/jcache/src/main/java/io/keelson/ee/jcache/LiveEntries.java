package io.keelson.ee.jcache;

import io.keelson.base.time.Ticker;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a {@link LocalCache}: keys and values as they are kept, with the ends of their lives. Each change of an entry is made by
 * the thread that holds the lock of its key ({@link #change}), and listeners hear of it there. An entry that has ended goes when its key
 * is next held. Reads of live entries take no lock. Thread-safe.
 *
 * <p>Specification: JCache 1.1, 5 Expiry Policies.
 */
final class LiveEntries<K, V> {
    private final Copies copies;
    private final Lifespans lifespans;
    private final Listeners<K, V> listeners;
    private final Ticker ticker;
    private final KeyLocks locks = new KeyLocks();
    private final Map<Object, Stored> entries = new ConcurrentHashMap<>();

    LiveEntries(Copies copies, Lifespans lifespans, Listeners<K, V> listeners, Ticker ticker) {
        this.copies = copies;
        this.lifespans = lifespans;
        this.listeners = listeners;
        this.ticker = ticker;
    }

    /** An entry. Value and end are written by the thread that holds the key; readers set the end that their use gives. */
    static final class Stored {
        private final Object key;
        private volatile Object value;
        private volatile long end;

        private Stored(Object key, Object value, long end) {
            this.key = key;
            this.value = value;
            this.end = end;
        }

        private boolean ended(long now) {
            return end <= now;
        }
    }

    @SuppressWarnings("unchecked") // what was kept was of the cache's types
    V value(Stored stored) {
        return (V) copies.object(stored.value);
    }

    @SuppressWarnings("unchecked") // what was kept was of the cache's types
    K key(Stored stored) {
        return (K) copies.copy(stored.key);
    }

    /** Returns the entry that is live now; null where there is none. Takes no lock. */
    @Nullable
    Stored find(Object key) {
        Stored stored = entries.get(key);
        return stored == null || stored.ended(ticker.currentTimeMillis()) ? null : stored;
    }

    /** Returns all entries, those among them that have ended. */
    List<Stored> all() {
        return List.copyOf(entries.values());
    }

    /** Returns the keys of all entries. */
    Set<K> keys() {
        Set<K> keys = new HashSet<>();
        entries.values().forEach(each -> keys.add(key(each)));
        return keys;
    }

    /** Forgets all entries, of which listeners hear nothing. */
    void clear() {
        entries.clear();
    }

    /** Gives an entry the end that its use gives. */
    void used(Stored there, long now) {
        there.end = lifespans.accessed(now, there.end);
    }

    // ---- changes ---------------------------------------------------------------------------------------------------

    /**
     * Runs a change with the lock of a key.
     *
     * @param work gets the live entry, or null, and the time in milliseconds
     */
    <T extends @Nullable Object> T change(K key, BiFunction<@Nullable Stored, Long, T> work) {
        return locks.with(key, () -> {
            long now = ticker.currentTimeMillis();
            return work.apply(live(key, now), now);
        });
    }

    private @Nullable Stored live(Object key, long now) {
        Stored there = entries.get(key);
        if (there == null || !there.ended(now)) {
            return there;
        }
        entries.remove(key);
        if (!listeners.isEmpty()) {
            listeners.expired(key(there), value(there));
        }
        return null;
    }

    /** Makes an entry, within a change. One that would end at once is not made. Returns true if it was made. */
    boolean create(K key, V value, long now) {
        long end = lifespans.created(now);
        if (end <= now) {
            return false;
        }
        Object own = copies.copy(key);
        entries.put(own, new Stored(own, copies.kept(value), end));
        listeners.created(key, value);
        return true;
    }

    /** Gives an entry another value, within a change. */
    void update(K key, Stored there, V value, long now) {
        V old = listeners.isEmpty() ? null : value(there);
        Object kept = copies.kept(value);
        there.end = lifespans.updated(now, there.end);
        there.value = kept;
        if (old != null) {
            listeners.updated(key, old, value);
        }
        if (there.ended(now)) {
            Stored unused = live(key, now);
        }
    }

    /** Removes an entry, within a change. */
    void drop(K key, Stored there) {
        entries.remove(key);
        if (!listeners.isEmpty()) {
            listeners.removed(key, value(there));
        }
    }
}
