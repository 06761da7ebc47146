package io.keelson.ee.jcache.bean;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.cache.annotation.CacheDefaults;
import javax.cache.annotation.CacheKey;
import javax.cache.annotation.CacheKeyGenerator;
import javax.cache.annotation.CacheMethodDetails;
import javax.cache.annotation.CachePut;
import javax.cache.annotation.CacheRemove;
import javax.cache.annotation.CacheRemoveAll;
import javax.cache.annotation.CacheResolverFactory;
import javax.cache.annotation.CacheResult;
import javax.cache.annotation.CacheValue;
import org.jspecify.annotations.Nullable;

/**
 * A method with an annotation of JCache: its cache's name, and which of its parameters are key and value. Immutable.
 *
 * @param annotation that of the method, else of its class
 * @param getCacheName the annotation's, else that of {@code CacheDefaults}, else made of the method
 * @param keys the positions of the parameters that make the key
 * @param value the position of the value; -1: there is none
 * @param generator the class of the generator; {@code CacheKeyGenerator} itself: the default one
 * @param resolvers the class of the factory; {@code CacheResolverFactory} itself: the default one
 */
record CachedMethod<A extends Annotation>(
        Method getMethod,
        A annotation,
        String getCacheName,
        List<Integer> keys,
        int value,
        Class<? extends CacheKeyGenerator> generator,
        Class<? extends CacheResolverFactory> resolvers)
        implements CacheMethodDetails<A> {
    static final List<Class<? extends Annotation>> ANNOTATIONS =
            List.of(CacheResult.class, CachePut.class, CacheRemove.class, CacheRemoveAll.class);

    /** Elements that the four annotations have in common. */
    private record Named(
            String cache,
            Class<? extends CacheKeyGenerator> generator,
            Class<? extends CacheResolverFactory> resolvers) {}

    /**
     * Reads a method.
     *
     * @param type the class of the bean
     * @throws IllegalArgumentException where the annotations contradict one another
     */
    static <A extends Annotation> CachedMethod<A> of(Method method, Class<?> type, Class<A> kind) {
        A annotation = method.getAnnotation(kind);
        if (annotation == null) {
            annotation = ofClass(type, kind);
        }
        if (annotation == null) {
            throw new IllegalArgumentException(method + " has no " + kind.getSimpleName());
        }
        Named named = named(annotation);
        CacheDefaults defaults = ofClass(type, CacheDefaults.class);
        String cache = named.cache();
        Class<? extends CacheKeyGenerator> generator = named.generator();
        Class<? extends CacheResolverFactory> resolvers = named.resolvers();
        if (defaults != null) {
            cache = cache.isEmpty() ? defaults.cacheName() : cache;
            generator = generator == CacheKeyGenerator.class ? defaults.cacheKeyGenerator() : generator;
            resolvers = resolvers == CacheResolverFactory.class ? defaults.cacheResolverFactory() : resolvers;
        }
        return new CachedMethod<>(
                method,
                annotation,
                cache.isEmpty() ? nameOf(method) : cache,
                keys(method),
                value(method, kind == CachePut.class),
                generator,
                resolvers);
    }

    /** Refuses a method with several of the annotations, of which only one counts. */
    static void check(Method method, Class<?> type) {
        List<Class<? extends Annotation>> there =
                ANNOTATIONS.stream().filter(method::isAnnotationPresent).toList();
        if (there.size() > 1) {
            throw new IllegalArgumentException(method + " has "
                    + there.stream().map(Class::getSimpleName).collect(Collectors.joining(" and "))
                    + "; a method has one of them");
        }
        if (!there.isEmpty()) {
            of(method, type, there.get(0));
        }
    }

    private static <A extends Annotation> @Nullable A ofClass(Class<?> type, Class<A> kind) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            A found = each.getAnnotation(kind);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static Named named(Annotation annotation) {
        if (annotation instanceof CacheResult result) {
            return new Named(result.cacheName(), result.cacheKeyGenerator(), result.cacheResolverFactory());
        }
        if (annotation instanceof CachePut put) {
            return new Named(put.cacheName(), put.cacheKeyGenerator(), put.cacheResolverFactory());
        }
        if (annotation instanceof CacheRemove remove) {
            return new Named(remove.cacheName(), remove.cacheKeyGenerator(), remove.cacheResolverFactory());
        }
        CacheRemoveAll all = (CacheRemoveAll) annotation;
        return new Named(all.cacheName(), CacheKeyGenerator.class, all.cacheResolverFactory());
    }

    private static String nameOf(Method method) {
        return method.getDeclaringClass().getName()
                + '.'
                + method.getName()
                + Stream.of(method.getParameterTypes())
                        .map(Class::getTypeName)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    private static List<Integer> keys(Method method) {
        List<Integer> marked = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        Annotation[][] parameters = method.getParameterAnnotations();
        for (int i = 0; i < parameters.length; i++) {
            if (has(parameters[i], CacheKey.class)) {
                marked.add(i);
            } else if (!has(parameters[i], CacheValue.class)) {
                others.add(i);
            }
        }
        return List.copyOf(marked.isEmpty() ? others : marked);
    }

    private static int value(Method method, boolean needed) {
        int found = -1;
        Annotation[][] parameters = method.getParameterAnnotations();
        for (int i = 0; i < parameters.length; i++) {
            if (has(parameters[i], CacheValue.class)) {
                if (!needed || found >= 0) {
                    throw new IllegalArgumentException(method
                            + (needed
                                    ? " has several parameters with CacheValue; the value is one of them"
                                    : " has a parameter with CacheValue, which belongs to CachePut"));
                }
                found = i;
            }
        }
        if (needed && found < 0) {
            throw new IllegalArgumentException(
                    method + " has CachePut and no parameter with CacheValue; mark the one that is to be put");
        }
        return found;
    }

    private static boolean has(Annotation[] annotations, Class<? extends Annotation> kind) {
        return Arrays.stream(annotations).anyMatch(kind::isInstance);
    }

    @Override
    public A getCacheAnnotation() {
        return annotation;
    }

    @Override
    public Set<Annotation> getAnnotations() {
        return Set.copyOf(new HashSet<>(Arrays.asList(getMethod.getAnnotations())));
    }
}
