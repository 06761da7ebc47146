package io.keelson.ee.jcache;

import io.keelson.cache.AtomicCache;
import io.keelson.cache.AtomicCache.Decision;
import io.keelson.cache.Caches;
import io.keelson.ee.jcache.bean.TextKeyed;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.integration.CompletionListener;
import javax.cache.processor.EntryProcessor;
import javax.cache.processor.EntryProcessorException;
import javax.cache.processor.EntryProcessorResult;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the domain as JCache has it. Keys are text and values what the cache's setting says. Each operation on one entry is atomic
 * in the cluster; a processor runs again where others have changed the entry meanwhile. Life spans are those of the setting. It has
 * neither listeners nor loader or writer. Closing it ends this view of the cache alone. Thread-safe.
 *
 * <p>Specification: JCache 1.1, 4.
 */
final class DomainCache implements Cache<String, Object>, TextKeyed {
    private final String name;
    private final KeelsonCacheManager manager;
    private final AtomicCache cache;
    private final MutableConfiguration<String, Object> configuration;
    private volatile boolean closed;

    DomainCache(String name, KeelsonCacheManager manager, Caches caches) {
        this.name = name;
        this.manager = manager;
        cache = Objects.requireNonNull(caches.named(name), "the domain has the cache");
        configuration = new MutableConfiguration<>();
        configuration.setTypes(String.class, valueType(cache));
    }

    @SuppressWarnings("unchecked") // the cache takes and gives values of this type only
    private static Class<Object> valueType(AtomicCache cache) {
        Class<?> type = switch (cache.kind()) {
            case TEXT -> String.class;
            case BYTES -> byte[].class;
            case OBJECTS -> Object.class;
        };
        return (Class<Object>) type;
    }

    /** Returns true if the values are objects of any type. */
    boolean anyValue() {
        return configuration.getValueType() == Object.class;
    }

    private void open() {
        if (closed) {
            throw new IllegalStateException("the cache " + name + " is closed");
        }
    }

    /** Runs an operation; the exceptions of the caches become those of JCache. */
    private <T extends @Nullable Object> T does(Supplier<T> operation) {
        open();
        try {
            return operation.get();
        } catch (io.keelson.api.cache.CacheException e) {
            throw new CacheException(e.getMessage(), e);
        }
    }

    private <T extends @Nullable Object> T decide(String key, Function<@Nullable Object, Decision<T>> decision) {
        Objects.requireNonNull(key, "key");
        return does(() -> cache.decide(key, decision));
    }

    private static void given(Iterable<?> keys) {
        for (Object key : Objects.requireNonNull(keys, "keys")) {
            Objects.requireNonNull(key, "a key");
        }
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where there is no value
    public @Nullable Object get(String key) {
        Objects.requireNonNull(key, "key");
        return does(() -> cache.get(key));
    }

    @Override
    public Map<String, Object> getAll(Set<? extends String> keys) {
        open();
        given(keys);
        Map<String, Object> found = new HashMap<>();
        for (String key : keys) {
            Object value = get(key);
            if (value != null) {
                found.put(key, value);
            }
        }
        return found;
    }

    @Override
    public boolean containsKey(String key) {
        Objects.requireNonNull(key, "key");
        return does(() -> cache.containsKey(key));
    }

    /** There is no loader, so nothing is loaded. */
    @Override
    public void loadAll(
            Set<? extends String> keys,
            boolean replaceExistingValues,
            @Nullable CompletionListener completionListener) {
        open();
        given(keys);
        if (completionListener != null) {
            manager.executor().execute(completionListener::onCompletion);
        }
    }

    @Override
    public void put(String key, Object value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        does(() -> {
            cache.put(key, value);
            return true;
        });
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where there was no value
    public @Nullable Object getAndPut(String key, Object value) {
        Objects.requireNonNull(value, "value");
        return this.<@Nullable Object>decide(key, there -> Decision.put(value, there));
    }

    @Override
    public void putAll(Map<? extends String, ? extends Object> map) {
        open();
        given(map.keySet());
        given(map.values());
        map.forEach(this::put);
    }

    @Override
    public boolean putIfAbsent(String key, Object value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        return does(() -> cache.putIfAbsent(key, value));
    }

    @Override
    public boolean remove(String key) {
        Objects.requireNonNull(key, "key");
        return does(() -> cache.remove(key));
    }

    @Override
    public boolean remove(String key, Object oldValue) {
        Objects.requireNonNull(oldValue, "oldValue");
        return decide(key, there -> same(there, oldValue) ? Decision.remove(true) : Decision.keep(false));
    }

    private static boolean same(@Nullable Object there, Object expected) {
        return there != null && Objects.deepEquals(there, expected);
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where there was no value
    public @Nullable Object getAndRemove(String key) {
        return this.<@Nullable Object>decide(key, Decision::remove);
    }

    @Override
    public boolean replace(String key, Object oldValue, Object newValue) {
        Objects.requireNonNull(oldValue, "oldValue");
        Objects.requireNonNull(newValue, "newValue");
        return decide(key, there -> same(there, oldValue) ? Decision.put(newValue, true) : Decision.keep(false));
    }

    @Override
    public boolean replace(String key, Object value) {
        Objects.requireNonNull(value, "value");
        return decide(key, there -> there == null ? Decision.keep(false) : Decision.put(value, true));
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where there was no value
    public @Nullable Object getAndReplace(String key, Object value) {
        Objects.requireNonNull(value, "value");
        return this.<@Nullable Object>decide(
                key, there -> there == null ? Decision.keep(null) : Decision.put(value, there));
    }

    @Override
    public void removeAll(Set<? extends String> keys) {
        open();
        given(keys);
        keys.forEach(this::remove);
    }

    @Override
    public void removeAll() {
        clear();
    }

    @Override
    public void clear() {
        does(() -> {
            cache.clear();
            return true;
        });
    }

    @Override
    public <C extends Configuration<String, Object>> C getConfiguration(Class<C> type) {
        if (type.isInstance(configuration)) {
            return type.cast(new MutableConfiguration<>(configuration));
        }
        throw new IllegalArgumentException("the configuration of the cache " + name + " is no " + type.getName());
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where the processor returns null
    public <T> @Nullable T invoke(
            String key, EntryProcessor<String, Object, T> entryProcessor, @Nullable Object... arguments) {
        Objects.requireNonNull(entryProcessor, "entryProcessor");
        return this.<@Nullable T>decide(key, there -> {
            ProcessedEntry<String, Object> entry = new ProcessedEntry<>(key, there, () -> null);
            T result;
            try {
                result = entryProcessor.process(entry, arguments);
            } catch (EntryProcessorException e) {
                throw e;
            } catch (RuntimeException e) {
                throw new EntryProcessorException("the processor of an entry failed: " + e, e);
            }
            return switch (entry.outcome()) {
                case NOTHING, READ, LOADED -> Decision.keep(result);
                case PUT -> Decision.put(Objects.requireNonNull(entry.value(), "value"), result);
                case REMOVED -> Decision.remove(result);
            };
        });
    }

    @Override
    public <T> Map<String, EntryProcessorResult<T>> invokeAll(
            Set<? extends String> keys,
            EntryProcessor<String, Object, T> entryProcessor,
            @Nullable Object... arguments) {
        open();
        given(keys);
        Objects.requireNonNull(entryProcessor, "entryProcessor");
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
        closed = true;
        boolean unused = manager.release(name, this);
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
        if (type.isAssignableFrom(io.keelson.api.cache.Cache.class)) {
            return type.cast(cache);
        }
        throw new IllegalArgumentException("the cache " + name + " is no " + type.getName());
    }

    @Override
    public void registerCacheEntryListener(CacheEntryListenerConfiguration<String, Object> listener) {
        throw new UnsupportedOperationException("the cache " + name
                + " is one of the domain and tells nobody of its changes; a cache of createCache has listeners");
    }

    @Override
    public void deregisterCacheEntryListener(CacheEntryListenerConfiguration<String, Object> listener) {
        open();
    }

    /** Entries of the keys that there are now. */
    @Override
    public Iterator<Entry<String, Object>> iterator() {
        return new Entries(does(cache::keys).iterator());
    }

    /** Confined to one thread. */
    private final class Entries implements Iterator<Entry<String, Object>> {
        private final Iterator<String> keys;
        private @Nullable Entry<String, Object> next;
        private @Nullable String last;

        Entries(Iterator<String> keys) {
            this.keys = keys;
        }

        @Override
        public boolean hasNext() {
            while (next == null && keys.hasNext()) {
                String key = keys.next();
                Object value = get(key);
                next = value == null ? null : new Pair<>(key, value);
            }
            return next != null;
        }

        @Override
        public Entry<String, Object> next() {
            Entry<String, Object> result = hasNext() ? next : null;
            if (result == null) {
                throw new NoSuchElementException("the cache " + name + " has no more entries");
            }
            next = null;
            last = result.getKey();
            return result;
        }

        @Override
        public void remove() {
            String removed = last;
            if (removed == null) {
                throw new IllegalStateException("next has not been called since the last removal");
            }
            last = null;
            boolean unused = DomainCache.this.remove(removed);
        }
    }

    @Override
    public String toString() {
        return "cache " + name + " of the domain";
    }
}
