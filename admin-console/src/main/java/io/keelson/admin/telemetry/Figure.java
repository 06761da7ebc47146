package io.keelson.admin.telemetry;

import io.keelson.base.measure.Distribution;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One figure of what the server does now: a number, or how values are spread.
 *
 * @param labels what tells it from others of its metric
 * @param value finite; of a distribution the sum
 * @param whole whether all values of that metric are whole numbers
 * @param distribution how values are spread; null: it is a number
 */
public record Figure(
        SortedMap<String, String> labels,
        double value,
        boolean whole,
        @Nullable Distribution distribution) {
    public Figure {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** A number. */
    static Figure number(SortedMap<String, String> labels, double value, boolean whole) {
        return new Figure(labels, value, whole, null);
    }

    /** Returns how values are spread. */
    static Figure spread(SortedMap<String, String> labels, Distribution values) {
        return new Figure(labels, values.sum(), false, values);
    }
}
