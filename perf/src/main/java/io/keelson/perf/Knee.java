package io.keelson.perf;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Looks for the most users a server at which a share of the transactions still meets its target: goes up or down by three tenths until one
 * number is well and a larger one is not, then halves the distance. What was ill is believed when it is so again: it may have been tried
 * while the servers were still compiling, or the machine had something else to do. Used by one thread.
 */
final class Knee {
    /** Precision of the number, as a part of it. */
    private static final double NEAR = 0.06;

    private static final double STEP = 1.3;
    private static final int MOST_TURNS = 16;

    private final double share;
    private final Map<Integer, Boolean> tried = new HashMap<>();

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
        Set<Integer> believed = new HashSet<>();
        int next = first;
        for (int i = 0; i < MOST_TURNS && next >= 10; i++) {
            tried.put(next, turn.share(next) >= share);
            int well = well();
            int ill = illBeyond(well);
            if (ill == Integer.MAX_VALUE) {
                next = (int) Math.round(well * STEP);
            } else if (well == 0) {
                next = (int) Math.round(ill / STEP);
            } else if (ill - well > NEAR * well) {
                next = (well + ill) / 2;
            } else if (believed.add(ill)) {
                next = ill;
            } else {
                break;
            }
        }
        return well();
    }

    /** The most that were well: by luck a smaller number may have failed. */
    private int well() {
        return tried.entrySet().stream()
                .filter(Map.Entry::getValue)
                .mapToInt(Map.Entry::getKey)
                .max()
                .orElse(0);
    }

    private int illBeyond(int well) {
        return tried.entrySet().stream()
                .filter(one -> !one.getValue() && one.getKey() > well)
                .mapToInt(Map.Entry::getKey)
                .min()
                .orElse(Integer.MAX_VALUE);
    }
}
