package io.keelson.cache.config;

/** The operations that a cache permits while servers that have its entries are lost or cut off. */
public enum Partitions {
    /** None on the side that is no majority, or that lost all owners of an entry. */
    DENY_READS_AND_WRITES,
    /** Reads of what that side has. */
    ALLOW_READS,
    /** All; both sides go on, and at the merge one of two values is lost. */
    ALLOW_ALL
}
