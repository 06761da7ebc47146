package io.keelson.ejb.schedule;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A calendar expression that was checked, and its due times. Immutable and thread-safe.
 *
 * <p>Due times are those of the clock on the wall in the expression's zone. Where that clock goes forward, a time that it leaves out
 * is due at the moment when it goes forward. Where it goes back, a time that it shows twice is due at the first, and at the second
 * too if the attribute {@code hour} is {@code *}.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.2.1 Calendar-Based Time Expressions.
 */
public final class CalendarSchedule {
    private static final NumberField.Rules SECOND = new NumberField.Rules("second", 0, 59, List.of(), 0, true);
    private static final NumberField.Rules MINUTE = new NumberField.Rules("minute", 0, 59, List.of(), 0, true);
    private static final NumberField.Rules HOUR = new NumberField.Rules("hour", 0, 23, List.of(), 0, true);
    private static final NumberField.Rules MONTH = new NumberField.Rules(
            "month",
            1,
            12,
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
            1,
            false);
    private static final NumberField.Rules DAY_OF_WEEK = new NumberField.Rules(
            "dayOfWeek", 0, 7, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"), 0, false);

    /** Calendars repeat themselves after 400 years: what does not come within these never comes. */
    private static final int LONGEST_WAIT = 400;

    private static final int LAST_YEAR = 9999;

    private final ScheduleText text;
    private final NumberField second;
    private final NumberField minute;
    private final NumberField hour;
    private final DayOfMonthField dayOfMonth;
    private final NumberField month;
    private final NumberField dayOfWeek;
    private final YearField year;
    private final ZoneId zone;

    private CalendarSchedule(ScheduleText text, ZoneId zone) {
        this.text = text;
        this.zone = zone;
        this.second = NumberField.parse(text.second(), SECOND);
        this.minute = NumberField.parse(text.minute(), MINUTE);
        this.hour = NumberField.parse(text.hour(), HOUR);
        this.dayOfMonth = DayOfMonthField.parse(text.dayOfMonth());
        this.month = NumberField.parse(text.month(), MONTH);
        this.dayOfWeek = NumberField.parse(text.dayOfWeek(), DAY_OF_WEEK);
        this.year = YearField.parse(text.year());
    }

    /**
     * Checks an expression.
     *
     * @param server the zone of expressions that name none
     * @throws IllegalArgumentException when an attribute breaks the rules or the zone is not known; the message names both
     */
    public static CalendarSchedule of(ScheduleText text, ZoneId server) {
        return new CalendarSchedule(text, zone(text.zone(), server));
    }

    private static ZoneId zone(@Nullable String name, ZoneId server) {
        if (name == null || name.isBlank()) {
            return server;
        }
        try {
            return ZoneId.of(name.trim(), ZoneId.SHORT_IDS);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("timezone '" + name + "' is not known to this JVM", e);
        }
    }

    /** Returns the expression as it was written. */
    public ScheduleText text() {
        return text;
    }

    /**
     * Returns the first due time after a moment.
     *
     * @param after the moment; the result is later
     * @return null when there is none
     */
    public @Nullable Instant next(Instant after) {
        Instant start = text.start();
        Instant begin = start == null || after.compareTo(start) >= 0 ? after : start.minusNanos(1);
        Instant due = due(begin);
        Instant end = text.end();
        return due == null || (end != null && due.isAfter(end)) ? null : due;
    }

    /** Goes through the periods between changes of the clock, of which each has one offset. */
    private @Nullable Instant due(Instant after) {
        ZoneRules rules = zone.getRules();
        ZoneOffset offset = rules.getOffset(after);
        LocalDateTime wall =
                unrepeated(LocalDateTime.ofInstant(after, offset).withNano(0).plusSeconds(1), offset);
        Instant from = after;
        while (true) {
            LocalDateTime candidate = matching(wall);
            if (candidate == null) {
                return null;
            }
            ZoneOffsetTransition change = rules.nextTransition(from);
            if (change == null || candidate.isBefore(change.getDateTimeBefore())) {
                return candidate.toInstant(offset);
            }
            if (change.isGap() && !hour.wildcard() && candidate.isBefore(change.getDateTimeAfter())) {
                return change.getInstant();
            }
            LocalDateTime far = candidate.minusDays(2);
            if (far.isAfter(change.getDateTimeAfter())) {
                offset = rules.getOffset(far);
                from = far.toInstant(offset);
                wall = candidate.minusDays(1);
            } else {
                offset = change.getOffsetAfter();
                from = change.getInstant();
                wall = unrepeated(change.getDateTimeAfter(), offset);
            }
        }
    }

    /** Skips what the clock on the wall shows for the second time, unless the schedule is due in every hour. */
    private LocalDateTime unrepeated(LocalDateTime wall, ZoneOffset offset) {
        ZoneOffsetTransition change = zone.getRules().getTransition(wall);
        boolean repeated = change != null && change.isOverlap() && offset.equals(change.getOffsetAfter());
        return repeated && !hour.wildcard() ? change.getDateTimeBefore() : wall;
    }

    /** Returns the first time on the wall from {@code from} on that all attributes allow; null if there is none. */
    private @Nullable LocalDateTime matching(LocalDateTime from) {
        LocalTime time = timeFrom(from.toLocalTime());
        LocalDate date = time == null ? from.toLocalDate().plusDays(1) : from.toLocalDate();
        LocalDate day = dayFrom(date);
        if (day == null) {
            return null;
        }
        boolean same = time != null && day.equals(from.toLocalDate());
        return day.atTime(same ? time : LocalTime.of(hour.first(), minute.first(), second.first()));
    }

    private @Nullable LocalTime timeFrom(LocalTime from) {
        int h = hour.from(from.getHour());
        if (h < 0) {
            return null;
        }
        if (h > from.getHour()) {
            return LocalTime.of(h, minute.first(), second.first());
        }
        int m = minute.from(from.getMinute());
        if (m == from.getMinute()) {
            int s = second.from(from.getSecond());
            if (s >= 0) {
                return LocalTime.of(h, m, s);
            }
            m = minute.from(m + 1);
        }
        if (m >= 0) {
            return LocalTime.of(h, m, second.first());
        }
        int later = hour.from(h + 1);
        return later < 0 ? null : LocalTime.of(later, minute.first(), second.first());
    }

    private @Nullable LocalDate dayFrom(LocalDate from) {
        int y = year.from(from.getYear());
        int dry = 0;
        LocalDate begin = y == from.getYear() ? from : y < 0 ? null : LocalDate.of(y, 1, 1);
        while (begin != null && dry < LONGEST_WAIT) {
            LocalDate found = dayInYear(begin);
            if (found != null) {
                return found;
            }
            int next = year.from(begin.getYear() + 1);
            begin = next < 0 || next > LAST_YEAR ? null : LocalDate.of(next, 1, 1);
            dry++;
        }
        return null;
    }

    private @Nullable LocalDate dayInYear(LocalDate from) {
        int m = month.from(from.getMonthValue());
        while (m >= 0) {
            YearMonth when = YearMonth.of(from.getYear(), m);
            int first = m == from.getMonthValue() ? from.getDayOfMonth() : 1;
            int day = days(when).nextSetBit(first);
            if (day >= 0) {
                return when.atDay(day);
            }
            m = month.from(m + 1);
        }
        return null;
    }

    /** Returns the days that are due in a month: where both are given, those that either names (18.2.1.1). */
    private BitSet days(YearMonth when) {
        if (dayOfWeek.wildcard()) {
            return dayOfMonth.in(when);
        }
        BitSet days = dayOfMonth.wildcard() ? new BitSet() : dayOfMonth.in(when);
        for (int day = 1; day <= when.lengthOfMonth(); day++) {
            int weekday = when.atDay(day).getDayOfWeek().getValue();
            if (dayOfWeek.contains(weekday) || (weekday == 7 && dayOfWeek.contains(0))) {
                days.set(day);
            }
        }
        return days;
    }
}
