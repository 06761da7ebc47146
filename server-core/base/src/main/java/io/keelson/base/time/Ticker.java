package io.keelson.base.time;

/**
 * The one source of time for the server. Production code takes {@link #system()}; tests pass one that they drive.
 *
 * <p>Implementations are thread-safe.
 */
public interface Ticker {
    /** Monotonic time in nanoseconds from an arbitrary origin; only differences have a meaning. */
    long nanoTime();

    /** Wall-clock time in milliseconds since the epoch; may jump. Never used to decide a time-out. */
    long currentTimeMillis();

    /** The JVM's clocks. */
    static Ticker system() {
        return SystemTicker.INSTANCE;
    }
}
