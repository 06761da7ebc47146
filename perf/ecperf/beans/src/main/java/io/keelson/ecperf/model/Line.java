package io.keelson.ecperf.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A part and a quantity, as it is ordered or delivered.
 *
 * @param part key of the part
 * @param quantity at least 1
 */
public record Line(long part, int quantity) {
    /** Most lines of an order. */
    public static final int MOST_LINES = 98;

    /** Most of a part in one line. */
    public static final int MOST_QUANTITY = 1_000_000;

    /** Refuses a quantity that cannot be. */
    public Line {
        if (quantity < 1 || quantity > MOST_QUANTITY) {
            throw new IllegalArgumentException(
                    "the quantity of the part " + part + " is " + quantity + "; expected 1 to " + MOST_QUANTITY);
        }
    }

    /**
     * Sorts lines by part and makes one of several for the same part. All transactions go through parts in this order, so that none
     * of them waits for another in a circle.
     *
     * @throws IllegalArgumentException where there is no line, or more than an order may have
     */
    public static List<Line> inOrder(List<Line> lines) {
        Map<Long, Integer> sums = new TreeMap<>();
        for (Line line : lines) {
            sums.merge(line.part(), line.quantity(), Math::addExact);
        }
        if (sums.isEmpty() || sums.size() > MOST_LINES) {
            throw new IllegalArgumentException(sums.size() + " lines; expected 1 to " + MOST_LINES);
        }
        List<Line> sorted = new ArrayList<>();
        sums.forEach((part, quantity) -> sorted.add(new Line(part, quantity)));
        return sorted;
    }

    /**
     * Reads {@code part:quantity,part:quantity}.
     *
     * @throws IllegalArgumentException where it is not that
     */
    public static List<Line> parse(String text) {
        List<Line> lines = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            String[] parts = each.split(":", -1);
            if (parts.length != 2) {
                throw new IllegalArgumentException("'" + each + "' is no line; expected part:quantity");
            }
            lines.add(new Line(Long.parseLong(parts[0]), Integer.parseInt(parts[1])));
        }
        return lines;
    }
}
