package io.keelson.ee.jcache;

import io.keelson.base.time.Ticker;
import io.keelson.ee.jcache.LiveEntries.Stored;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.cache.Cache;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CacheWriterException;
import javax.cache.integration.CompletionListener;
import javax.cache.processor.EntryProcessor;
import javax.cache.processor.EntryProcessorException;
import javax.cache.processor.EntryProcessorResult;
import org.jspecify.annotations.Nullable;

/**
 * A cache that an application has made for itself: in the memory of this server, of any types, with the application's loader, writer,
 * listeners and life spans. {@link LiveEntries} keeps the entries; this class reads and writes them through and counts. Thread-safe.
 *
 * <p>Specification: JCache 1.1, 4 to 9.
 */
final class LocalCache<K, V> implements Cache<K, V> {
    private static final Ticker TIME = Ticker.system();

    private final String name;
    private final KeelsonCacheManager manager;
    private final MutableConfiguration<K, V> configuration;
    private final ExpiryPolicy policy;
    private final Behind<K, V> behind;
    private final Listeners<K, V> listeners;
    private final CacheFigures figures = new CacheFigures();
    private final LiveEntries<K, V> entries;
    private volatile boolean closed;

    LocalCache(String name, KeelsonCacheManager manager, MutableConfiguration<K, V> configuration) {
        this.name = name;
        this.manager = manager;
        this.configuration = configuration;
        policy = configuration.getExpiryPolicyFactory().create();
        behind = new Behind<>(configuration);
        listeners = new Listeners<>(this, manager.executor());
        entries = new LiveEntries<>(
                new Copies(configuration.isStoreByValue() ? manager.getClassLoader() : null),
                new Lifespans(policy),
                listeners,
                TIME);
        figures.enable(configuration.isStatisticsEnabled());
        for (CacheEntryListenerConfiguration<K, V> each : configuration.getCacheEntryListenerConfigurations()) {
            listeners.add(each);
        }
    }

    CacheFigures figures() {
        return figures;
    }

    MutableConfiguration<K, V> configuration() {
        return configuration;
    }

    private void open() {
        if (closed) {
            throw new IllegalStateException("the cache " + name + " is closed");
        }
    }

    private static <T> T given(@Nullable T object, String what) {
        return Objects.requireNonNull(object, what);
    }

    private static void given(Collection<?> keys) {
        for (Object key : given(keys, "keys")) {
            given(key, "a key");
        }
    }

    /** Puts a value, and writes it through where that is asked. Returns true if there is an entry now. */
    private boolean store(K key, @Nullable Stored there, V value, long now, boolean through) {
        if (through) {
            behind.write(key, value);
        }
        if (there == null) {
            return entries.create(key, value, now);
        }
        entries.update(key, there, value, now);
        return true;
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where there is no value
    public @Nullable V get(K key) {
        open();
        return load(given(key, "key"));
    }

    private @Nullable V load(K key) {
        long since = TIME.nanoTime();
        long now = TIME.currentTimeMillis();
        Stored stored = entries.find(key);
        if (stored != null) {
            V value = entries.value(stored);
            entries.used(stored, now);
            figures.read(true, since);
            return value;
        }
        return entries.change(key, (there, at) -> {
            if (there != null) {
                V value = entries.value(there);
                entries.used(there, at);
                figures.read(true, since);
                return value;
            }
            figures.read(false, since);
            V loaded = behind.read(key);
            if (loaded != null) {
                boolean unused = entries.create(key, loaded, TIME.currentTimeMillis());
            }
            return loaded;
        });
    }

    @Override
    public Map<K, V> getAll(Set<? extends K> keys) {
        open();
        given(keys);
        Map<K, V> found = new HashMap<>();
        Set<K> missing = new HashSet<>();
        for (K key : keys) {
            long since = TIME.nanoTime();
            V value = entries.change(key, (there, now) -> {
                if (there == null) {
                    return null;
                }
                V kept = entries.value(there);
                entries.used(there, now);
                return kept;
            });
            figures.read(value != null, since);
            if (value == null) {
                missing.add(key);
            } else {
                found.put(key, value);
            }
        }
        if (behind.readsThrough()) {
            behind.loadAll(missing).forEach((key, value) -> {
                put(key, value, false, true);
                found.put(key, value);
            });
        }
        return found;
    }

    @Override
    public boolean containsKey(K key) {
        open();
        return entries.find(given(key, "key")) != null;
    }

    @Override
    public void loadAll(
            Set<? extends K> keys, boolean replaceExistingValues, @Nullable CompletionListener completionListener) {
        open();
        given(keys);
        Set<K> wanted = new HashSet<>(keys);
        manager.executor().execute(() -> {
            try {
                if (!replaceExistingValues) {
                    wanted.removeIf(this::containsKey);
                }
                behind.loadAll(wanted).forEach((key, value) -> put(key, value, false, replaceExistingValues));
            } catch (RuntimeException e) {
                if (completionListener == null) {
                    JcacheLog.LOG.failed(name, e);
                } else {
                    completionListener.onException(e);
                }
                return;
            }
            if (completionListener != null) {
                completionListener.onCompletion();
            }
        });
    }

    @Override
    public void put(K key, V value) {
        open();
        put(given(key, "key"), given(value, "value"), true, true);
    }

    private void put(K key, V value, boolean through, boolean replaces) {
        long since = TIME.nanoTime();
        boolean stored = entries.change(key, (there, now) -> {
            if (there != null && !replaces) {
                return false;
            }
            return store(key, there, value, now, through);
        });
        if (stored) {
            figures.put(since);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where there is no value
    public @Nullable V getAndPut(K key, V value) {
        open();
        given(key, "key");
        given(value, "value");
        long since = TIME.nanoTime();
        return entries.change(key, (there, now) -> {
            V old = there == null ? null : entries.value(there);
            boolean stored = store(key, there, value, now, true);
            figures.read(old != null, since);
            if (stored) {
                figures.put(since);
            }
            return old;
        });
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        open();
        given(given(map, "map").keySet());
        for (Object value : map.values()) {
            given(value, "a value");
        }
        List<Entry<? extends K, ? extends V>> unwritten = new ArrayList<>();
        if (behind.writesThrough()) {
            map.forEach((key, value) -> unwritten.add(new Pair<>(key, value)));
        }
        CacheWriterException failed = null;
        try {
            behind.writeAll(unwritten);
            unwritten.clear();
        } catch (CacheWriterException e) {
            failed = e;
        }
        Set<Object> out = new HashSet<>();
        unwritten.forEach(each -> out.add(each.getKey()));
        map.forEach((key, value) -> {
            if (!out.contains(key)) {
                put(key, value, false, true);
            }
        });
        if (failed != null) {
            throw failed;
        }
    }

    @Override
    public boolean putIfAbsent(K key, V value) {
        open();
        given(key, "key");
        given(value, "value");
        long since = TIME.nanoTime();
        return entries.change(key, (there, now) -> {
            boolean stored = there == null && store(key, null, value, now, true);
            figures.read(there != null, since);
            if (stored) {
                figures.put(since);
            }
            return stored;
        });
    }

    @Override
    public boolean remove(K key) {
        open();
        given(key, "key");
        long since = TIME.nanoTime();
        return entries.change(key, (there, now) -> {
            behind.delete(key);
            if (there == null) {
                return false;
            }
            entries.drop(key, there);
            figures.removed(since);
            return true;
        });
    }

    @Override
    public boolean remove(K key, V oldValue) {
        open();
        given(key, "key");
        given(oldValue, "oldValue");
        long since = TIME.nanoTime();
        return entries.change(key, (there, now) -> {
            boolean same = there != null && entries.value(there).equals(oldValue);
            figures.read(same, since);
            if (there == null) {
                return false;
            }
            if (same) {
                behind.delete(key);
                entries.drop(key, there);
                figures.removed(since);
            } else {
                entries.used(there, now);
            }
            return same;
        });
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where there is no value
    public @Nullable V getAndRemove(K key) {
        open();
        given(key, "key");
        long since = TIME.nanoTime();
        return entries.change(key, (there, now) -> {
            behind.delete(key);
            figures.read(there != null, since);
            if (there == null) {
                return null;
            }
            V old = entries.value(there);
            entries.drop(key, there);
            figures.removed(since);
            return old;
        });
    }

    @Override
    public boolean replace(K key, V oldValue, V newValue) {
        open();
        given(key, "key");
        given(oldValue, "oldValue");
        given(newValue, "newValue");
        long since = TIME.nanoTime();
        return entries.change(key, (there, now) -> {
            boolean same = there != null && entries.value(there).equals(oldValue);
            figures.read(there != null, since);
            if (there == null) {
                return false;
            }
            if (same) {
                boolean unused = store(key, there, newValue, now, true);
                figures.put(since);
            } else {
                entries.used(there, now);
            }
            return same;
        });
    }

    @Override
    public boolean replace(K key, V value) {
        open();
        return replaced(key, value, there -> true, false);
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where there is no value
    public @Nullable V getAndReplace(K key, V value) {
        open();
        return this.<@Nullable V>replaced(key, value, entries::value, null);
    }

    private <T extends @Nullable Object> T replaced(K key, V value, Function<Stored, T> result, T otherwise) {
        given(key, "key");
        given(value, "value");
        long since = TIME.nanoTime();
        return entries.change(key, (there, now) -> {
            figures.read(there != null, since);
            if (there == null) {
                return otherwise;
            }
            T old = result.apply(there);
            boolean unused = store(key, there, value, now, true);
            figures.put(since);
            return old;
        });
    }

    @Override
    public void removeAll(Set<? extends K> keys) {
        open();
        given(keys);
        remove(new HashSet<>(keys));
    }

    @Override
    public void removeAll() {
        open();
        remove(entries.keys());
    }

    private void remove(Set<K> keys) {
        Set<Object> undeleted = new HashSet<>(keys);
        CacheWriterException failed = null;
        try {
            behind.deleteAll(undeleted);
            undeleted.clear();
        } catch (CacheWriterException e) {
            failed = e;
        }
        for (K key : keys) {
            if (!undeleted.contains(key)) {
                long since = TIME.nanoTime();
                boolean removed = entries.change(key, (there, now) -> {
                    if (there == null) {
                        return false;
                    }
                    entries.drop(key, there);
                    return true;
                });
                if (removed) {
                    figures.removed(since);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    @Override
    public void clear() {
        open();
        entries.clear();
    }

    @Override
    public <C extends Configuration<K, V>> C getConfiguration(Class<C> type) {
        if (type.isInstance(configuration)) {
            return type.cast(new MutableConfiguration<>(configuration));
        }
        throw new IllegalArgumentException("the configuration of the cache " + name + " is no " + type.getName());
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where the processor returns null
    public <T> @Nullable T invoke(K key, EntryProcessor<K, V, T> entryProcessor, @Nullable Object... arguments) {
        open();
        given(key, "key");
        given(entryProcessor, "entryProcessor");
        return entries.change(key, (there, now) -> {
            long since = TIME.nanoTime();
            figures.read(there != null, since);
            ProcessedEntry<K, V> entry =
                    new ProcessedEntry<>(key, there == null ? null : entries.value(there), () -> behind.read(key));
            T result;
            try {
                result = entryProcessor.process(entry, arguments);
            } catch (EntryProcessorException e) {
                throw e;
            } catch (RuntimeException e) {
                throw new EntryProcessorException("the processor of an entry failed: " + e, e);
            }
            finish(key, there, entry, now, since);
            return result;
        });
    }

    private void finish(K key, @Nullable Stored there, ProcessedEntry<K, V> entry, long now, long since) {
        V value = entry.value();
        switch (entry.outcome()) {
            case NOTHING -> {}
            case READ -> {
                if (there != null) {
                    entries.used(there, now);
                }
            }
            case LOADED, PUT -> {
                boolean put = entry.outcome() == ProcessedEntry.Outcome.PUT;
                if (store(key, there, given(value, "value"), now, put) && put) {
                    figures.put(since);
                }
            }
            case REMOVED -> {
                behind.delete(key);
                if (there != null) {
                    entries.drop(key, there);
                    figures.removed(since);
                }
            }
        }
    }

    @Override
    public <T> Map<K, EntryProcessorResult<T>> invokeAll(
            Set<? extends K> keys, EntryProcessor<K, V, T> entryProcessor, @Nullable Object... arguments) {
        open();
        given(keys);
        given(entryProcessor, "entryProcessor");
        return Results.of(keys, key -> invoke(key, entryProcessor, arguments));
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public KeelsonCacheManager getCacheManager() {
        return manager;
    }

    @Override
    public void close() {
        if (manager.release(name, this)) {
            shut();
        }
    }

    /** Closes the cache, which its manager no longer has. */
    void shut() {
        closed = true;
        ManagementBeans.showConfiguration(manager, this, false);
        ManagementBeans.showStatistics(manager, this, figures, false);
        listeners.close();
        behind.close(name);
        Closing.closeIfCloseable(policy, "expiry policy", name);
        entries.clear();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new IllegalArgumentException("the cache " + name + " is no " + type.getName());
    }

    @Override
    public void registerCacheEntryListener(CacheEntryListenerConfiguration<K, V> listener) {
        open();
        configuration.addCacheEntryListenerConfiguration(given(listener, "listener"));
        listeners.add(listener);
    }

    @Override
    public void deregisterCacheEntryListener(CacheEntryListenerConfiguration<K, V> listener) {
        open();
        configuration.removeCacheEntryListenerConfiguration(given(listener, "listener"));
        listeners.remove(listener);
    }

    @Override
    public Iterator<Entry<K, V>> iterator() {
        open();
        return new Entries(entries.all());
    }

    /** The live entries of those that there were when it was made. Confined to one thread. */
    private final class Entries implements Iterator<Entry<K, V>> {
        private final Iterator<Stored> rest;
        private @Nullable Entry<K, V> next;
        private @Nullable Entry<K, V> last;

        Entries(List<Stored> all) {
            rest = all.iterator();
        }

        @Override
        public boolean hasNext() {
            open();
            while (next == null && rest.hasNext()) {
                K key = entries.key(rest.next());
                long since = TIME.nanoTime();
                next = entries.change(key, (there, now) -> {
                    if (there == null) {
                        return null;
                    }
                    Entry<K, V> found = new Pair<>(key, entries.value(there));
                    entries.used(there, now);
                    figures.read(true, since);
                    return found;
                });
            }
            return next != null;
        }

        @Override
        public Entry<K, V> next() {
            Entry<K, V> result = hasNext() ? next : null;
            if (result == null) {
                throw new NoSuchElementException("the cache " + name + " has no more entries");
            }
            next = null;
            last = result;
            return result;
        }

        @Override
        public void remove() {
            Entry<K, V> removed = last;
            if (removed == null) {
                throw new IllegalStateException("next has not been called since the last removal");
            }
            last = null;
            boolean unused = LocalCache.this.remove(removed.getKey());
        }

        @Override
        public void forEachRemaining(Consumer<? super Entry<K, V>> action) {
            while (hasNext()) {
                action.accept(next());
            }
        }
    }

    @Override
    public String toString() {
        return "cache " + name;
    }
}
