package io.keelson.cache;

import io.keelson.api.cache.CacheException;
import io.keelson.cache.config.ValueKind;
import io.keelson.kernel.serial.ApplicationObjects;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Values of applications as bytes. Objects are of the classes of the application that calls, and are read through the filter of all of
 * them. Immutable.
 */
final class ValueCodec {
    private final String cache;
    private final ValueKind kind;

    ValueCodec(String cache, ValueKind kind) {
        this.cache = cache;
        this.kind = kind;
    }

    byte[] encode(@Nullable Object value) {
        return switch (kind) {
            case TEXT -> utf8(value instanceof String text ? text : refuse(value, "text (String)"));
            case BYTES -> value instanceof byte[] bytes ? bytes.clone() : refuse(value, "bytes (byte[])");
            case OBJECTS -> serialised(value == null ? refuse(null, "objects") : value);
        };
    }

    Object decode(byte[] bytes) {
        return switch (kind) {
            case TEXT -> text(bytes);
            case BYTES -> bytes.clone();
            case OBJECTS -> deserialised(bytes);
        };
    }

    private <T> T refuse(@Nullable Object value, String expected) {
        throw new IllegalArgumentException("the cache " + cache + " has " + expected + ", not "
                + (value == null ? "null" : value.getClass().getName()) + "; see caches." + cache + ".values");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CacheException("a value of the cache " + cache + " is not text in UTF-8", e);
        }
    }

    private static ApplicationObjects objects() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return new ApplicationObjects(loader == null ? ClassLoader.getPlatformClassLoader() : loader);
    }

    private byte[] serialised(Object value) {
        try {
            return objects().write(value);
        } catch (IOException e) {
            throw new CacheException(
                    "a " + value.getClass().getName() + " cannot be put into the cache " + cache + ": " + e, e);
        }
    }

    private Object deserialised(byte[] bytes) {
        try {
            Object value = objects().read(bytes);
            if (value == null) {
                throw new CacheException("a value of the cache " + cache + " is null", null);
            }
            return value;
        } catch (IOException | ClassNotFoundException e) {
            throw new CacheException("a value of the cache " + cache + " cannot be read as an object: " + e, e);
        }
    }
}
