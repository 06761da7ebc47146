package io.keelson.jms.broker;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Counts what has happened within the last hour, minute by minute. Guarded by the server's lock. */
final class HourlyCount {
    private static final int MINUTES = 60;

    private final long[] counts = new long[MINUTES];

    /** The minute since the epoch that the last count is of. */
    private long minute;

    private void advance(long now) {
        long next = TimeUnit.MILLISECONDS.toMinutes(now);
        if (next - minute >= MINUTES || next < minute) { // a clock that was set back begins anew
            Arrays.fill(counts, 0);
        } else {
            for (long each = minute + 1; each <= next; each++) {
                counts[(int) (each % MINUTES)] = 0;
            }
        }
        minute = next;
    }

    /** Counts one, at a time in milliseconds since the epoch. */
    void add(long now) {
        add(1, now);
    }

    /** Counts several, at a time in milliseconds since the epoch. */
    void add(int more, long now) {
        advance(now);
        counts[(int) (minute % MINUTES)] += more;
    }

    /** Returns how many there were in this minute and the 59 before it. */
    long lastHour(long now) {
        advance(now);
        return Arrays.stream(counts).sum();
    }
}
