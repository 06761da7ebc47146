package io.keelson.kernel.config;

import java.util.Set;
import java.util.regex.Pattern;

/** The forms of YAML scalars: what the 1.2 core schema makes of a plain one, and how a value is written. */
final class YamlText {
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    static final Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)");
    static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

    private YamlText() {}

    static boolean isNull(String plain) {
        return NULLS.contains(plain);
    }

    static boolean isTrue(String plain) {
        return plain.equals("true") || plain.equals("True") || plain.equals("TRUE");
    }

    static boolean isFalse(String plain) {
        return plain.equals("false") || plain.equals("False") || plain.equals("FALSE");
    }
}
