package io.keelson.ee.jcache.bean;

import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.cache.annotation.CacheInvocationParameter;
import javax.cache.annotation.CacheKeyInvocationContext;
import org.jspecify.annotations.Nullable;

/** A call of a method with an annotation of JCache, as key generators and resolvers see it. Confined to the calling thread. */
record CachedCall<A extends Annotation>(CachedMethod<A> method, InvocationContext context)
        implements CacheKeyInvocationContext<A> {
    /** A parameter of the call. */
    private record Parameter(
            Class<?> getRawType, @Nullable Object getValue, Set<Annotation> getAnnotations, int getParameterPosition)
            implements CacheInvocationParameter {}

    private Parameter parameter(int position) {
        Method called = method.getMethod();
        return new Parameter(
                called.getParameterTypes()[position],
                context.getParameters()[position],
                Set.of(called.getParameterAnnotations()[position]),
                position);
    }

    @Override
    public CacheInvocationParameter[] getAllParameters() {
        return IntStream.range(0, method.getMethod().getParameterCount())
                .mapToObj(this::parameter)
                .toArray(CacheInvocationParameter[]::new);
    }

    @Override
    public CacheInvocationParameter[] getKeyParameters() {
        List<Integer> keys = method.keys();
        return keys.stream().map(this::parameter).toArray(CacheInvocationParameter[]::new);
    }

    @Override
    public @Nullable CacheInvocationParameter getValueParameter() {
        return method.value() < 0 ? null : parameter(method.value());
    }

    @Override
    public Object getTarget() {
        return context.getTarget();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        for (Object each : new Object[] {this, context}) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        throw new IllegalArgumentException("a call has no " + type.getName());
    }

    @Override
    public Method getMethod() {
        return method.getMethod();
    }

    @Override
    public Set<Annotation> getAnnotations() {
        return method.getAnnotations();
    }

    @Override
    public A getCacheAnnotation() {
        return method.annotation();
    }

    @Override
    public String getCacheName() {
        return method.getCacheName();
    }
}
