package io.keelson.admin.domain;

import java.util.regex.Pattern;

/** Writes texts as words of a shell, so that a command in a message can be copied as it stands. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}%+,./:=@_^-]+");

    private ShellWord() {}

    /** The text, in quotes where a shell would take it for anything else. */
    public static String of(Object text) {
        String plain = text.toString();
        return PLAIN.matcher(plain).matches() ? plain : '\'' + plain.replace("'", "'\\''") + '\'';
    }
}
