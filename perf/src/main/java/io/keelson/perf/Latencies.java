package io.keelson.perf;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Latencies of calls: counts in buckets, 32 for each power of two, so that a percentile is right to about 3 %. Thread-safe.
 */
final class Latencies {
    private static final int BITS = 5;
    private static final int PER_POWER = 1 << BITS;

    private final AtomicLongArray counts = new AtomicLongArray(64 * PER_POWER);

    /** Counts a call of so many nanoseconds. */
    void add(long nanos) {
        counts.incrementAndGet(bucket(Math.max(1, nanos)));
    }

    private static int bucket(long nanos) {
        int power = 63 - Long.numberOfLeadingZeros(nanos);
        int shift = Math.max(0, power - BITS);
        return shift * PER_POWER + (int) (nanos >> shift);
    }

    /** Returns how many were counted. */
    long count() {
        long sum = 0;
        for (int i = 0; i < counts.length(); i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    /**
     * Returns the latency that a part of the calls did not exceed, in microseconds: the upper end of its bucket.
     *
     * @param part 0 to 1
     */
    double micros(double part) {
        long left = (long) Math.ceil(part * count());
        for (int i = 0; i < counts.length(); i++) {
            left -= counts.get(i);
            if (left <= 0 && counts.get(i) > 0) {
                return upper(i) / 1000.0;
            }
        }
        return 0;
    }

    private static long upper(int bucket) {
        int shift = Math.max(0, bucket / PER_POWER - 1);
        return (bucket - (long) shift * PER_POWER + 1) << shift;
    }
}
