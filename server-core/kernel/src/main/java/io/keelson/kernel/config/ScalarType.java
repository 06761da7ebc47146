package io.keelson.kernel.config;

import io.keelson.base.config.DataSize;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The type of a single value: from the written form to the Java value and back.
 *
 * @param enumType the enum's class for {@link ScalarKind#ENUM}, else null
 */
record ScalarType(ScalarKind kind, @Nullable Class<?> enumType) {
    /** The type that a Java class stands for, or null when it is not a single value. */
    static @Nullable ScalarType of(Class<?> type) {
        if (type.isEnum()) {
            return new ScalarType(ScalarKind.ENUM, type);
        }
        ScalarKind kind = kind(type);
        return kind == null ? null : new ScalarType(kind, null);
    }

    private static @Nullable ScalarKind kind(Class<?> type) {
        if (type == String.class) {
            return ScalarKind.STRING;
        } else if (type == boolean.class || type == Boolean.class) {
            return ScalarKind.BOOLEAN;
        } else if (type == int.class || type == Integer.class) {
            return ScalarKind.INT;
        } else if (type == long.class || type == Long.class) {
            return ScalarKind.LONG;
        } else if (type == double.class || type == Double.class) {
            return ScalarKind.DOUBLE;
        } else if (type == Duration.class) {
            return ScalarKind.DURATION;
        } else if (type == DataSize.class) {
            return ScalarKind.SIZE;
        }
        return type == Path.class ? ScalarKind.PATH : null;
    }

    /**
     * Reads the written form. A relative path stays relative: whose directory is meant, its owner knows.
     *
     * @throws IllegalArgumentException when the text is not of this type
     */
    Object parse(String text) {
        return switch (kind) {
            case STRING -> text;
            case BOOLEAN -> bool(text);
            case INT -> Integer.parseInt(form(text, YamlText.WHOLE_NUMBER));
            case LONG -> Long.parseLong(form(text, YamlText.WHOLE_NUMBER));
            case DOUBLE -> finite(Double.parseDouble(form(text, YamlText.NUMBER)));
            case ENUM -> constant(text);
            case DURATION -> Durations.parse(text);
            case SIZE -> DataSize.parse(text);
            case PATH -> path(text);
        };
    }

    private static boolean bool(String text) {
        if (YamlText.isTrue(text)) {
            return true;
        }
        if (YamlText.isFalse(text)) {
            return false;
        }
        throw new IllegalArgumentException(text);
    }

    private static String form(String text, java.util.regex.Pattern form) {
        if (!form.matcher(text).matches()) {
            throw new NumberFormatException(text);
        }
        return text;
    }

    private static double finite(double number) {
        if (Double.isInfinite(number)) {
            throw new NumberFormatException("beyond the range of a double");
        }
        return number;
    }

    private Object constant(String text) {
        for (Object constant : constants()) {
            if (kebab((Enum<?>) constant).equals(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(text);
    }

    private static Path path(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("an empty path");
        }
        try {
            return Path.of(text).normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private Object[] constants() {
        return enumType == null ? new Object[0] : enumType.getEnumConstants();
    }

    /** The values of an enum, as written; empty for other types. */
    List<String> values() {
        List<String> values = new ArrayList<>();
        for (Object constant : constants()) {
            values.add(kebab((Enum<?>) constant));
        }
        return values;
    }

    /** Returns whether the written form is a number or a boolean of YAML, so that quotes would make it something else. */
    boolean isPlainInYaml() {
        return switch (kind) {
            case BOOLEAN, INT, LONG, DOUBLE -> true;
            case STRING, ENUM, DURATION, SIZE, PATH -> false;
        };
    }

    /** Returns what is expected, for a message. */
    String expected() {
        return switch (kind) {
            case STRING -> "text";
            case BOOLEAN -> "true or false";
            case INT -> "a whole number";
            case LONG -> "a whole number of 64 bits";
            case DOUBLE -> "a number";
            case ENUM -> "one of " + String.join(", ", values());
            case DURATION -> "a duration such as 500ms, 30s, 5m, 2h or 1d";
            case SIZE -> "a size such as 512B, 8KiB, 10MiB or 1GiB";
            case PATH -> "a path";
        };
    }

    /** A short name of the type, for the reference page. */
    String title() {
        return switch (kind) {
            case STRING -> "text";
            case BOOLEAN -> "boolean";
            case INT, LONG -> "whole number";
            case DOUBLE -> "number";
            case ENUM -> String.join(" \\| ", values());
            case DURATION -> "duration";
            case SIZE -> "size";
            case PATH -> "path";
        };
    }

    /** The written form of a value. */
    static String write(Object value) {
        if (value instanceof Duration duration) {
            return Durations.format(duration);
        }
        return value instanceof Enum<?> constant ? kebab(constant) : value.toString();
    }

    private static String kebab(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
