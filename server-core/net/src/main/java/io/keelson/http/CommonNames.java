package io.keelson.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Field names that most requests carry, so that decoding one makes no new string. Immutable.
 *
 * <p>Specification: RFC 9110, 5.1 Field Names.
 */
final class CommonNames {
    private static final int SLOTS = 256;
    private static final @Nullable String[] NAMES = new String[SLOTS];

    static {
        for (String name : new String[] {
            "Accept",
            "Accept-Charset",
            "Accept-Encoding",
            "Accept-Language",
            "Authorization",
            "Cache-Control",
            "Connection",
            "Content-Encoding",
            "Content-Length",
            "Content-Type",
            "Cookie",
            "Date",
            "Expect",
            "Host",
            "If-Match",
            "If-Modified-Since",
            "If-None-Match",
            "Origin",
            "Pragma",
            "Range",
            "Referer",
            "Sec-Fetch-Dest",
            "Sec-Fetch-Mode",
            "Sec-Fetch-Site",
            "TE",
            "Transfer-Encoding",
            "Upgrade",
            "Upgrade-Insecure-Requests",
            "User-Agent",
            "Via",
            "X-Forwarded-For",
            "X-Forwarded-Proto",
            "X-Requested-With"
        }) {
            keep(name);
            keep(name.toLowerCase(java.util.Locale.ROOT));
        }
    }

    private CommonNames() {}

    /** The name at that place of the source, as it is written there. */
    static String name(byte[] source, int start, int length) {
        if (length > 0) {
            String candidate = NAMES[slot(source[start], source[start + length - 1], length)];
            if (candidate != null && candidate.length() == length && matches(candidate, source, start)) {
                return candidate;
            }
        }
        return new String(source, start, length, StandardCharsets.ISO_8859_1);
    }

    private static boolean matches(String name, byte[] source, int start) {
        for (int i = 0; i < name.length(); i++) {
            if (source[start + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Two names in one slot cost the first its place, no more. */
    private static void keep(String name) {
        NAMES[slot(name.charAt(0), name.charAt(name.length() - 1), name.length())] = name;
    }

    private static int slot(int first, int last, int length) {
        return (first * 31 + last * 7 + length * 13) & SLOTS - 1;
    }
}
