package io.keelson.ee.jcache;

import java.io.Closeable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javax.cache.Cache;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryEventFilter;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.CacheEntryListener;
import javax.cache.event.CacheEntryListenerException;
import javax.cache.event.CacheEntryRemovedListener;
import javax.cache.event.CacheEntryUpdatedListener;
import javax.cache.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listeners of a local cache of its changes. Synchronous ones are called by the thread that made the change and holds the key;
 * others by the executor, in order. Thread-safe.
 *
 * <p>Specification: JCache 1.1, 8 Cache Entry Listeners.
 */
final class Listeners<K, V> {
    private final Cache<K, V> cache;
    private final Executor executor;
    private final List<Registered<K, V>> all = new CopyOnWriteArrayList<>();

    Listeners(Cache<K, V> cache, Executor executor) {
        this.cache = cache;
        this.executor = executor;
    }

    void add(CacheEntryListenerConfiguration<K, V> described) {
        all.add(new Registered<>(
                described,
                described.getCacheEntryListenerFactory().create(),
                described.getCacheEntryEventFilterFactory() == null
                        ? null
                        : described.getCacheEntryEventFilterFactory().create()));
    }

    void remove(CacheEntryListenerConfiguration<K, V> described) {
        for (Registered<K, V> each : all) {
            if (each.described.equals(described) && all.remove(each)) {
                each.close(cache.getName());
            }
        }
    }

    void close() {
        for (Registered<K, V> each : all) {
            each.close(cache.getName());
        }
        all.clear();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void created(K key, V value) {
        tell(EventType.CREATED, key, value, null);
    }

    void updated(K key, V old, V value) {
        tell(EventType.UPDATED, key, value, old);
    }

    void removed(K key, V old) {
        tell(EventType.REMOVED, key, old, old);
    }

    void expired(K key, V old) {
        tell(EventType.EXPIRED, key, old, old);
    }

    private void tell(EventType type, K key, V value, @Nullable V old) {
        for (Registered<K, V> each : all) {
            Event<K, V> event = new Event<>(cache, type, key, value, old);
            if (each.described.isSynchronous()) {
                each.tell(event);
            } else {
                executor.execute(() -> {
                    try {
                        each.tell(event);
                    } catch (RuntimeException e) {
                        JcacheLog.LOG.failed(cache.getName(), e);
                    }
                });
            }
        }
    }

    /** A listener with its filter. */
    private record Registered<K, V>(
            CacheEntryListenerConfiguration<K, V> described,
            CacheEntryListener<? super K, ? super V> listener,
            @Nullable CacheEntryEventFilter<? super K, ? super V> filter) {
        void tell(Event<K, V> event) {
            Consumer<Iterable<CacheEntryEvent<? extends K, ? extends V>>> told = method(event.getEventType());
            if (told == null) {
                return;
            }
            try {
                if (filter == null || filter.evaluate(event)) {
                    told.accept(List.of(event));
                }
            } catch (CacheEntryListenerException e) {
                throw e;
            } catch (RuntimeException e) {
                throw new CacheEntryListenerException("a listener of the cache failed: " + e, e);
            }
        }

        @SuppressWarnings("unchecked") // a listener of supertypes takes events of the cache's types
        private @Nullable Consumer<Iterable<CacheEntryEvent<? extends K, ? extends V>>> method(EventType type) {
            return switch (type) {
                case CREATED ->
                    listener instanceof CacheEntryCreatedListener
                            ? ((CacheEntryCreatedListener<K, V>) listener)::onCreated
                            : null;
                case UPDATED ->
                    listener instanceof CacheEntryUpdatedListener
                            ? ((CacheEntryUpdatedListener<K, V>) listener)::onUpdated
                            : null;
                case REMOVED ->
                    listener instanceof CacheEntryRemovedListener
                            ? ((CacheEntryRemovedListener<K, V>) listener)::onRemoved
                            : null;
                case EXPIRED ->
                    listener instanceof CacheEntryExpiredListener
                            ? ((CacheEntryExpiredListener<K, V>) listener)::onExpired
                            : null;
            };
        }

        void close(String cache) {
            Closing.close(listener instanceof Closeable closeable ? closeable : null, "listener", cache);
            Closing.close(filter instanceof Closeable closeable ? closeable : null, "filter of a listener", cache);
        }
    }

    /** A change of an entry. */
    @SuppressWarnings("serial") // an event is never written
    private static final class Event<K, V> extends CacheEntryEvent<K, V> {
        private final transient K key;
        private final transient V value;
        private final transient @Nullable V old;

        Event(Cache<K, V> cache, EventType type, K key, V value, @Nullable V old) {
            super(cache, type);
            this.key = key;
            this.value = value;
            this.old = old;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return value;
        }

        @Override
        public @Nullable V getOldValue() {
            return old;
        }

        @Override
        public boolean isOldValueAvailable() {
            return old != null;
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            if (type.isInstance(this)) {
                return type.cast(this);
            }
            throw new IllegalArgumentException("an event of a cache is no " + type.getName());
        }

        @Override
        public String toString() {
            return getEventType() + " " + key;
        }
    }
}
