package io.keelson.remoting.internal.marshal;

/**
 * Limits of one message. Immutable.
 *
 * @param depth how deep objects may lie within each other
 * @param references how many references to objects there may be
 * @param bytes how many bytes may be read; the largest message
 * @param arrayLength how long an array may be
 */
public record MarshalLimits(int depth, long references, long bytes, long arrayLength) {
    /** Limits that the settings have by default. */
    public static final MarshalLimits STANDARD = new MarshalLimits(200, 1_000_000, 10 * 1024 * 1024, 10_000_000);
}
