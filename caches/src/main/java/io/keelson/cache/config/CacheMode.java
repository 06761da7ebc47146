package io.keelson.cache.config;

/** Distribution of the entries of a cache over servers. */
public enum CacheMode {
    /** On each server its own, of which others know nothing. */
    LOCAL,
    /** All of them on each server. */
    REPLICATED,
    /** Each on as many servers as it has owners. */
    DISTRIBUTED
}
