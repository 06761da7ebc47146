package io.keelson.ee.jcache;

import io.keelson.kernel.serial.ApplicationObjects;
import java.io.IOException;
import java.util.Set;
import javax.cache.CacheException;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values as a local cache keeps them: by reference, or by value as serialised bytes. Values of immutable types of the JDK are
 * kept as they are. Immutable and thread-safe.
 *
 * <p>Specification: JCache 1.1, 4.1.2 Store-By-Value and Store-By-Reference.
 */
final class Copies {
    private static final Set<Class<?>> IMMUTABLE = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            java.math.BigDecimal.class,
            java.math.BigInteger.class,
            java.util.UUID.class,
            java.time.Instant.class,
            java.time.Duration.class,
            java.time.LocalDate.class,
            java.time.LocalDateTime.class);

    private final @Nullable ApplicationObjects objects;

    /** @param loader that of the classes of values; null: by reference */
    Copies(@Nullable ClassLoader loader) {
        objects = loader == null ? null : new ApplicationObjects(loader);
    }

    /** Returns what is kept of an object. */
    Object kept(Object object) {
        ApplicationObjects by = objects;
        if (by == null || IMMUTABLE.contains(object.getClass())) {
            return object;
        }
        try {
            return new Bytes(by.write(object));
        } catch (IOException e) {
            throw new CacheException(
                    "a " + object.getClass().getName() + " cannot be stored by value: " + e.getMessage()
                            + "; make it serializable, or have the cache store by reference",
                    e);
        }
    }

    /** Returns the object of what is kept: another one each time, where it is kept by value. */
    Object object(Object kept) {
        ApplicationObjects by = objects;
        if (by == null || !(kept instanceof Bytes bytes)) {
            return kept;
        }
        try {
            Object read = by.read(bytes.bytes());
            if (read == null) {
                throw new CacheException("an object that was stored by value is read as null");
            }
            return read;
        } catch (IOException | ClassNotFoundException e) {
            throw new CacheException("an object that was stored by value cannot be read again: " + e.getMessage(), e);
        }
    }

    /** Returns an object that nobody else has, where the cache stores by value. */
    Object copy(Object object) {
        return object(kept(object));
    }

    /** Serialised bytes, told apart from an application's own {@code byte[]}. */
    private record Bytes(byte[] bytes) {}
}
