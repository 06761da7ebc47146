package io.keelson.cache.config;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The configuration records of caches. */
public final class CacheModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(CacheSettings.class, GridSettings.class);
    }
}
