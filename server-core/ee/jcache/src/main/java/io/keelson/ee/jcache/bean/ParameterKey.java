package io.keelson.ee.jcache.bean;

import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.cache.CacheException;
import javax.cache.annotation.GeneratedCacheKey;
import org.jspecify.annotations.Nullable;

/**
 * The key that is generated where no generator is named: it equals one of equal parameters. Immutable as far as these are.
 *
 * <p>Specification: JCache 1.1, CacheKeyGenerator.
 */
final class ParameterKey implements GeneratedCacheKey {
    private static final long serialVersionUID = 1;
    private static final Set<Class<?>> TEXTS = Set.of(
            String.class,
            Integer.class,
            Long.class,
            Short.class,
            Byte.class,
            Boolean.class,
            Character.class,
            UUID.class,
            java.math.BigInteger.class);

    private final @Nullable Object[] parameters;
    private final int hash;

    ParameterKey(@Nullable Object... parameters) {
        this.parameters = parameters.clone();
        hash = Arrays.deepHashCode(this.parameters);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ParameterKey key && Arrays.deepEquals(parameters, key.parameters);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /**
     * Returns the key as a text: a single parameter as it is, several with their lengths before them, so that different ones have different
     * texts.
     *
     * @throws CacheException where a parameter has no text that stands for its value
     */
    String text() {
        if (parameters.length == 1 && parameters[0] != null) {
            return text(parameters[0]);
        }
        return Stream.of(parameters)
                .map(each -> each == null ? "-" : text(each).length() + ":" + text(each))
                .collect(Collectors.joining());
    }

    private static String text(Object parameter) {
        if (TEXTS.contains(parameter.getClass())) {
            return parameter.toString();
        }
        if (parameter instanceof Enum<?> constant) {
            return constant.name();
        }
        throw new CacheException("a " + parameter.getClass().getName()
                + " is no key for a cache of the domain, whose keys are texts; mark the parameters that are with @CacheKey,"
                + " or name a cacheKeyGenerator whose keys have a toString() for this");
    }
}
