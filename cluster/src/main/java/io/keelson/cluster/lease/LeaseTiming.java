package io.keelson.cluster.lease;

import java.time.Duration;

/**
 * Times of the protocol, all derived from the lease's duration.
 *
 * @param durationMillis for how long a grant or renewal lasts: 2 to 60 s
 */
public record LeaseTiming(long durationMillis) {
    static final Duration LEAST = Duration.ofSeconds(2);
    static final Duration GREATEST = Duration.ofSeconds(60);

    private static final long MILLI = 1_000_000L;

    public LeaseTiming {
        if (!allowed(durationMillis)) {
            throw new IllegalArgumentException("a lease lasts 2 to 60 seconds, not " + durationMillis + " ms");
        }
    }

    static boolean allowed(long durationMillis) {
        return durationMillis >= LEAST.toMillis() && durationMillis <= GREATEST.toMillis();
    }

    long durationNanos() {
        return durationMillis * MILLI;
    }

    /** Three questions fit into a duration; two may be lost. */
    long renewNanos() {
        return durationNanos() / 3;
    }

    /** Returns how long an answer is waited for before the question is put again, to another voter. */
    long answerNanos() {
        return clamp(durationMillis / 10, 200, 500) * MILLI;
    }

    /** Returns how often a name that another has is asked for, should the news of its end be lost. */
    long pollNanos() {
        return 500 * MILLI;
    }

    /** Returns how often the machine gets a tick. */
    public long tickNanos() {
        return clamp(durationMillis / 50, 20, 100) * MILLI;
    }

    private static long clamp(long value, long least, long most) {
        return Math.max(least, Math.min(most, value));
    }
}
