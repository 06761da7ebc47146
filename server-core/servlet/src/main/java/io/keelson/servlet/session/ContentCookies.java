package io.keelson.servlet.session;

import io.keelson.http.HttpHeaders;
import io.keelson.servlet.field.CookieParser;
import jakarta.servlet.http.Cookie;

/**
 * The cookies in which a client keeps its session: {@code NAME}, {@code NAME_2}, ... What is in them is the store's own.
 *
 * <p>Specification: weblogic.xml, session-descriptor.
 */
public final class ContentCookies {
    private static final int MOST = 9;

    private ContentCookies() {}

    /** The name of the cookie of that index, from 0. */
    public static String name(String name, int index) {
        return index == 0 ? name : name + '_' + (index + 1);
    }

    /** Their values, with a space between them; several of one name where the client has them for several paths. */
    public static String sent(HttpHeaders headers, String name) {
        StringBuilder values = new StringBuilder();
        for (Cookie cookie : CookieParser.parse(headers.all("Cookie"))) {
            if (index(cookie.getName(), name) >= 0) {
                values.append(values.isEmpty() ? "" : " ").append(cookie.getValue());
            }
        }
        return values.toString();
    }

    /** Returns how many there are at most: one more than the last index that the client has sent. */
    public static int count(HttpHeaders headers, String name) {
        int count = 0;
        for (Cookie cookie : CookieParser.parse(headers.all("Cookie"))) {
            count = Math.max(count, 1 + index(cookie.getName(), name));
        }
        return count;
    }

    /** The index of a cookie; -1: it is none of them. */
    private static int index(String cookie, String name) {
        if (cookie.equals(name)) {
            return 0;
        }
        int digit = name.length() + 1;
        if (cookie.length() == digit + 1 && cookie.startsWith(name) && cookie.charAt(name.length()) == '_') {
            int number = cookie.charAt(digit) - '0';
            return number >= 2 && number <= MOST ? number - 1 : -1;
        }
        return -1;
    }
}
