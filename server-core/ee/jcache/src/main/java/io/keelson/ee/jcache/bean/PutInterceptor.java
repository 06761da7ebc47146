package io.keelson.ee.jcache.bean;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import javax.cache.Cache;
import javax.cache.annotation.CachePut;

/**
 * Puts a parameter of a call into a cache. A null is not put, since caches have none.
 *
 * <p>Specification: JCache 1.1, CachePut.
 */
@Interceptor
@CachePut
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class PutInterceptor {
    private final CachedMethods methods;

    /** Makes it, for the container. */
    @Inject
    public PutInterceptor(CachedMethods methods) {
        this.methods = methods;
    }

    /** Goes around a call. */
    @AroundInvoke
    public Object put(InvocationContext context) throws Exception {
        CachedMethods.Cached<CachePut> cached = methods.of(context, CachePut.class);
        CachedCall<CachePut> call = new CachedCall<>(cached.method(), context);
        CachePut how = call.getCacheAnnotation();
        Cache<Object, Object> cache = cached.cache(call);
        Object key = cached.key(call, cache);
        Object value = context.getParameters()[cached.method().value()];
        return Outcomes.around(context, how.afterInvocation(), how.cacheFor(), how.noCacheFor(), () -> {
            if (value != null) {
                cache.put(key, value);
            }
        });
    }
}
