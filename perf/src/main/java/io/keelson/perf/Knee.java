package io.keelson.perf;

import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Looks for the most users a server at which a share of the transactions still meets its target: goes up or down by three tenths until one
 * number is well and a larger one is not, then halves the distance. Used by one thread.
 */
final class Knee {
    /** What is near enough, of the number. */
    private static final double NEAR = 0.06;

    private static final double STEP = 1.3;
    private static final int MOST_TURNS = 12;

    private final double share;
    private final NavigableMap<Integer, Boolean> tried = new TreeMap<>();

    /** With the share, 0 to 1. */
    Knee(double share) {
        this.share = share;
    }

    /** Lets so many users a server work; returns the share that met its target. */
    interface Turn {
        double share(int users) throws IOException, InterruptedException;
    }

    /**
     * The knee; 0: not even ten users a server are well.
     *
     * @param first the number that is tried first
     */
    int find(int first, Turn turn) throws IOException, InterruptedException {
        int well = 0;
        int ill = Integer.MAX_VALUE;
        int next = first;
        for (int i = 0; i < MOST_TURNS && next >= 10 && !tried.containsKey(next); i++) {
            boolean good = turn.share(next) >= share;
            tried.put(next, good);
            if (good) {
                well = Math.max(well, next);
            } else {
                ill = Math.min(ill, next);
            }
            if (ill == Integer.MAX_VALUE) {
                next = (int) Math.round(well * STEP);
            } else if (well == 0) {
                next = (int) Math.round(ill / STEP);
            } else if (ill <= well || ill - well <= NEAR * well) {
                break; // by luck a smaller number may have failed: what was well stays
            } else {
                next = (well + ill) / 2;
            }
        }
        return well;
    }
}
