package io.keelson.cache.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a cache, as bytes. Thread-safe. The operations on one key do not block; their stages complete on any thread, with {@link
 * CacheAwayException} where the cache cannot be used now.
 */
public interface EntryStore {
    /** Returns the entry; null where there is none. */
    CompletionStage<@Nullable StoredEntry> get(byte[] key);

    /** Puts a value in the place of what there is. */
    CompletionStage<Boolean> put(byte[] key, StoredValue value);

    /** Puts a value where there is none; true if it was put. */
    CompletionStage<Boolean> putIfAbsent(byte[] key, StoredValue value);

    /** Puts a value where there is one; true if it was put. */
    CompletionStage<Boolean> replace(byte[] key, StoredValue value);

    /** Puts a value in the place of one with the same bytes, atomically; true if it was put. */
    CompletionStage<Boolean> replace(byte[] key, byte[] seen, StoredValue value);

    /** Removes an entry; true if there was one. */
    CompletionStage<Boolean> remove(byte[] key);

    /** Removes an entry with these bytes, atomically; true if there was such a one. */
    CompletionStage<Boolean> remove(byte[] key, byte[] seen);

    /** Removes all entries. */
    CompletionStage<Boolean> clear();

    /** Returns the number of entries on all servers. */
    CompletionStage<Long> size();

    /** Returns keys, but so many at most. Blocks. */
    List<byte[]> keys(int most);

    /** Returns what this server has counted. Does not block. */
    CacheCounts counts();
}
