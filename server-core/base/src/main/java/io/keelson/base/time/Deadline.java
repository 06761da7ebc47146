package io.keelson.base.time;

import java.time.Duration;

/**
 * A moment by which something has to be over. Immutable and thread-safe.
 *
 * @param ticker the clock that it is measured with
 * @param atNanos the moment on {@link Ticker#nanoTime()}
 */
public record Deadline(Ticker ticker, long atNanos) {
    /** A deadline that lies {@code duration} from now; a duration of zero has already passed. */
    public static Deadline in(Ticker ticker, Duration duration) {
        return new Deadline(ticker, ticker.nanoTime() + duration.toNanos());
    }

    /** Returns what is left, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, atNanos - ticker.nanoTime()));
    }

    /** Returns whether the moment has come. */
    public boolean passed() {
        return atNanos - ticker.nanoTime() <= 0;
    }
}
