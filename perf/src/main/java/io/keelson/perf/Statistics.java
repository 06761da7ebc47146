package io.keelson.perf;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/** The statistics of the studies. A seed makes every figure repeatable from the same samples. */
final class Statistics {
    /** Number of draws of the bootstrap. */
    static final int DRAWS = 10_000;

    private Statistics() {}

    /** The middle one, or the mean of the two in the middle. */
    static double median(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values, no median");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /**
     * The ratio of the medians of two servers that were measured in turns, with the 95 % confidence interval that the percentile
     * bootstrap gives. Turn {@code i} of both belongs to the same round; rounds are drawn with replacement, both turns of a
     * round together, so that what slowed down the whole machine for a round does not count as a difference.
     *
     * @throws IllegalArgumentException when the numbers of turns differ or are 0
     */
    static Ratio ratio(double[] numerator, double[] denominator, long seed) {
        if (numerator.length != denominator.length || numerator.length == 0) {
            throw new IllegalArgumentException(
                    "a ratio needs the same rounds of both: " + numerator.length + " and " + denominator.length);
        }
        SplittableRandom random = new SplittableRandom(seed);
        int n = numerator.length;
        double[] above = new double[n];
        double[] below = new double[n];
        double[] drawn = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            for (int i = 0; i < n; i++) {
                int round = random.nextInt(n);
                above[i] = numerator[round];
                below[i] = denominator[round];
            }
            drawn[draw] = median(above) / median(below);
        }
        Arrays.sort(drawn);
        return new Ratio(
                median(numerator) / median(denominator),
                drawn[(int) (0.025 * DRAWS)],
                drawn[(int) (0.975 * DRAWS) - 1]);
    }

    /**
     * A ratio with its confidence interval.
     *
     * @param value of the medians
     * @param low the lower end of the 95 % interval
     * @param high the upper end
     */
    record Ratio(double value, double low, double high) {
        /** Returns whether the interval holds 1: the samples then show no difference. */
        boolean noDifference() {
            return low <= 1 && 1 <= high;
        }

        /** The value and, in brackets, the interval. */
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", value, low, high);
        }
    }
}
