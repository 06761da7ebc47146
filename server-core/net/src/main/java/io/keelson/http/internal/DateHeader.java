package io.keelson.http.internal;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The line of the Date field, made once a second. Thread-safe.
 *
 * <p>Specification: RFC 9110, 6.6.1 Date.
 */
public final class DateHeader {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private volatile Line line;

    /** Makes the line for that time. */
    public DateHeader(long millis) {
        line = line(Math.floorDiv(millis, 1000L));
    }

    private record Line(long second, byte[] bytes) {}

    /** Makes the line anew when the second is another. */
    void update(long millis) {
        long second = Math.floorDiv(millis, 1000L);
        if (line.second() != second) {
            line = line(second);
        }
    }

    /** Index at which the value begins in the line. */
    static final int VALUE = 6;

    /** The length of the value. */
    static final int VALUE_LENGTH = 29;

    /** The bytes of the line, its end included. Not to be changed. */
    byte[] bytes() {
        return line.bytes();
    }

    private static Line line(long second) {
        String text = "Date: " + FORMAT.format(Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC)) + "\r\n";
        return new Line(second, text.getBytes(StandardCharsets.US_ASCII));
    }
}
