package io.keelson.ejb.schedule;

import jakarta.ejb.ScheduleExpression;
import java.time.Instant;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a calendar expression as they were written.
 *
 * @param second 0 to 59, also as list, range or increment
 * @param minute 0 to 59, likewise
 * @param hour 0 to 23, likewise
 * @param dayOfMonth 1 to 31, -7 to -1, {@code Last}, {@code 1st Sun} to {@code 5th Sat}, {@code Last Fri}, also as list or range
 * @param month 1 to 12 or {@code Jan} to {@code Dec}, also as list or range
 * @param dayOfWeek 0 to 7 or {@code Sun} to {@code Sat}, also as list or range
 * @param year four digits, also as list or range
 * @param zone an identifier of a time zone; null: that of the server
 * @param start the first moment at which a time may be due; null: none
 * @param end the last moment at which a time may be due; null: none
 */
public record ScheduleText(
        String second,
        String minute,
        String hour,
        String dayOfMonth,
        String month,
        String dayOfWeek,
        String year,
        @Nullable String zone,
        @Nullable Instant start,
        @Nullable Instant end) {
    /** Midnight each day: the defaults of every attribute. */
    public static final ScheduleText DAILY = new ScheduleText("0", "0", "0", "*", "*", "*", "*", null, null, null);

    /**
     * Copies the attributes of an application's expression.
     *
     * @throws IllegalArgumentException when one of them is null
     */
    public static ScheduleText of(ScheduleExpression expression) {
        return new ScheduleText(
                given("second", expression.getSecond()),
                given("minute", expression.getMinute()),
                given("hour", expression.getHour()),
                given("dayOfMonth", expression.getDayOfMonth()),
                given("month", expression.getMonth()),
                given("dayOfWeek", expression.getDayOfWeek()),
                given("year", expression.getYear()),
                expression.getTimezone(),
                instant(expression.getStart()),
                instant(expression.getEnd()));
    }

    /** Copies the attributes of a {@code @Schedule} annotation. */
    public static ScheduleText of(jakarta.ejb.Schedule schedule) {
        return new ScheduleText(
                schedule.second(),
                schedule.minute(),
                schedule.hour(),
                schedule.dayOfMonth(),
                schedule.month(),
                schedule.dayOfWeek(),
                schedule.year(),
                schedule.timezone().isEmpty() ? null : schedule.timezone(),
                null,
                null);
    }

    /** Makes the expression that an application sees. */
    public ScheduleExpression expression() {
        ScheduleExpression expression = new ScheduleExpression()
                .second(second)
                .minute(minute)
                .hour(hour)
                .dayOfMonth(dayOfMonth)
                .month(month)
                .dayOfWeek(dayOfWeek)
                .year(year);
        if (zone != null) {
            expression.timezone(zone);
        }
        if (start != null) {
            expression.start(Date.from(start));
        }
        if (end != null) {
            expression.end(Date.from(end));
        }
        return expression;
    }

    private static String given(String attribute, @Nullable String text) {
        if (text == null) {
            throw new IllegalArgumentException(
                    "the " + attribute + " of a schedule is null; leave it out, or give '*'");
        }
        return text;
    }

    private static @Nullable Instant instant(@Nullable Date date) {
        return date == null ? null : date.toInstant();
    }
}
