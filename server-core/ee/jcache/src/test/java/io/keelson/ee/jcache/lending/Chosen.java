package io.keelson.ee.jcache.lending;

import java.lang.annotation.Annotation;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.annotation.CacheInvocationContext;
import javax.cache.annotation.CacheMethodDetails;
import javax.cache.annotation.CacheResolver;
import javax.cache.annotation.CacheResolverFactory;
import javax.cache.annotation.CacheResult;
import javax.cache.configuration.MutableConfiguration;

/** No bean: the cache has another name than the method says. */
public class Chosen implements CacheResolverFactory {
    @Override
    public CacheResolver getCacheResolver(CacheMethodDetails<? extends Annotation> details) {
        String name = "chosen-" + details.getCacheName();
        CacheManager manager = Caching.getCachingProvider().getCacheManager();
        manager.createCache(name, new MutableConfiguration<>());
        return new Fixed(manager, name);
    }

    @Override
    public CacheResolver getExceptionCacheResolver(CacheMethodDetails<CacheResult> details) {
        throw new AssertionError("there are none");
    }

    private record Fixed(CacheManager manager, String name) implements CacheResolver {
        @Override
        public <K, V> Cache<K, V> resolveCache(CacheInvocationContext<? extends Annotation> context) {
            return manager.getCache(name);
        }
    }
}
