package io.keelson.perf;

import io.keelson.perf.ecperf.RunResult;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the highest injection rate whose run meets the targets: doubles or halves until one does and a higher one does not, then halves the distance.
 * A rate that does not is tried again before that is believed. Used by one thread.
 */
final class HighestRate {
    private final int most;
    private final double near;
    private final int attempts;

    /**
     * With the limits of the search.
     *
     * @param most rate that is tried
     * @param near the ratio of two rates that ends the search
     * @param attempts at a rate, at least 1
     */
    HighestRate(int most, double near, int attempts) {
        this.most = most;
        this.near = near;
        this.attempts = attempts;
    }

    /** Runs at a rate. */
    @FunctionalInterface
    interface Turn {
        RunResult run(int injectionRate) throws IOException, InterruptedException;
    }

    /** The run at the highest rate that meets the targets; null where not even 1 does. */
    @Nullable
    RunResult find(int first, Turn turn) throws IOException, InterruptedException {
        RunResult best = null;
        int low = 0;
        int high = Integer.MAX_VALUE;
        int next = Math.min(Math.max(1, first), most);
        while (true) {
            RunResult result = meeting(next, turn);
            if (result != null) {
                best = result;
                low = next;
            } else {
                high = next;
            }
            if (high == Integer.MAX_VALUE) {
                if (low == most) {
                    return best;
                }
                next = Math.min(2 * low, most);
            } else if (low == 0) {
                if (high == 1) {
                    return null;
                }
                next = high / 2;
            } else {
                next = (low + high) / 2;
                if (next == low || (double) high / low <= near) {
                    return best;
                }
            }
        }
    }

    private @Nullable RunResult meeting(int rate, Turn turn) throws IOException, InterruptedException {
        for (int i = 0; i < attempts; i++) {
            RunResult result = turn.run(rate);
            if (result.misses().isEmpty()) {
                return result;
            }
        }
        return null;
    }
}
