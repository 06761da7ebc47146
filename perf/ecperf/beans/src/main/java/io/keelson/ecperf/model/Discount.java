package io.keelson.ecperf.model;

import java.util.List;

/**
 * A rule of the corporate domain: orders of at least a sum get a discount.
 *
 * @param threshold in cents
 * @param percent 0 to 100
 */
public record Discount(long threshold, int percent) {
    /** The percentage for a sum: that of the highest threshold that it reaches, or 0. */
    public static int percent(List<Discount> rules, long gross) {
        long best = -1;
        int percent = 0;
        for (Discount rule : rules) {
            if (rule.threshold() <= gross && rule.threshold() > best) {
                best = rule.threshold();
                percent = rule.percent();
            }
        }
        return percent;
    }

    /** The sum after discount. Fractions of a cent of the discount are dropped. */
    public static long after(long gross, int percent) {
        return gross - Math.multiplyExact(gross, (long) percent) / 100;
    }
}
