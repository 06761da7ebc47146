package io.keelson.ejb.schedule;

import java.util.ArrayList;
import java.util.List;

/** The attribute {@code year}: four digits, ranges and lists of these, or {@code *}. Immutable. */
final class YearField {
    private static final int LAST = 9999;

    private final List<int[]> ranges;

    private YearField(List<int[]> ranges) {
        this.ranges = ranges;
    }

    /**
     * Parses the attribute.
     *
     * @throws IllegalArgumentException when it breaks the rules; the message names the value
     */
    static YearField parse(String text) {
        List<int[]> ranges = new ArrayList<>();
        String whole = text.trim();
        if (whole.equals("*")) {
            ranges.add(new int[] {0, LAST});
            return new YearField(ranges);
        }
        for (String item : whole.split(",", -1)) {
            String[] ends = item.trim().split("-", -1);
            int from = year(ends[0], text);
            int to = ends.length == 2 ? year(ends[1], text) : from;
            if (ends.length > 2 || from > to) {
                throw wrong(text);
            }
            ranges.add(new int[] {from, to});
        }
        return new YearField(ranges);
    }

    private static int year(String text, String whole) {
        String digits = text.trim();
        if (digits.length() != 4 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong(whole);
        }
        return Integer.parseInt(digits);
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "year '" + text + "': expected years of four digits, a range of them that ascends, or a list");
    }

    /** Returns the first allowed year from {@code year} on; -1 if there is none. */
    int from(int year) {
        int best = -1;
        for (int[] range : ranges) {
            int candidate = Math.max(year, range[0]);
            if (candidate <= range[1] && (best < 0 || candidate < best)) {
                best = candidate;
            }
        }
        return best;
    }
}
