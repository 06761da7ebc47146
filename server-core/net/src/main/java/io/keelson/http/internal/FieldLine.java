package io.keelson.http.internal;

import static io.keelson.http.internal.Refusal.bad;

/**
 * The grammar of a field line: name, colon, value between optional blanks.
 *
 * <p>Specification: RFC 9112, 5.1 Field Line Parsing.
 */
final class FieldLine {
    private FieldLine() {}

    /** The place of the colon after the name that starts the line. */
    static int name(byte[] bytes, int start, int end) throws Refusal {
        int i = start;
        while (i < end && Ascii.isToken(bytes[i])) {
            i++;
        }
        if (i == start && i < end && isBlank(bytes[i])) {
            throw bad("A header field is continued on a second line.");
        }
        if (i == start || i == end || bytes[i] != ':') {
            throw bad("A header field has no proper name.");
        }
        return i;
    }

    /** The place of the value's first character after {@code from}; {@code end} where the value is empty. */
    static int valueStart(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end && isBlank(bytes[i])) {
            i++;
        }
        return i;
    }

    /** The place after the value's last character. */
    static int valueEnd(byte[] bytes, int start, int end) throws Refusal {
        for (int i = start; i < end; i++) {
            if (!Ascii.isValue(bytes[i])) {
                throw bad("A header field contains a control character.");
            }
        }
        int i = end;
        while (i > start && isBlank(bytes[i - 1])) {
            i--;
        }
        return i;
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
