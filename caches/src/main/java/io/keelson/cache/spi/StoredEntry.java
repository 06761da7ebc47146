package io.keelson.cache.spi;

/**
 * A value as it is there.
 *
 * @param value what was put; its times are those that are in force, -1 for none
 * @param version a number that is another one after each change; 0 where there is none
 */
public record StoredEntry(StoredValue value, long version) {}
