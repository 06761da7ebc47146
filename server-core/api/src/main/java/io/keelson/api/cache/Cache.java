package io.keelson.api.cache;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the domain. Keys are text. Values are what the cache's setting {@code values} says: {@code String} for {@code text}, {@code
 * byte[]} for {@code bytes}, any serializable object for {@code objects}. The same entries are seen by clients over Hot Rod, memcached's
 * protocol and REST: the key as UTF-8, the value as its bytes. Thread-safe.
 *
 * <p>Each method may ask another server and waits for its answer. All of them throw {@link CacheException} where the cache cannot be used
 * now, and {@link IllegalArgumentException} where a key is empty or a value is not of the kind that the cache has.
 *
 * @param <V> the type of the values
 */
public interface Cache<V> {
    /** Returns the name by which {@code domain.yaml} knows the cache. */
    String name();

    /** Returns the value of a key; null where there is none. */
    @Nullable
    V get(String key);

    /** Puts a value in the place of what there was, with the life span that the cache is configured with. */
    void put(String key, V value);

    /**
     * Puts a value in the place of what there was.
     *
     * @param lifespan after how long the entry ends, at least one millisecond
     */
    void put(String key, V value, Duration lifespan);

    /**
     * Puts a value in the place of what there was.
     *
     * @param lifespan after how long the entry ends, at least one millisecond
     * @param maxIdle after how long without a use it ends, at least one millisecond
     */
    void put(String key, V value, Duration lifespan, Duration maxIdle);

    /** Puts a value where there is none. Returns true if it was put. */
    boolean putIfAbsent(String key, V value);

    /** Puts a value in the place of an equal one, atomically. Returns true if it was put. */
    boolean replace(String key, V expected, V value);

    /** Removes an entry. Returns true if there was one. */
    boolean remove(String key);

    /** Removes an entry that has that value, atomically. Returns true if there was such a one. */
    boolean remove(String key, V expected);

    /** Returns true if there is a value. */
    boolean containsKey(String key);

    /** Removes all entries. */
    void clear();

    /** Returns the number of entries on all servers. It asks all of them, and is exact only while nobody writes. */
    long size();
}
