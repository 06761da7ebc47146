package io.keelson.servlet.field;

import jakarta.servlet.http.Cookie;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the Cookie field. A pair that is none is left out; the others are kept.
 *
 * <p>Specification: RFC 6265, 4.2.1 Syntax.
 */
public final class CookieParser {
    private CookieParser() {}

    /** The cookies of the fields, in order. */
    public static List<Cookie> parse(List<String> fields) {
        List<Cookie> cookies = new ArrayList<>();
        for (String field : fields) {
            int start = 0;
            while (start < field.length()) {
                int end = field.indexOf(';', start);
                end = end < 0 ? field.length() : end;
                add(cookies, field, start, end);
                start = end + 1;
            }
        }
        return cookies;
    }

    /** The first value of a cookie in one field, without making an object for each; null where there is none. */
    public static @Nullable String find(String field, String name) {
        return find(field, name, value -> true);
    }

    /** The first value of a cookie in one field that is as wanted: those of several paths come in one field. Null where there is none. */
    public static @Nullable String find(String field, String name, Predicate<String> wanted) {
        for (int i = field.indexOf(name); i >= 0; i = field.indexOf(name, i + 1)) {
            int equals = i + name.length();
            while (equals < field.length() && field.charAt(equals) <= ' ') {
                equals++;
            }
            if (equals < field.length() && field.charAt(equals) == '=' && begins(field, i)) {
                int end = field.indexOf(';', equals);
                String value = field.substring(equals + 1, end < 0 ? field.length() : end)
                        .trim();
                if (isValue(value) && wanted.test(value)) {
                    return value;
                }
            }
        }
        return null;
    }

    /** Returns whether a pair begins there: what stands before, up to the semicolon, is white space. */
    private static boolean begins(String field, int at) {
        int i = at;
        while (i > 0 && field.charAt(i - 1) <= ' ') {
            i--;
        }
        return i == 0 || field.charAt(i - 1) == ';';
    }

    private static void add(List<Cookie> cookies, String field, int start, int end) {
        int equals = field.indexOf('=', start);
        if (equals < 0 || equals >= end) {
            return;
        }
        String name = field.substring(start, equals).trim();
        String value = field.substring(equals + 1, end).trim();
        if (isToken(name) && isValue(value)) {
            cookies.add(new Cookie(name, decoded(value)));
        }
    }

    /** Browsers send UTF-8, octet by octet; what is not UTF-8 stays as it is. */
    private static String decoded(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) > 0x7f) {
                byte[] octets = value.getBytes(StandardCharsets.ISO_8859_1);
                try {
                    return StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(octets))
                            .toString();
                } catch (CharacterCodingException e) {
                    return value;
                }
            }
        }
        return value;
    }

    private static boolean isToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c <= ' ' || c >= 0x7f || "()<>@,;:\\\"/[]?={}".indexOf(c) >= 0) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    // More than cookie-octet: browsers send what they were given, and quotes belong to the value.
    private static boolean isValue(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == 0x7f) {
                return false;
            }
        }
        return true;
    }
}
