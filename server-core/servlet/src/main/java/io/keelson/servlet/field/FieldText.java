package io.keelson.servlet.field;

/**
 * Text of an application as the value of a header field. What no field can carry is replaced, so that an
 * application that passes on what a user typed neither fails nor lets the user write fields of his own.
 *
 * <p>Specification: RFC 9110, 5.5 Field Values.
 */
public final class FieldText {
    private FieldText() {}

    /** The text with a space for each control character and a question mark for each character beyond ISO-8859-1. */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (replacement(text.charAt(i)) != text.charAt(i)) {
                return replaced(text);
            }
        }
        return text;
    }

    private static String replaced(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            clean.append(replacement(text.charAt(i)));
        }
        return clean.toString();
    }

    private static char replacement(char c) {
        if (c > 0xff) {
            return '?';
        }
        return c < ' ' && c != '\t' || c == 0x7f ? ' ' : c;
    }
}
