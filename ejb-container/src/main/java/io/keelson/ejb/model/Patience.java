package io.keelson.ejb.model;

import java.time.Duration;

/**
 * Limit of a call's wait for a lock or an instance.
 *
 * @param unlimited true: for ever
 * @param time otherwise the longest wait; zero: concurrent calls are refused at once
 */
public record Patience(boolean unlimited, Duration time) {
    /** Waits for ever, the default of the specification. */
    public static final Patience UNLIMITED = new Patience(true, Duration.ZERO);

    /**
     * Reads the value of {@code @AccessTimeout}.
     *
     * @param value -1: for ever; 0: not at all
     * @throws IllegalArgumentException when it is less than -1
     */
    public static Patience of(long value, java.util.concurrent.TimeUnit unit) {
        if (value < -1) {
            throw new IllegalArgumentException("an access time-out of " + value + ": expected -1, 0 or more");
        }
        return value == -1 ? UNLIMITED : new Patience(false, Durations.of(value, unit));
    }
}
