package io.keelson.perf.ecperf;

import java.util.SplittableRandom;

/**
 * Times from the beginning of one transaction of an agent to that of the next: drawn from a negative exponential distribution, and
 * capped.
 */
final class ThinkTime {
    private static final int CAP = 5;

    private ThinkTime() {}

    /**
     * Draws a time in nanoseconds.
     *
     * @param mean of the distribution before it is capped at five times as much
     */
    static long draw(SplittableRandom random, long mean) {
        return of(random.nextDouble(), mean);
    }

    /** The time for a number from 0 to 1, 1 excluded. */
    static long of(double drawn, long mean) {
        return (long) Math.min(-Math.log(1 - drawn) * mean, (double) CAP * mean);
    }
}
