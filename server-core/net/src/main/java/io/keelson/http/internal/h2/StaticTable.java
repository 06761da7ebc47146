package io.keelson.http.internal.h2;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of field names in HPACK's static table (RFC 7541, appendix A) that responses use. Immutable.
 *
 * <p>Specification: RFC 7541, 2.3.1 Static Table.
 */
final class StaticTable {
    static final int STATUS = 8;
    static final int CONTENT_LENGTH = 28;
    static final int DATE = 33;
    private static final int SLOTS = 256;
    private static final @Nullable String[] NAMES = new String[SLOTS];
    private static final byte[] INDEXES = new byte[SLOTS];

    static {
        put("accept-ranges", 18);
        put("access-control-allow-origin", 20);
        put("age", 21);
        put("allow", 22);
        put("cache-control", 24);
        put("content-disposition", 25);
        put("content-encoding", 26);
        put("content-language", 27);
        put("content-length", CONTENT_LENGTH);
        put("content-location", 29);
        put("content-range", 30);
        put("content-type", 31);
        put("date", DATE);
        put("etag", 34);
        put("expires", 36);
        put("last-modified", 44);
        put("link", 45);
        put("location", 46);
        put("proxy-authenticate", 48);
        put("refresh", 52);
        put("retry-after", 53);
        put("server", 54);
        put("set-cookie", 55);
        put("strict-transport-security", 56);
        put("vary", 59);
        put("via", 60);
        put("www-authenticate", 61);
    }

    private StaticTable() {}

    /** The index of a name in whatever case; 0 where the table does not have it. */
    static int index(String name) {
        int n = name.length();
        if (n == 0) {
            return 0;
        }
        int slot = slot(name.charAt(0), name.charAt(n - 1), n);
        for (String known = NAMES[slot]; known != null; known = NAMES[slot]) {
            if (known.length() == n && known.equalsIgnoreCase(name)) {
                return INDEXES[slot];
            }
            slot = slot + 1 & SLOTS - 1;
        }
        return 0;
    }

    private static void put(String name, int index) {
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalStateException(name);
        }
        int slot = slot(name.charAt(0), name.charAt(name.length() - 1), name.length());
        while (NAMES[slot] != null) {
            slot = slot + 1 & SLOTS - 1;
        }
        NAMES[slot] = name;
        INDEXES[slot] = (byte) index;
    }

    private static int slot(int first, int last, int length) {
        return ((first | 0x20) * 31 + (last | 0x20) * 7 + length * 13) & SLOTS - 1;
    }
}
