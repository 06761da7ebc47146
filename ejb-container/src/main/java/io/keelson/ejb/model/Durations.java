package io.keelson.ejb.model;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Reads the times of annotations and descriptors. */
public final class Durations {
    private Durations() {}

    /** Returns the time; at most what a count of nanoseconds can say, which is 292 years. */
    public static Duration of(long value, TimeUnit unit) {
        return Duration.ofNanos(unit.toNanos(value));
    }
}
