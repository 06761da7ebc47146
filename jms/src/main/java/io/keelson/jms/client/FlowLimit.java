package io.keelson.jms.client;

import java.util.concurrent.TimeUnit;

/**
 * The rate of a producer while a destination is above its threshold: it begins with the maximum, is lowered step by step to the minimum,
 * and raised again in the same steps once the destination is below, until it is at the maximum and ends. Not thread-safe: the session's
 * thread has it.
 */
final class FlowLimit {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int maximum;
    private final int minimum;
    private final int steps;
    private final long stepNanos;

    /** Steps below the maximum; -1: there is no limit. */
    private int lowered = -1;

    private boolean above;
    private long steppedAt;
    private long nextAt;

    /** With what the factory says, in messages a second and milliseconds. */
    FlowLimit(int maximum, int minimum, long intervalMillis, int steps) {
        this.maximum = Math.max(1, maximum);
        this.minimum = Math.max(1, Math.min(minimum, this.maximum));
        this.steps = Math.max(1, steps);
        this.stepNanos = Math.max(1, TimeUnit.MILLISECONDS.toNanos(intervalMillis) / this.steps);
    }

    /**
     * Returns how long the next message has to wait, and counts it.
     *
     * @param isAbove true if the destination is above its threshold
     * @param now in nanoseconds, as a ticker has it
     */
    long nanosToWait(boolean isAbove, long now) {
        if (!turn(isAbove, now)) {
            return 0;
        }
        long at = Math.max(now, nextAt);
        nextAt = at + SECOND / rate();
        return at - now;
    }

    private boolean turn(boolean isAbove, long now) {
        if (lowered < 0) {
            if (!isAbove) {
                return false;
            }
            lowered = 0;
            above = true;
            steppedAt = now;
            nextAt = now;
            return true;
        }
        if (above != isAbove) {
            above = isAbove;
            steppedAt = now;
        }
        while (now - steppedAt >= stepNanos) {
            steppedAt += stepNanos;
            lowered += above ? 1 : -1;
            if (lowered < 0) {
                return false;
            }
            if (lowered >= steps) {
                lowered = steps;
                steppedAt = now;
                break;
            }
        }
        return true;
    }

    /** Returns messages a second; only while there is a limit. */
    private int rate() {
        return maximum - (int) ((long) (maximum - minimum) * lowered / steps);
    }
}
