package io.keelson.perf;

import java.io.IOException;

/**
 * Looks for the highest injection rate whose run meets the targets: doubles or halves until one does and a higher
 * one does not, then halves the distance.
 * A rate that does not is tried again before that is believed, unless it missed by far. Used by one thread.
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

    /** The outcome of a run. */
    enum Verdict {
        /** The targets are met. */
        MET,
        /** Targets are not met; another run may meet them. */
        MISSED,
        /** Targets are not met, and no other run at this rate will meet them. */
        MISSED_BY_FAR
    }

    /** Runs at a rate. */
    @FunctionalInterface
    interface Turn {
        Verdict run(int injectionRate) throws IOException, InterruptedException;
    }

    /** The highest rate that meets the targets; 0 where not even 1 does. */
    int find(int first, Turn turn) throws IOException, InterruptedException {
        int low = 0;
        int high = Integer.MAX_VALUE;
        int next = Math.min(Math.max(1, first), most);
        while (true) {
            if (meets(next, turn)) {
                low = next;
            } else {
                high = next;
            }
            if (low == most || high - low <= 1 || low > 0 && (double) high / low <= near) {
                return low;
            }
            if (high == Integer.MAX_VALUE) {
                next = Math.min(2 * low, most);
            } else {
                next = low == 0 ? high / 2 : (low + high) / 2;
            }
        }
    }

    private boolean meets(int rate, Turn turn) throws IOException, InterruptedException {
        for (int i = 0; i < attempts; i++) {
            Verdict verdict = turn.run(rate);
            if (verdict != Verdict.MISSED) {
                return verdict == Verdict.MET;
            }
        }
        return false;
    }
}
