package io.keelson.kernel.config;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Constraints on a single value beside its type. The bounds are values of the type.
 *
 * @param reference the path of the mapping that must have the value as a key; null: none
 * @param secret whether the value must not be shown
 */
record Rules(
        @Nullable Comparable<?> min,
        @Nullable Comparable<?> max,
        @Nullable Pattern pattern,
        @Nullable SettingPath reference,
        boolean secret) {

    /**
     * Reads and checks a written value.
     *
     * @throws IllegalArgumentException with a message that says what was expected
     */
    Object parse(ScalarType type, String text) {
        Object value;
        try {
            value = type.parse(text);
        } catch (IllegalArgumentException e) {
            String hint = type.kind() == ScalarKind.ENUM && !secret ? near(type, text) : "";
            throw new IllegalArgumentException(expected(type) + ", but found " + shown(text) + hint, e);
        }
        if (!inRange(value) || pattern != null && !pattern.matcher(text).matches()) {
            throw new IllegalArgumentException(expected(type) + ", but found " + shown(text));
        }
        return value;
    }

    private static String near(ScalarType type, String text) {
        String nearest = NearestName.of(text, type.values());
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }

    String shown(String text) {
        if (secret) {
            return "something else (the value is secret)";
        }
        return text.isEmpty() ? "empty text" : '\'' + abbreviate(text) + '\'';
    }

    private static String abbreviate(String text) {
        String line = text.replace("\r", "\\r").replace("\n", "\\n");
        return line.length() <= 80 ? line : line.substring(0, 77) + "...";
    }

    /** "expected a whole number from 1 to 65535". */
    String expected(ScalarType type) {
        return "expected " + type.expected() + range() + (pattern == null ? "" : " that matches " + pattern.pattern());
    }

    /** The bounds as words, with a blank before; empty without. */
    String range() {
        if (min != null && max != null) {
            return " from " + ScalarType.write(min) + " to " + ScalarType.write(max);
        }
        if (min != null) {
            return ", at least " + ScalarType.write(min);
        }
        return max != null ? ", at most " + ScalarType.write(max) : "";
    }

    boolean inRange(Object value) {
        return (min == null || compare(min, value) <= 0) && (max == null || compare(max, value) >= 0);
    }

    // Both are values of one type: the model reads the bounds with the type of the component.
    @SuppressWarnings("unchecked")
    private static int compare(Comparable<?> bound, Object value) {
        return ((Comparable<Object>) bound).compareTo(value);
    }
}
