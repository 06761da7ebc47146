package io.keelson.ee.jcache.bean;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import javax.cache.Cache;
import javax.cache.annotation.CacheRemove;

/**
 * Removes the entry of a call's key from a cache.
 *
 * <p>Specification: JCache 1.1, CacheRemove.
 */
@Interceptor
@CacheRemove
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class RemoveInterceptor {
    private final CachedMethods methods;

    /** Makes it, for the container. */
    @Inject
    public RemoveInterceptor(CachedMethods methods) {
        this.methods = methods;
    }

    /** Goes around a call. */
    @AroundInvoke
    public Object remove(InvocationContext context) throws Exception {
        CachedMethods.Cached<CacheRemove> cached = methods.of(context, CacheRemove.class);
        CachedCall<CacheRemove> call = new CachedCall<>(cached.method(), context);
        CacheRemove how = call.getCacheAnnotation();
        Cache<Object, Object> cache = cached.cache(call);
        Object key = cached.key(call, cache);
        return Outcomes.around(context, how.afterInvocation(), how.evictFor(), how.noEvictFor(), () -> {
            boolean unused = cache.remove(key);
        });
    }
}
