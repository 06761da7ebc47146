package io.keelson.ejb.schedule;

import java.time.DayOfWeek;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * The attribute {@code dayOfMonth}: days counted from either end of the month, and days such as {@code 2nd Tue}. Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.2.1.1 Attribute Syntax.
 */
final class DayOfMonthField {
    private static final List<String> ORDINALS = List.of("1st", "2nd", "3rd", "4th", "5th", "last");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
    private static final int LAST_ORDINAL = 5;

    private final boolean wildcard;
    private final List<Day[]> ranges;

    private DayOfMonthField(boolean wildcard, List<Day[]> ranges) {
        this.wildcard = wildcard;
        this.ranges = ranges;
    }

    /** One end of a range, as a rule that gives a day for each month. */
    private interface Day {
        /** Returns the day in that month; 0 where the month has no such day. */
        int in(YearMonth month);
    }

    /**
     * Parses the attribute.
     *
     * @throws IllegalArgumentException when it breaks the rules; the message names the value
     */
    static DayOfMonthField parse(String text) {
        String whole = text.trim();
        if (whole.equals("*")) {
            return new DayOfMonthField(true, List.of());
        }
        List<Day[]> ranges = new ArrayList<>();
        for (String item : whole.split(",", -1)) {
            String trimmed = item.trim();
            int dash = trimmed.indexOf('-', 1);
            if (dash < 0) {
                Day day = day(trimmed, text);
                ranges.add(new Day[] {day});
            } else {
                ranges.add(new Day[] {day(trimmed.substring(0, dash), text), day(trimmed.substring(dash + 1), text)});
            }
        }
        return new DayOfMonthField(false, ranges);
    }

    private static Day day(String text, String whole) {
        String word = text.trim().toLowerCase(Locale.ROOT);
        if (word.equals("last")) {
            return YearMonth::lengthOfMonth;
        }
        String[] words = word.split("\\s+");
        if (words.length == 2) {
            int ordinal = ORDINALS.indexOf(words[0]);
            int day = DAYS.indexOf(words[1]);
            if (ordinal >= 0 && day >= 0) {
                DayOfWeek wanted = DayOfWeek.of(day == 0 ? 7 : day);
                return month -> nth(month, ordinal, wanted);
            }
        }
        try {
            int number = Integer.parseInt(word);
            if (number >= 1 && number <= 31) {
                return month -> number <= month.lengthOfMonth() ? number : 0;
            }
            if (number >= -7 && number <= -1) {
                return month -> month.lengthOfMonth() + number;
            }
        } catch (NumberFormatException e) {
            // said below, as for a number out of range
        }
        throw new IllegalArgumentException("dayOfMonth '" + whole + "': expected 1 to 31, -7 to -1, Last, '1st Sun' to "
                + "'5th Sat', 'Last Sun' to 'Last Sat', a range or a list of these");
    }

    private static int nth(YearMonth month, int ordinal, DayOfWeek day) {
        if (ordinal == LAST_ORDINAL) {
            int back = month.atEndOfMonth().getDayOfWeek().getValue() - day.getValue();
            return month.lengthOfMonth() - Math.floorMod(back, 7);
        }
        int ahead = day.getValue() - month.atDay(1).getDayOfWeek().getValue();
        int found = 1 + Math.floorMod(ahead, 7) + 7 * ordinal;
        return found <= month.lengthOfMonth() ? found : 0;
    }

    /** Returns true if the attribute is {@code *}. */
    boolean wildcard() {
        return wildcard;
    }

    /** Returns the days of that month which the attribute names. */
    BitSet in(YearMonth month) {
        BitSet days = new BitSet();
        int length = month.lengthOfMonth();
        if (wildcard) {
            days.set(1, length + 1);
            return days;
        }
        for (Day[] range : ranges) {
            int from = range[0].in(month);
            if (range.length == 1) {
                if (from > 0) {
                    days.set(from);
                }
                continue;
            }
            int to = range[1].in(month);
            span(days, from, to, length);
        }
        return days;
    }

    /** A range whose end comes before its begin goes round the end of the month; an end that the month lacks is its last day. */
    private static void span(BitSet days, int from, int to, int length) {
        if (from == 0 && to == 0) {
            return;
        }
        if (from == 0) {
            days.set(1, to + 1);
        } else if (to == 0) {
            days.set(from, length + 1);
        } else if (from <= to) {
            days.set(from, to + 1);
        } else {
            days.set(from, length + 1);
            days.set(1, to + 1);
        }
    }
}
