package io.keelson.ee.jcache.bean;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.annotation.CacheInvocationParameter;
import javax.cache.annotation.CacheKeyGenerator;
import javax.cache.annotation.CacheMethodDetails;
import javax.cache.annotation.CacheResolver;
import javax.cache.annotation.CacheResolverFactory;
import javax.cache.annotation.CacheResult;
import javax.cache.configuration.MutableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The methods of an application with annotations of JCache, each with its generator of keys and its caches, from its first call on.
 * Generators and factories are beans where the application has such ones, else instances of their own. Thread-safe.
 *
 * <p>Specification: JCache 1.1, package javax.cache.annotation.
 */
final class CachedMethods {
    private static final CacheKeyGenerator BY_PARAMETERS = call -> {
        CacheInvocationParameter[] parameters = call.getKeyParameters();
        Object[] values = new Object[parameters.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = parameters[i].getValue();
        }
        return new ParameterKey(values);
    };

    private record Key(Method method, Class<?> type, Class<? extends Annotation> kind) {}

    private final Map<Key, Cached<?>> methods = new ConcurrentHashMap<>();
    private final Map<Class<?>, Object> instances = new ConcurrentHashMap<>();
    private final Supplier<CacheManager> manager;
    private final Supplier<@Nullable BeanManager> beans;

    /**
     * Makes it.
     *
     * @param manager the default manager of the application that calls
     * @param beans null: there are no beans yet
     */
    CachedMethods(Supplier<CacheManager> manager, Supplier<@Nullable BeanManager> beans) {
        this.manager = manager;
        this.beans = beans;
    }

    /** A method with what serves it. */
    record Cached<A extends Annotation>(
            CachedMethod<A> method,
            CacheKeyGenerator generator,
            CacheResolver resolver,
            @Nullable CacheResolver exceptions) {
        /** Returns the cache of a call. */
        Cache<Object, Object> cache(CachedCall<A> call) {
            return resolved(resolver, call);
        }

        /** Returns the cache of the exceptions of a call; null where none are cached. */
        @Nullable
        Cache<Object, Object> exceptionCache(CachedCall<A> call) {
            CacheResolver there = exceptions;
            return there == null ? null : resolved(there, call);
        }

        private static Cache<Object, Object> resolved(CacheResolver resolver, CachedCall<?> call) {
            Cache<Object, Object> cache = resolver.resolveCache(call);
            if (cache == null) {
                throw new CacheException(resolver.getClass().getName() + " has no cache for " + call.getMethod());
            }
            return cache;
        }

        /** Returns the key of a call in a cache: the generated one, or its text in a cache with such keys. */
        Object key(CachedCall<A> call, Cache<Object, Object> cache) {
            Object key = generator.generateCacheKey(call);
            if (key == null) {
                throw new CacheException(generator.getClass().getName() + " generates no key for " + call.getMethod());
            }
            if (!(cache instanceof TextKeyed)) {
                return key;
            }
            return key instanceof ParameterKey parameters ? parameters.text() : key.toString();
        }
    }

    /** Returns the method that is called. */
    <A extends Annotation> Cached<A> of(InvocationContext context, Class<A> kind) {
        Class<?> type = context.getTarget() == null
                ? context.getMethod().getDeclaringClass()
                : context.getTarget().getClass();
        Key key = new Key(context.getMethod(), type, kind);
        Cached<?> known = methods.get(key);
        if (known == null) {
            // Not computed inside: a factory may call another method with such an annotation.
            Cached<A> made = made(CachedMethod.of(context.getMethod(), type, kind));
            Cached<?> first = methods.putIfAbsent(key, made);
            known = first == null ? made : first;
        }
        @SuppressWarnings("unchecked") // the kind is a part of the key
        Cached<A> found = (Cached<A>) known;
        return found;
    }

    @SuppressWarnings("unchecked") // of CacheResult, as is seen before
    private <A extends Annotation> Cached<A> made(CachedMethod<A> method) {
        CacheKeyGenerator generator = method.generator() == CacheKeyGenerator.class
                ? BY_PARAMETERS
                : (CacheKeyGenerator) instance(method.generator());
        CacheResolverFactory factory = method.resolvers() == CacheResolverFactory.class
                ? new OfManager()
                : (CacheResolverFactory) instance(method.resolvers());
        CacheResolver exceptions = null;
        if (method.annotation() instanceof CacheResult result
                && !result.exceptionCacheName().isEmpty()) {
            exceptions = factory.getExceptionCacheResolver((CacheMethodDetails<CacheResult>) method);
        }
        return new Cached<>(method, generator, factory.getCacheResolver(method), exceptions);
    }

    private Object instance(Class<?> type) {
        Object known = instances.get(type);
        if (known != null) {
            return known;
        }
        Object made = made(type);
        Object first = instances.putIfAbsent(type, made);
        return first == null ? made : first;
    }

    private Object made(Class<?> type) {
        BeanManager there = beans.get();
        if (there != null) {
            Instance<?> bean = there.createInstance().select(type);
            if (bean.isResolvable()) {
                return Objects.requireNonNull(bean.get(), "a bean");
            }
        }
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new CacheException(
                    type.getName() + " is no bean, and cannot be made by a constructor without parameters: " + e, e);
        }
    }

    /** Finds caches by their names in the manager of the application, and makes those that are not there. */
    private final class OfManager implements CacheResolverFactory {
        @Override
        public CacheResolver getCacheResolver(CacheMethodDetails<? extends Annotation> details) {
            return resolver(details.getCacheName());
        }

        @Override
        public CacheResolver getExceptionCacheResolver(CacheMethodDetails<CacheResult> details) {
            return resolver(details.getCacheAnnotation().exceptionCacheName());
        }

        private CacheResolver resolver(String name) {
            return new CacheResolver() {
                @Override
                public <K, V> Cache<K, V> resolveCache(
                        javax.cache.annotation.CacheInvocationContext<? extends Annotation> call) {
                    return cache(name);
                }
            };
        }
    }

    private <K, V> Cache<K, V> cache(String name) {
        CacheManager of = manager.get();
        Cache<K, V> found = of.getCache(name);
        if (found != null) {
            return found;
        }
        try {
            return of.createCache(name, new MutableConfiguration<K, V>());
        } catch (CacheException e) {
            Cache<K, V> meanwhile = of.getCache(name); // another thread was faster
            if (meanwhile == null) {
                throw e;
            }
            return meanwhile;
        }
    }
}
