package io.keelson.cache;

import io.keelson.api.cache.Cache;
import io.keelson.cache.config.ValueKind;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cache of the domain with what other APIs of caches need beside {@link Cache}. Thread-safe. */
public interface AtomicCache extends Cache<Object> {
    /** Returns the kind of the values. */
    ValueKind kind();

    /**
     * Reads a value, decides, and changes the entry if it is still as it was read; otherwise it reads and decides again.
     *
     * @param decision gets the value, null where there is none; called more than once where others change the entry
     * @return the result of the decision that was carried out
     * @throws io.keelson.api.cache.CacheException where the cache cannot be used now, or others change the entry all the time
     */
    <T extends @Nullable Object> T decide(String key, Function<@Nullable Object, Decision<T>> decision);

    /** Returns the keys on all servers. Blocks while it asks them. */
    List<String> keys();

    /**
     * A change of an entry.
     *
     * @param change what is to be done
     * @param value the value that is to be put; null where none is
     * @param result what the caller gets once it is done
     */
    record Decision<T extends @Nullable Object>(
            Change change, @Nullable Object value, T result) {
        /** Leaves the entry as it is. */
        public static <T extends @Nullable Object> Decision<T> keep(T result) {
            return new Decision<>(Change.NONE, null, result);
        }

        /** Puts a value. */
        public static <T extends @Nullable Object> Decision<T> put(Object value, T result) {
            return new Decision<>(Change.PUT, value, result);
        }

        /** Removes the entry. */
        public static <T extends @Nullable Object> Decision<T> remove(T result) {
            return new Decision<>(Change.REMOVE, null, result);
        }
    }

    /** The effect of a decision. */
    enum Change {
        /** Nothing. */
        NONE,
        /** Puts a value. */
        PUT,
        /** Removes the entry. */
        REMOVE
    }
}
