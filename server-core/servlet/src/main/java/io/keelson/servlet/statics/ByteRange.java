package io.keelson.servlet.statics;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of bytes that lies within a representation.
 *
 * <p>Specification: RFC 9110, 14.1.2 Byte Ranges.
 *
 * @param first position of the first byte
 * @param last position of the last byte, inclusive
 */
record ByteRange(long first, long last) {
    /** More ranges than a reader of documents or media asks for: the whole is sent instead (RFC 9110, 14.2). */
    static final int MOST = 16;

    long count() {
        return last - first + 1;
    }

    String contentRange(long length) {
        return "bytes " + first + "-" + last + "/" + length;
    }

    /**
     * Reads a {@code Range} field.
     *
     * @return null: there is no (well-formed, reasonable) request for ranges, send the whole; empty: none can be satisfied,
     *     416; else the ranges in the order asked for
     */
    static @Nullable List<ByteRange> parse(@Nullable String field, long length) {
        // Of nothing there are no parts: who resumes or plays an empty file is sent the whole of it.
        if (field == null || length == 0 || !field.regionMatches(true, 0, "bytes=", 0, 6)) {
            return null;
        }
        String[] specs = field.substring(6).split(",", -1);
        List<ByteRange> ranges = new ArrayList<>();
        int asked = 0;
        for (String spec : specs) {
            String trimmed = spec.strip();
            if (trimmed.isEmpty()) {
                continue;
            }
            long[] bounds = bounds(trimmed, length);
            if (bounds == null || ++asked > MOST) {
                return null;
            }
            if (bounds[0] <= bounds[1]) {
                ranges.add(new ByteRange(bounds[0], bounds[1]));
            }
        }
        if (asked == 0 || wasteful(ranges, length)) {
            return null;
        }
        return List.copyOf(ranges);
    }

    /** Null when malformed; first above last when it cannot be satisfied. */
    private static long @Nullable [] bounds(String spec, long length) {
        int dash = spec.indexOf('-');
        if (dash < 0) {
            return null;
        }
        long first = number(spec.substring(0, dash).strip());
        long last = number(spec.substring(dash + 1).strip());
        if (first == MALFORMED || last == MALFORMED || first == ABSENT && last == ABSENT) {
            return null;
        }
        if (first == ABSENT) {
            return new long[] {Math.max(0, length - last), last == 0 ? -1 : length - 1};
        }
        if (last != ABSENT && last < first) {
            return null;
        }
        return new long[] {first, last == ABSENT ? length - 1 : Math.min(last, length - 1)};
    }

    private static final long ABSENT = -1;
    private static final long MALFORMED = -2;

    private static long number(String digits) {
        if (digits.isEmpty()) {
            return ABSENT;
        }
        if (!digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return MALFORMED;
        }
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }

    /** Ranges that overlap until they are more than the whole. */
    private static boolean wasteful(List<ByteRange> ranges, long length) {
        long sum = 0;
        for (ByteRange range : ranges) {
            sum += range.count();
        }
        return ranges.size() > 1 && sum > length;
    }
}
