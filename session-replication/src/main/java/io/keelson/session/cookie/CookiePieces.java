package io.keelson.session.cookie;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sealed session as the values of one or two cookies. Browsers take 4,096 characters a cookie, and proxies in front of servers 8 KiB
 * for all cookies of a request, so there are at most two. Each says by its label which others belong to it: a client may have those of
 * several paths.
 *
 * <p>A value is the label (8 characters), index and count (a digit each), and a part of what is sealed, with points between them.
 */
final class CookiePieces {
    /** The longest value of a cookie, in characters: with name and attributes it stays below 4,096. */
    static final int LARGEST = 3_800;

    private static final int LABEL = 8;
    private static final int HEAD = LABEL + 4;
    private static final int MOST_PIECES = 2;

    /** Greatest number of characters of a sealed session. */
    static final int MOST = MOST_PIECES * (LARGEST - HEAD);

    private CookiePieces() {}

    /** The values; {@code sealed} is not longer than {@link #MOST}. */
    static List<String> split(String sealed) {
        int part = LARGEST - HEAD;
        int count = Math.max(1, (sealed.length() + part - 1) / part);
        // The end of what is sealed is its tag, which is another each time.
        String label = sealed.substring(Math.max(0, sealed.length() - LABEL));
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String piece = sealed.substring(i * part, Math.min(sealed.length(), (i + 1) * part));
            values.add(label + '.' + i + count + '.' + piece);
        }
        return values;
    }

    /** Returns what values, with spaces between them, are pieces of, as far as they are complete; in the order of their first pieces. */
    static List<String> join(String values) {
        Map<String, @Nullable String[]> byLabel = new LinkedHashMap<>();
        for (String value : values.split(" ")) {
            if (isPiece(value)) {
                int index = value.charAt(LABEL + 1) - '0';
                int count = value.charAt(LABEL + 2) - '0';
                String set = value.substring(0, LABEL) + count;
                byLabel.computeIfAbsent(set, any -> new @Nullable String[count])[index] = value.substring(HEAD);
            }
        }
        List<String> whole = new ArrayList<>();
        for (@Nullable String[] pieces : byLabel.values()) {
            if (!Arrays.asList(pieces).contains(null)) {
                whole.add(String.join("", pieces));
            }
        }
        return whole;
    }

    private static boolean isPiece(String value) {
        if (value.length() <= HEAD || value.charAt(LABEL) != '.' || value.charAt(HEAD - 1) != '.') {
            return false;
        }
        int index = value.charAt(LABEL + 1) - '0';
        int count = value.charAt(LABEL + 2) - '0';
        return count >= 1 && count <= MOST_PIECES && index >= 0 && index < count;
    }
}
