package io.keelson.servlet.field;

import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the Set-Cookie field.
 *
 * <p>Specification: RFC 6265, 4.1.1 Syntax.
 */
public final class SetCookie {
    private static final long LONG_AGO = 10_000;

    private SetCookie() {}

    /**
     * The value of the field.
     *
     * @param now wall-clock time in milliseconds, for {@code Expires}
     * @throws IllegalArgumentException when value or attributes have a character that would end them
     */
    public static String format(Cookie cookie, long now) {
        StringBuilder text = new StringBuilder(96);
        text.append(cookie.getName()).append('=');
        String value = cookie.getValue();
        if (value != null) {
            check(cookie.getName(), value, true);
            text.append(octets(value));
        }
        for (Map.Entry<String, String> attribute : cookie.getAttributes().entrySet()) {
            String key = attribute.getKey();
            String content = attribute.getValue();
            if (key.equalsIgnoreCase("Max-Age")) {
                appendAge(text, Long.parseLong(content), now);
            } else if (key.equalsIgnoreCase("Secure") || key.equalsIgnoreCase("HttpOnly")) {
                // Set as a flag; an application may also write true or false.
                if (!content.equalsIgnoreCase("false")) {
                    text.append("; ").append(key);
                }
            } else {
                check(cookie.getName(), content, false);
                text.append("; ").append(key);
                if (!content.isEmpty()) {
                    text.append('=').append(content);
                }
            }
        }
        return text.toString();
    }

    /** Beyond ASCII a value goes out as UTF-8, as browsers take it; a field is written one octet a character. */
    private static String octets(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) > 0x7f) {
                return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            }
        }
        return value;
    }

    private static void appendAge(StringBuilder text, long seconds, long now) {
        if (seconds < 0) {
            return;
        }
        // To delete a cookie, a date that has passed says it to every client.
        if (seconds > 0) {
            text.append("; Max-Age=").append(seconds);
        }
        text.append("; Expires=");
        text.append(HttpDates.format(seconds == 0 ? LONG_AGO : now + seconds * 1000));
    }

    private static void check(String name, String value, boolean octets) {
        int from = octets && value.length() > 1 && value.startsWith("\"") && value.endsWith("\"") ? 1 : 0;
        for (int i = from; i < value.length() - from; i++) {
            char c = value.charAt(i);
            boolean bad = c < ' ' || c == 0x7f || c == ';' || octets && (c == ' ' || c == '"' || c == ',' || c == '\\');
            if (bad || c > 0xff && !octets) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "the cookie %s has the character U+%04X, which a cookie cannot have", name, (int)
                                c));
            }
        }
    }
}
