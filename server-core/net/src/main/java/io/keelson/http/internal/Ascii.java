package io.keelson.http.internal;

/**
 * The classes of bytes that RFC 9110 and RFC 3986 speak of, as one table.
 *
 * <p>Specification: RFC 9110, 5.6.2 Tokens.
 */
final class Ascii {
    private static final byte TOKEN = 1;
    private static final byte VALUE = 2;
    private static final byte PATH = 4;
    private static final byte QUERY = 8;
    private static final byte HOST = 16;
    private static final byte[] CLASSES = new byte[256];

    static {
        for (int c = 0; c < 256; c++) {
            boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            boolean visible = c > ' ' && c < 0x7f;
            int classes = 0;
            if (alphanumeric || visible && "!#$%&'*+-.^_`|~".indexOf(c) >= 0) {
                classes |= TOKEN;
            }
            if (c == '\t' || c >= ' ' && c != 0x7f) {
                classes |= VALUE;
            }
            // Browsers do not encode [ ] | ^ in a path, nor { } \ ` in a query; neither is read in two ways.
            if (visible && "\"#<>?\\`{}".indexOf(c) < 0) {
                classes |= PATH;
            }
            if (visible && "\"#<>".indexOf(c) < 0) {
                classes |= QUERY;
            }
            if (alphanumeric || visible && "-._~!$&'()*+;=%:[]".indexOf(c) >= 0) {
                classes |= HOST;
            }
            CLASSES[c] = (byte) classes;
        }
    }

    private Ascii() {}

    /** A character of a token (RFC 9110, 5.6.2). */
    static boolean isToken(byte b) {
        return (CLASSES[b & 0xff] & TOKEN) != 0;
    }

    /** A character of a field value, blanks among them (RFC 9110, 5.5). */
    static boolean isValue(byte b) {
        return (CLASSES[b & 0xff] & VALUE) != 0;
    }

    static boolean isPath(byte b) {
        return (CLASSES[b & 0xff] & PATH) != 0;
    }

    static boolean isQuery(byte b) {
        return (CLASSES[b & 0xff] & QUERY) != 0;
    }

    static boolean isHost(byte b) {
        return (CLASSES[b & 0xff] & HOST) != 0;
    }

    /** The value of a hexadecimal digit; -1 for any other byte. */
    static int hex(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /** Returns whether the bytes are that text but for the case of letters; the text is in lower case. */
    static boolean equalsIgnoreCase(byte[] bytes, int start, int end, String lower) {
        if (end - start != lower.length()) {
            return false;
        }
        for (int i = 0; i < lower.length(); i++) {
            int b = bytes[start + i];
            if (b != lower.charAt(i) && !(b >= 'A' && b <= 'Z' && b + 32 == lower.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
