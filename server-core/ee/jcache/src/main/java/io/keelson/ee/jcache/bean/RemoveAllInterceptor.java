package io.keelson.ee.jcache.bean;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import javax.cache.Cache;
import javax.cache.annotation.CacheRemoveAll;

/**
 * Removes all entries of a cache.
 *
 * <p>Specification: JCache 1.1, CacheRemoveAll.
 */
@Interceptor
@CacheRemoveAll
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class RemoveAllInterceptor {
    private final CachedMethods methods;

    /** Makes it, for the container. */
    @Inject
    public RemoveAllInterceptor(CachedMethods methods) {
        this.methods = methods;
    }

    /** Goes around a call. */
    @AroundInvoke
    public Object removeAll(InvocationContext context) throws Exception {
        CachedMethods.Cached<CacheRemoveAll> cached = methods.of(context, CacheRemoveAll.class);
        CachedCall<CacheRemoveAll> call = new CachedCall<>(cached.method(), context);
        CacheRemoveAll how = call.getCacheAnnotation();
        Cache<Object, Object> cache = cached.cache(call);
        return Outcomes.around(context, how.afterInvocation(), how.evictFor(), how.noEvictFor(), cache::removeAll);
    }
}
