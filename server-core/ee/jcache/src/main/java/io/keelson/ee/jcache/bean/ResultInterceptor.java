package io.keelson.ee.jcache.bean;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.annotation.CacheResult;
import org.jspecify.annotations.Nullable;

/**
 * Answers a call from a cache, and puts there what the method returns. A null is not put, since caches have none.
 *
 * <p>Specification: JCache 1.1, CacheResult.
 */
@Interceptor
@CacheResult
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class ResultInterceptor {
    private final CachedMethods methods;

    /** Makes it, for the container. */
    @Inject
    public ResultInterceptor(CachedMethods methods) {
        this.methods = methods;
    }

    /** Goes around a call. */
    @AroundInvoke
    public @Nullable Object result(InvocationContext context) throws Exception {
        CachedMethods.Cached<CacheResult> cached = methods.of(context, CacheResult.class);
        CachedCall<CacheResult> call = new CachedCall<>(cached.method(), context);
        CacheResult how = call.getCacheAnnotation();
        Cache<Object, Object> cache = cached.cache(call);
        Object key = cached.key(call, cache);
        Cache<Object, Object> exceptions = cached.exceptionCache(call);
        if (!how.skipGet()) {
            if (exceptions != null && exceptions.get(cached.key(call, exceptions)) instanceof Throwable thrown) {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw thrown instanceof Exception exception ? exception : new CacheException(thrown);
            }
            Object known = cache.get(key);
            if (known != null) {
                return known;
            }
        }
        Object result;
        try {
            result = context.proceed();
        } catch (Exception | Error e) {
            if (exceptions != null && Outcomes.counts(e, how.cachedExceptions(), how.nonCachedExceptions(), true)) {
                Outcomes.quietly(() -> exceptions.put(cached.key(call, exceptions), e), e);
            }
            throw e;
        }
        if (result != null) {
            cache.put(key, result);
        }
        return result;
    }
}
