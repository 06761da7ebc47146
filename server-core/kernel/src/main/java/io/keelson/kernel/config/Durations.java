package io.keelson.kernel.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The written form of a duration: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, {@code 1d}, or ISO-8601. */
final class Durations {
    /** For the JSON Schema as well, so it keeps to what both dialects know. */
    static final String FORM = "([0-9]{1,18}(ms|s|m|h|d)|P[0-9DTHMS.]+)";

    private static final Pattern SHORT = Pattern.compile("([0-9]{1,18})(ms|s|m|h|d)");

    /** Beyond, a number of milliseconds would have more digits than the short form takes. */
    private static final long MOST_SECONDS = 999_999_999_999_999L;

    private Durations() {}

    /** @throws IllegalArgumentException when the text is not a duration */
    static Duration parse(String text) {
        try {
            Matcher m = SHORT.matcher(text);
            if (!m.matches()) {
                return iso(text);
            }
            long number = Long.parseLong(m.group(1));
            return switch (m.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
            };
        } catch (ArithmeticException | DateTimeException e) {
            throw new IllegalArgumentException("not a duration: " + text, e);
        }
    }

    private static Duration iso(String text) {
        if (!text.matches(FORM)) {
            throw new IllegalArgumentException("not a duration: " + text);
        }
        return Duration.parse(text);
    }

    /** The shortest exact written form. */
    static String format(Duration duration) {
        long seconds = duration.getSeconds();
        if (duration.getNano() % 1_000_000 != 0 || seconds > MOST_SECONDS) {
            return duration.toString();
        }
        if (duration.getNano() != 0) {
            return duration.toMillis() + "ms";
        }
        if (seconds == 0 || seconds % 60 != 0) {
            return seconds + "s";
        }
        if (seconds % 3600 != 0) {
            return seconds / 60 + "m";
        }
        return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3600 + "h";
    }
}
