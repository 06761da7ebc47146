package io.keelson.cache.spi;

/**
 * Counts of a cache at one server since it opened the cache.
 *
 * @param entries entries that it has, its own and copies
 * @param owned entries of which it is the first owner
 * @param memoryBytes the memory that they take; -1 where that is not known
 * @param hits reads that found an entry
 * @param misses reads that found none
 * @param stores values that were put
 * @param removals entries that were removed
 * @param evictions entries that went from memory since there were too many
 * @param members servers that have entries
 * @param available false while the cache refuses operations, as servers are lost or cut off
 */
public record CacheCounts(
        long entries,
        long owned,
        long memoryBytes,
        long hits,
        long misses,
        long stores,
        long removals,
        long evictions,
        int members,
        boolean available) {}
