package io.keelson.servlet.field;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

/**
 * Dates in header fields.
 *
 * <p>Specification: RFC 9110, 5.6.7 Date/Time Formats.
 */
public final class HttpDates {
    private static final DateTimeFormatter FIXED = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);
    // Without the weekday, which says nothing new and which some clients get wrong.
    private static final List<DateTimeFormatter> READ = List.of(
            DateTimeFormatter.ofPattern("dd MMM yyyy HH:mm:ss 'GMT'", Locale.US).withZone(ZoneOffset.UTC),
            new DateTimeFormatterBuilder()
                    .appendPattern("dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.US)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("MMM ppd HH:mm:ss yyyy", Locale.US).withZone(ZoneOffset.UTC));

    private HttpDates() {}

    /** The form that is sent. */
    public static String format(long millis) {
        return FIXED.format(Instant.ofEpochMilli(millis));
    }

    /**
     * Milliseconds since the epoch.
     *
     * @throws IllegalArgumentException when it is in none of the three forms
     */
    public static long parse(String text) {
        String day = withoutWeekday(text.trim());
        for (DateTimeFormatter form : READ) {
            try {
                return ZonedDateTime.parse(day, form).toInstant().toEpochMilli();
            } catch (DateTimeParseException e) {
                // The next form may be the right one.
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException("a date beyond all clocks: '" + text + "'", e);
            }
        }
        throw new IllegalArgumentException("not a date of HTTP: '" + text + "'");
    }

    private static String withoutWeekday(String text) {
        int end = 0;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        return text.substring(text.startsWith(",", end) ? end + 1 : end).trim();
    }
}
