package io.keelson.cache;

import io.keelson.base.measure.Described;

/**
 * A cache as this server sees it.
 *
 * @param name its name
 * @param mode where its entries are
 * @param state whether it can be used
 * @param owners how many servers are to have each entry
 * @param members how many servers have entries
 * @param entries how many entries this server has
 * @param ownedEntries of how many of them it is the first owner
 * @param memoryBytes the memory that they take
 * @param hits reads that found an entry
 * @param misses reads that found none
 * @param hitPercent the share of the hits
 * @param stores values that were put
 * @param removals entries that were removed
 * @param evictions entries that went from memory
 * @param failedStarts attempts to open the caches that failed in a row
 * @param failure why the last one failed; empty where none has
 */
public record CacheRuntime(
        @Described("Its name.") String name,

        @Described("Where its entries are: local, replicated or distributed.")
        String mode,

        @Described(
                "Whether it can be used here: opening, failing (it is tried again), available, or degraded as servers are lost or cut off.")
        String state,

        @Described("Servers that are to have each entry of a distributed cache.")
        int owners,

        @Described("Servers that have entries of it.") int members,

        @Described("Entries that this server has, its own and copies.")
        long entries,

        @Described("Entries of which this server is the first owner.")
        long ownedEntries,

        @Described("Bytes that the entries take in memory; -1 where that is not known.")
        long memoryBytes,

        @Described("Reads that found an entry.") long hits,
        @Described("Reads that found none.") long misses,
        @Described("Hits in percent of the reads.") double hitPercent,
        @Described("Values that were put.") long stores,
        @Described("Entries that were removed.") long removals,

        @Described("Entries that went from memory as there were too many.")
        long evictions,

        @Described("Attempts of this server to open its caches that failed one after the other; 0 once they are open.")
        int failedStarts,

        @Described("Why the last attempt failed; empty where none has.")
        String failure) {}
