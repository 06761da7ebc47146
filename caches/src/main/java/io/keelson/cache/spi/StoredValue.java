package io.keelson.cache.spi;

import org.jspecify.annotations.Nullable;

/**
 * A value as it is put.
 *
 * @param bytes the value; never changed
 * @param flags a number that a client of memcached's protocol has put with it
 * @param contentType the content type that a client of REST has put with it; null: that of the cache
 * @param lifespanMillis after how long it ends; -1: as the cache is configured
 * @param maxIdleMillis after how long without a use it ends; -1: as the cache is configured
 */
public record StoredValue(
        byte[] bytes, int flags, @Nullable String contentType, long lifespanMillis, long maxIdleMillis) {
    /** Returns a value with nothing but its bytes. */
    public static StoredValue of(byte[] bytes) {
        return new StoredValue(bytes, 0, null, -1, -1);
    }

    /** Returns the same with other bytes. */
    public StoredValue with(byte[] next) {
        return new StoredValue(next, flags, contentType, lifespanMillis, maxIdleMillis);
    }

    /** Returns the same with another life span. */
    public StoredValue lasting(long millis) {
        return new StoredValue(bytes, flags, contentType, millis, maxIdleMillis);
    }
}
