package io.keelson.base.measure;

import java.util.List;

/**
 * Distribution of values whose number only grows.
 *
 * @param bounds up to which value, inclusive, each range goes, ascending; the last range has no bound
 * @param counts how many values fell into each range: one more than there are bounds
 * @param sum of all values
 */
public record Distribution(List<Double> bounds, List<Long> counts, double sum) {
    public Distribution {
        bounds = List.copyOf(bounds);
        counts = List.copyOf(counts);
        if (counts.size() != bounds.size() + 1) {
            throw new IllegalArgumentException(counts.size() + " counts do not fit " + bounds.size() + " bounds");
        }
    }

    /** Returns how many values there were. */
    public long count() {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}
