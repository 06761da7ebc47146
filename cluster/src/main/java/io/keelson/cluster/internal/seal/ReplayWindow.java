package io.keelson.cluster.internal.seal;

import java.util.Arrays;

/** Remembers which of a sender's last 1,024 numbers have come; older ones count as come. One thread at a time. */
final class ReplayWindow {
    static final int SIZE = 1_024;

    private final long[] bits = new long[SIZE / Long.SIZE];
    private long highest;

    /** Returns true if a number has not come yet. */
    boolean isNew(long number) {
        return number > highest || number > 0 && number > highest - SIZE && (bits[word(number)] & bit(number)) == 0;
    }

    /** Notes a number that {@link #isNew}. */
    void accept(long number) {
        if (number > highest) {
            if (number - highest >= SIZE) {
                Arrays.fill(bits, 0);
            } else {
                for (long passed = highest + 1; passed < number; passed++) {
                    bits[word(passed)] &= ~bit(passed);
                }
            }
            highest = number;
        }
        bits[word(number)] |= bit(number);
    }

    private static int word(long number) {
        return (int) (number % SIZE) / Long.SIZE;
    }

    private static long bit(long number) {
        return 1L << (number % Long.SIZE);
    }
}
