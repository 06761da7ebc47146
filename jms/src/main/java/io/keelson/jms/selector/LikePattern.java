package io.keelson.jms.selector;

import java.util.Arrays;

/**
 * Pattern of {@code LIKE}: {@code %} stands for any characters, {@code _} for one. A text is matched in time that grows with its length
 * times the pattern's at most, as a client says the pattern and another one the text. Immutable.
 */
final class LikePattern {
    private static final int ONE = -1;
    private static final int ANY = -2;

    /** Code points, {@link #ONE} and {@link #ANY}, of which no two stand together. */
    private final int[] parts;

    private LikePattern(int[] parts) {
        this.parts = parts;
    }

    /**
     * Reads a pattern.
     *
     * @param escape makes the character behind it stand for itself; 0: none does
     */
    static LikePattern of(String text, char escape) {
        int[] parts = new int[text.length()];
        int count = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (escape != 0 && c == escape && i < text.length()) {
                c = text.codePointAt(i);
                i += Character.charCount(c);
            } else if (c == '_') {
                c = ONE;
            } else if (c == '%') {
                c = ANY;
            }
            if (c != ANY || count == 0 || parts[count - 1] != ANY) {
                parts[count++] = c;
            }
        }
        return new LikePattern(Arrays.copyOf(parts, count));
    }

    /** Returns true if the whole text is as the pattern says. */
    boolean matches(String text) {
        int at = 0;
        int part = 0;
        // Where the last ANY is, and how far it reaches: where the rest does not fit it takes one more. Earlier ones
        // need not be tried again.
        int any = -1;
        int reach = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (part < parts.length && parts[part] == ANY) {
                any = part++;
                reach = at;
            } else if (part < parts.length && (parts[part] == ONE || parts[part] == c)) {
                part++;
                at += Character.charCount(c);
            } else if (any >= 0) {
                reach += Character.charCount(text.codePointAt(reach));
                at = reach;
                part = any + 1;
            } else {
                return false;
            }
        }
        return part == parts.length || part == parts.length - 1 && parts[part] == ANY;
    }
}
