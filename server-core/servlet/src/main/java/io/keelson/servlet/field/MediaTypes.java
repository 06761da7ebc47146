package io.keelson.servlet.field;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of Content-Type and Content-Disposition.
 *
 * <p>Specification: RFC 9110, 8.3 Content-Type; RFC 6266, 4.1 Grammar.
 */
public final class MediaTypes {
    private MediaTypes() {}

    /** The type without parameters, in lower case. */
    public static String type(String value) {
        int semicolon = value.indexOf(';');
        return (semicolon < 0 ? value : value.substring(0, semicolon)).trim().toLowerCase(Locale.ROOT);
    }

    /** The value of a parameter, unquoted; null where there is none. */
    public static @Nullable String parameter(String value, String name) {
        int at = find(value, name);
        if (at < 0) {
            return null;
        }
        return at < value.length() && value.charAt(at) == '"'
                ? quoted(value, at + 1)
                : value.substring(at, end(value, at)).trim();
    }

    /** The value without that parameter, however often it has it. */
    public static String without(String value, String name) {
        String rest = value;
        for (int at = find(rest, name); at >= 0; at = find(rest, name)) {
            // Where the parameter has no value, that begins with the next semicolon already.
            rest = rest.substring(0, rest.lastIndexOf(';', at - 1)).trim() + rest.substring(end(rest, at));
        }
        return rest;
    }

    /** Returns where the value of the parameter begins; -1 where there is none. */
    private static int find(String value, String name) {
        int i = end(value, 0);
        while (i < value.length()) {
            int start = i + 1;
            while (start < value.length() && value.charAt(start) == ' ') {
                start++;
            }
            int equals = start + name.length();
            if (value.regionMatches(true, start, name, 0, name.length())
                    && equals < value.length()
                    && value.charAt(equals) == '=') {
                return equals + 1;
            }
            i = end(value, start);
        }
        return -1;
    }

    /** The next semicolon that is not quoted, or the end. */
    private static int end(String value, int from) {
        boolean quoted = false;
        for (int i = from; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == ';' && !quoted) {
                return i;
            }
        }
        return value.length();
    }

    private static String quoted(String value, int from) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < value.length() && value.charAt(i) != '"'; i++) {
            // Browsers send the backslashes of a Windows path as they are: only quote and backslash are escaped.
            if (value.charAt(i) == '\\' && i + 1 < value.length() && "\"\\".indexOf(value.charAt(i + 1)) >= 0) {
                i++;
            }
            text.append(value.charAt(i));
        }
        return text.toString();
    }
}
