package io.keelson.cache.config;

/** Storage of entries beside the memory. */
public enum Persistence {
    /** Nowhere. */
    NONE,
    /** In files of each server. */
    FILES
}
