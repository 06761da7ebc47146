package io.keelson.base.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Position of a span in its trace, as it travels from one process to the next. Immutable.
 *
 * <p>Specification: W3C Trace Context, 3.2 Traceparent Header; 3.3 Tracestate Header.
 *
 * @param traceHigh the upper half of the trace's id
 * @param traceLow the lower half; not both are 0
 * @param spanId the span's id; not 0
 * @param sampled whether the trace is recorded
 * @param state what others have the trace carry, as it came; null for nothing
 */
public record TraceContext(
        long traceHigh,
        long traceLow,
        long spanId,
        boolean sampled,
        @Nullable String state) {
    private static final int LENGTH = 55;
    private static final int TRACE_AT = 3;
    private static final int SPAN_AT = 36;
    private static final int FLAGS_AT = 53;
    private static final int INVALID = -1;

    public TraceContext {
        if ((traceHigh | traceLow) == 0 || spanId == 0) {
            throw new IllegalArgumentException("the id of a trace, or of a span, is not 0");
        }
    }

    /**
     * Reads what came with a request. What is malformed counts as if it had not come, as the specification asks.
     *
     * @param traceparents the fields of that name; more than one is malformed
     * @param tracestates the fields of that name, in order; they are looked at only where the former is good
     * @return null where a trace begins here
     */
    public static @Nullable TraceContext parse(List<String> traceparents, List<String> tracestates) {
        return traceparents.size() == 1 ? parse(traceparents.get(0), TraceState.of(tracestates)) : null;
    }

    /**
     * Reads a {@code traceparent}.
     *
     * @param state what goes with it, checked
     * @return null where it is malformed
     */
    public static @Nullable TraceContext parse(String text, @Nullable String state) {
        if (!formed(text)) {
            return null;
        }
        int flags = (int) hex(text, FLAGS_AT, 2);
        int version = (int) hex(text, 0, 2);
        boolean known = version == 0 ? text.length() == LENGTH : version != INVALID && version != 0xff;
        if (!known || flags == INVALID || !isHex(text, TRACE_AT, 32) || !isHex(text, SPAN_AT, 16)) {
            return null;
        }
        long high = hex(text, TRACE_AT, 16);
        long low = hex(text, TRACE_AT + 16, 16);
        long span = hex(text, SPAN_AT, 16);
        return (high | low) == 0 || span == 0 ? null : new TraceContext(high, low, span, (flags & 1) != 0, state);
    }

    /** A later version may have more behind a further dash. */
    private static boolean formed(String text) {
        return text.length() >= LENGTH
                && text.charAt(2) == '-'
                && text.charAt(SPAN_AT - 1) == '-'
                && text.charAt(FLAGS_AT - 1) == '-'
                && (text.length() == LENGTH || text.charAt(LENGTH) == '-');
    }

    private static boolean isHex(String text, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (digit(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The number; for one of less than 16 digits {@link #INVALID} where it is none. */
    private static long hex(String text, int from, int length) {
        long number = 0;
        for (int i = from; i < from + length; i++) {
            int digit = digit(text.charAt(i));
            if (digit < 0) {
                return INVALID;
            }
            number = number << 4 | digit;
        }
        return number;
    }

    /** Lower case only: others must not be sent, and are malformed. */
    private static int digit(char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }

    /** The trace's id: 32 digits. */
    public String traceId() {
        StringBuilder to = new StringBuilder(32);
        append(to, traceHigh);
        append(to, traceLow);
        return to.toString();
    }

    /** The span's id: 16 digits. */
    public String spanText() {
        StringBuilder to = new StringBuilder(16);
        append(to, spanId);
        return to.toString();
    }

    /** Form of the field {@code traceparent}. */
    public String traceparent() {
        StringBuilder to = new StringBuilder(LENGTH).append("00-");
        append(to, traceHigh);
        append(to, traceLow);
        append(to.append('-'), spanId);
        return to.append(sampled ? "-01" : "-00").toString();
    }

    private static void append(StringBuilder to, long number) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            to.append(Character.forDigit((int) (number >>> shift) & 15, 16));
        }
    }
}
