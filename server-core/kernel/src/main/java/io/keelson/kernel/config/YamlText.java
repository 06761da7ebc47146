package io.keelson.kernel.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The forms of YAML scalars: what the 1.2 core schema makes of a plain one, and how a value is written. */
final class YamlText {
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    static final Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)");
    static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private static final Set<String> OLD_BOOLEANS = Set.of("y", "n", "yes", "no", "on", "off");
    private static final Pattern NUMBER_LIKE = Pattern.compile(
            "[-+]?([0-9][0-9_]*(\\.[0-9_]*)?|\\.[0-9][0-9_]*)([eE][-+]?[0-9]+)?"
                    + "|[-+]?0[xob][0-9a-fA-F_]+|[-+]?[0-9][0-9_]*(:[0-9]+)+(\\.[0-9]*)?|[0-9]{4}-[0-9]+-[0-9]+.*"
                    + "|[-+]?\\.(inf|nan)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9/._][A-Za-z0-9/._+@%*-]*");
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

    /** Returns whether a plain scalar is text, for this reader and for those of YAML 1.1 as well. */
    private static boolean isText(String plain) {
        return !isNull(plain)
                && !isTrue(plain)
                && !isFalse(plain)
                && !OLD_BOOLEANS.contains(plain.toLowerCase(Locale.ROOT))
                && !NUMBER_LIKE.matcher(plain).matches();
    }

    /** A text as it is written: plain where that is safe everywhere, else in double quotes. */
    static String text(String value) {
        if (SAFE.matcher(value).matches() && isText(value)) {
            return value;
        }
        StringBuilder quoted = new StringBuilder("\"");
        value.codePoints().forEach(c -> escape(c, quoted));
        return quoted.append('"').toString();
    }

    private static void escape(int c, StringBuilder out) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                boolean special = c < 0x20 || c >= 0x7F && c < 0xA0 || c == 0x2028 || c == 0x2029 || c == 0xFEFF;
                boolean unprintable = c >= 0xD800 && c <= 0xDFFF || c == 0xFFFE || c == 0xFFFF;
                if (special || unprintable) {
                    out.append(String.format(Locale.ROOT, "\\u%04X", c));
                } else {
                    out.appendCodePoint(c);
                }
            }
        }
    }

    /** A scalar value as it is written; anything that is not a number or a boolean is text. */
    static String scalar(Object value) {
        return value instanceof Boolean || value instanceof Number ? value.toString() : text(ScalarType.write(value));
    }

    /** A value in one line, as it may stand everywhere. */
    static String flow(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(YamlText::flow).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(String.valueOf(entry.getKey())) + ": " + flow(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return scalar(value);
    }
}
