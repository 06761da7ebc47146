package io.keelson.cache.rest;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The cache and the key that a path names. Immutable.
 *
 * @param cache null: all of them
 * @param key null: the cache itself
 */
record RestPath(@Nullable String cache, byte @Nullable [] key) {
    private static final int MOST_KEY = 1_024;

    /**
     * Reads what follows the prefix.
     *
     * @return null where it names nothing that there may be, or is malformed
     */
    static @Nullable RestPath of(String rest) {
        if (rest.isEmpty() || rest.equals("/")) {
            return new RestPath(null, null);
        }
        int slash = rest.indexOf('/', 1);
        byte[] cache = decoded(slash < 0 ? rest.substring(1) : rest.substring(1, slash));
        if (cache == null || cache.length == 0) {
            return null;
        }
        String name = new String(cache, StandardCharsets.UTF_8);
        String last = slash < 0 ? "" : rest.substring(slash + 1);
        if (last.isEmpty()) {
            return new RestPath(name, null);
        }
        byte[] key = last.indexOf('/') >= 0 ? null : decoded(last);
        return key == null || key.length > MOST_KEY ? null : new RestPath(name, key);
    }

    /** The bytes of a segment; null where it has a percent sign without two digits. */
    static byte @Nullable [] decoded(String segment) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(segment.length());
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c != '%') {
                bytes.write(c);
                continue;
            }
            int high = i + 2 < segment.length() ? Character.digit(segment.charAt(i + 1), 16) : -1;
            int low = i + 2 < segment.length() ? Character.digit(segment.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        return bytes.toByteArray();
    }
}
