package io.keelson.security;

import java.nio.CharBuffer;
import java.text.Normalizer;

/**
 * Brings a user name or password to the one form that everybody computes with: SASLprep (RFC 4013). Tables are those of
 * stringprep (RFC 3454); code points that Unicode 3.2 did not assign are allowed, as for queries, and normalised with the
 * Unicode version of the JDK.
 */
final class SaslPrep {
    private SaslPrep() {}

    /**
     * The prepared form; a new array, which the caller may wipe. Text of printable ASCII is copied only and leaves no
     * string behind.
     *
     * @throws IllegalArgumentException when a character is not allowed; the message does not show the text
     */
    static char[] prepare(char[] text) {
        if (printableAscii(text)) {
            return text.clone();
        }
        return prepare(CharBuffer.wrap(text)).toCharArray();
    }

    /** The prepared form. Throws as {@link #prepare(char[])}. */
    static String prepare(CharSequence text) {
        StringBuilder mapped = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (otherSpace(c)) {
                mapped.append(' ');
            } else if (!mappedToNothing(c)) {
                mapped.appendCodePoint(c);
            }
        });
        String normal = Normalizer.normalize(mapped, Normalizer.Form.NFKC);
        normal.codePoints().forEach(SaslPrep::checkAllowed);
        checkDirections(normal);
        return normal;
    }

    private static boolean printableAscii(char[] text) {
        for (char c : text) {
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    /** Table C.1.2. */
    private static boolean otherSpace(int c) {
        return c == 0xa0 || c == 0x1680 || in(c, 0x2000, 0x200b) || c == 0x202f || c == 0x205f || c == 0x3000;
    }

    /** Table B.1. */
    private static boolean mappedToNothing(int c) {
        return c == 0xad
                || c == 0x34f
                || c == 0x1806
                || in(c, 0x180b, 0x180d)
                || in(c, 0x200c, 0x200d)
                || c == 0x2060
                || in(c, 0xfe00, 0xfe0f)
                || c == 0xfeff;
    }

    /** Tables C.2.1, C.2.2, and C.3 to C.9. */
    private static void checkAllowed(int c) {
        boolean control = Character.isISOControl(c)
                || c == 0x6dd
                || c == 0x70f
                || c == 0x180e
                || in(c, 0x2028, 0x2029)
                || in(c, 0x2060, 0x2063)
                || in(c, 0x206a, 0x206f)
                || in(c, 0xfff9, 0xfffd)
                || in(c, 0x1d173, 0x1d17a);
        int type = Character.getType(c);
        boolean notText = type == Character.PRIVATE_USE
                || type == Character.SURROGATE
                || (c & 0xfffe) == 0xfffe
                || in(c, 0xfdd0, 0xfdef)
                || in(c, 0x2ff0, 0x2ffb);
        boolean display = in(c, 0x340, 0x341) || in(c, 0x200e, 0x200f) || in(c, 0x202a, 0x202e);
        boolean tag = c == 0xe0001 || in(c, 0xe0020, 0xe007f);
        if (control || notText || display || tag) {
            throw new IllegalArgumentException("a character is not allowed in names and passwords");
        }
    }

    /** RFC 3454, 6: text from right to left stands alone, from its first to its last character. */
    private static void checkDirections(String text) {
        if (text.codePoints().noneMatch(SaslPrep::rightToLeft)) {
            return;
        }
        boolean mixed = text.codePoints()
                .anyMatch(c -> Character.getDirectionality(c) == Character.DIRECTIONALITY_LEFT_TO_RIGHT);
        if (mixed || !rightToLeft(text.codePointAt(0)) || !rightToLeft(text.codePointBefore(text.length()))) {
            throw new IllegalArgumentException("text from right to left is mixed with other text");
        }
    }

    private static boolean rightToLeft(int c) {
        byte d = Character.getDirectionality(c);
        return d == Character.DIRECTIONALITY_RIGHT_TO_LEFT || d == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
    }

    private static boolean in(int c, int first, int last) {
        return c >= first && c <= last;
    }
}
