package io.keelson.perf.ecperf;

import java.util.Arrays;

/** Response times of one kind, all of them. Thread-safe: the object's lock guards it. */
final class ResponseTimes {
    private long[] nanos = new long[256];
    private int count;

    synchronized void add(long time) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = time;
    }

    synchronized int count() {
        return count;
    }

    /** The least time in milliseconds that so many parts of all did not exceed; 0 where there is none. */
    synchronized double percentileMillis(double part) {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[Math.max(0, (int) Math.ceil(part * count) - 1)] / 1e6;
    }
}
