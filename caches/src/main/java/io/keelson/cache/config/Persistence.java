package io.keelson.cache.config;

/** Where entries are beside the memory. */
public enum Persistence {
    /** Nowhere. */
    NONE,
    /** In files of each server. */
    FILES
}
