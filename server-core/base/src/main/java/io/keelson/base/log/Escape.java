package io.keelson.base.log;

/**
 * Keeps what clients and applications send from looking like something that the log itself wrote: a value never begins a
 * line, moves a terminal's cursor or turns the direction of the text.
 */
final class Escape {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private Escape() {}

    /** For one line of text: control characters become {@code \n}, {@code \r} or {@code \}{@code u001b}; tabs stay. */
    static void line(StringBuilder to, CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\t' || !deceptive(text, i)) {
                to.append(c);
            } else {
                control(to, c);
            }
        }
    }

    /** The text as one line. */
    static String line(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != '\t' && deceptive(text, i)) {
                StringBuilder line = new StringBuilder(text.length() + 16);
                line(line, text);
                return line.toString();
            }
        }
        return text.toString();
    }

    /** A JSON string with its quotes (RFC 8259, 7). */
    static void json(StringBuilder to, CharSequence text) {
        to.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (deceptive(text, i)) {
                control(to, c);
            } else {
                to.append(c);
            }
        }
        to.append('"');
    }

    /** A field of an access log between quotes: also quotes and backslashes are escaped. An empty one is {@code -}. */
    static void quoted(StringBuilder to, CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (deceptive(text, i)) {
                control(to, c);
            } else {
                to.append(c);
            }
        }
    }

    /** A field of an access log that ends with a space: spaces are escaped too. */
    static void word(StringBuilder to, CharSequence text) {
        int from = to.length();
        quoted(to, text);
        for (int i = from; i < to.length(); i++) {
            if (to.charAt(i) == ' ') {
                to.replace(i, i + 1, "\\u0020");
            }
        }
    }

    private static void control(StringBuilder to, char c) {
        switch (c) {
            case '\n' -> to.append("\\n");
            case '\r' -> to.append("\\r");
            case '\t' -> to.append("\\t");
            default ->
                to.append("\\u")
                        .append(HEX[c >> 12])
                        .append(HEX[c >> 8 & 15])
                        .append(HEX[c >> 4 & 15])
                        .append(HEX[c & 15]);
        }
    }

    private static boolean deceptive(CharSequence text, int i) {
        char c = text.charAt(i);
        if (c < 0x7f) {
            return c < ' ';
        }
        return c < 0xa0 || c >= 0x2028 && deceptiveBeyondLatin(text, i, c);
    }

    /** Line and paragraph separators, changes of direction, the byte order mark, halves of surrogate pairs. */
    private static boolean deceptiveBeyondLatin(CharSequence text, int i, char c) {
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
        }
        return c <= 0x202e || c >= 0x2066 && c <= 0x2069 || c == 0xfeff;
    }
}
