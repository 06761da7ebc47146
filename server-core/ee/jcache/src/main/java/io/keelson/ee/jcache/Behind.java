package io.keelson.ee.jcache;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.cache.Cache;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheLoaderException;
import javax.cache.integration.CacheWriter;
import javax.cache.integration.CacheWriterException;
import org.jspecify.annotations.Nullable;

/**
 * The application's loader and writer of a cache. What they throw becomes an exception of JCache.
 *
 * <p>Specification: JCache 1.1, 7 Integration.
 */
final class Behind<K, V> {
    private final @Nullable CacheLoader<K, V> loader;
    private final @Nullable CacheWriter<? super K, ? super V> writer;
    private final boolean readThrough;
    private final boolean writeThrough;

    Behind(CompleteConfiguration<K, V> configuration) {
        loader = configuration.getCacheLoaderFactory() == null
                ? null
                : configuration.getCacheLoaderFactory().create();
        writer = configuration.getCacheWriterFactory() == null
                ? null
                : configuration.getCacheWriterFactory().create();
        readThrough = configuration.isReadThrough() && loader != null;
        writeThrough = configuration.isWriteThrough() && writer != null;
    }

    boolean loads() {
        return loader != null;
    }

    boolean readsThrough() {
        return readThrough;
    }

    boolean writesThrough() {
        return writeThrough;
    }

    /** Loads a value where the cache reads through; null where there is none. */
    @Nullable
    V read(K key) {
        CacheLoader<K, V> from = loader;
        return readThrough && from != null ? loading(() -> from.load(key)) : null;
    }

    /** Loads the values that there are. */
    Map<K, V> loadAll(Set<? extends K> keys) {
        CacheLoader<K, V> from = loader;
        Map<K, V> loaded = new HashMap<>();
        if (from != null && !keys.isEmpty()) {
            Map<K, V> found = loading(() -> from.loadAll(keys));
            if (found != null) {
                for (K key : keys) {
                    V value = found.get(key);
                    if (value != null) {
                        loaded.put(key, value);
                    }
                }
            }
        }
        return loaded;
    }

    private static <T> @Nullable T loading(Supplier<@Nullable T> load) {
        try {
            return load.get();
        } catch (CacheLoaderException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CacheLoaderException("the loader of the cache failed: " + e, e);
        }
    }

    void write(K key, V value) {
        CacheWriter<? super K, ? super V> to = writer;
        if (writeThrough && to != null) {
            writing(() -> to.write(new Pair<>(key, value)));
        }
    }

    /** Writes entries; those that are left in the collection where this throws have not been written. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // a writer of supertypes takes entries of the cache's types
    void writeAll(Collection<Cache.Entry<? extends K, ? extends V>> entries) {
        CacheWriter<? super K, ? super V> to = writer;
        if (writeThrough && to != null && !entries.isEmpty()) {
            writing(() -> ((CacheWriter) to).writeAll(entries));
        }
    }

    void delete(Object key) {
        CacheWriter<? super K, ? super V> to = writer;
        if (writeThrough && to != null) {
            writing(() -> to.delete(key));
        }
    }

    /** Deletes entries; those whose keys are left in the collection where this throws have not been deleted. */
    void deleteAll(Collection<?> keys) {
        CacheWriter<? super K, ? super V> to = writer;
        if (writeThrough && to != null && !keys.isEmpty()) {
            writing(() -> to.deleteAll(keys));
        }
    }

    private static void writing(Runnable write) {
        try {
            write.run();
        } catch (CacheWriterException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CacheWriterException("the writer of the cache failed: " + e, e);
        }
    }

    void close(String cache) {
        Closing.closeIfCloseable(loader, "loader", cache);
        Closing.closeIfCloseable(writer, "writer", cache);
    }
}
