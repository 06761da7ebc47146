package io.keelson.ee.jpa.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.hibernate.cache.spi.support.DomainDataStorageAccess;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** The entries of one region. Its upkeep is done by whoever uses it, so it has no thread. Thread-safe. */
final class BoundedStorage implements DomainDataStorageAccess {
    private final Cache<Object, Object> entries;

    BoundedStorage(long maximum) {
        entries = Caffeine.newBuilder()
                .maximumSize(maximum)
                .executor(Runnable::run)
                .build();
    }

    @Override
    public @Nullable Object getFromCache(Object key, SharedSessionContractImplementor session) {
        return entries.getIfPresent(key);
    }

    @Override
    public void putIntoCache(Object key, Object value, SharedSessionContractImplementor session) {
        entries.put(key, value);
    }

    /** Replaces a number by a greater one. */
    void raise(Object key, long least) {
        Object unused = entries.asMap()
                .merge(key, least, (there, given) -> there instanceof Long time && time > least ? there : given);
    }

    @Override
    public boolean contains(Object key) {
        return entries.getIfPresent(key) != null;
    }

    @Override
    public void evictData() {
        entries.invalidateAll();
    }

    @Override
    public void evictData(Object key) {
        entries.invalidate(key);
    }

    @Override
    public void release() {
        entries.invalidateAll();
    }
}
