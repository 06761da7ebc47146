package io.keelson.cache.access;

import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.config.GridSettings;
import io.keelson.cache.spi.EntryStore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The caches that this server has, for those who serve them to outsiders. Thread-safe.
 */
public interface OpenCaches {
    /** Returns the settings of the caches by name, in the order of the domain. */
    Map<String, CacheSettings> settings();

    /** Returns what holds for all of them. */
    GridSettings grid();

    /** Returns what users may do. */
    CacheRoles roles();

    /** Returns the entries of a cache; null where this server has none of that name. */
    @Nullable
    EntryStore store(String cache);
}
