package io.keelson.cache.config;

/** Where the entries of a cache are. */
public enum CacheMode {
    /** On each server its own, of which others know nothing. */
    LOCAL,
    /** All of them on each server. */
    REPLICATED,
    /** Each on as many servers as it has owners. */
    DISTRIBUTED
}
