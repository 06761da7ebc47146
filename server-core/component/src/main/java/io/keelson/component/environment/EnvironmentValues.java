package io.keelson.component.environment;

import org.jspecify.annotations.Nullable;

/**
 * Values of {@code env-entry} by their type.
 *
 * <p>Specification: Servlet 6.1, 15.2.2 Web Application Environment.
 */
final class EnvironmentValues {
    private EnvironmentValues() {}

    /**
     * The value as an object of the type; a string where no type is declared.
     *
     * @param loader finds classes that are values, and enums
     * @throws IllegalArgumentException when the value is none of that type, or the type cannot be an entry's
     */
    static Object of(String name, @Nullable String type, String text, ClassLoader loader) {
        String value = text.strip();
        try {
            return switch (type == null ? "java.lang.String" : type) {
                case "java.lang.String" -> text;
                case "java.lang.Boolean", "boolean" -> Boolean.valueOf(value);
                case "java.lang.Integer", "int" -> Integer.valueOf(value);
                case "java.lang.Long", "long" -> Long.valueOf(value);
                case "java.lang.Short", "short" -> Short.valueOf(value);
                case "java.lang.Byte", "byte" -> Byte.valueOf(value);
                case "java.lang.Double", "double" -> Double.valueOf(value);
                case "java.lang.Float", "float" -> Float.valueOf(value);
                case "java.lang.Character", "char" -> character(name, text);
                case "java.lang.Class" -> loader.loadClass(value);
                default -> constant(name, loader.loadClass(type), value);
            };
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("the env-entry " + name + " needs a class that is not there: " + e, e);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the env-entry " + name + " is no " + type + ": " + value, e);
        }
    }

    private static Object constant(String name, Class<?> type, String value) {
        if (!type.isEnum()) {
            throw new IllegalArgumentException(
                    "the env-entry " + name + " has the type " + type.getName() + ", which is none of the simple ones");
        }
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(value)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                "the env-entry " + name + " is no constant of " + type.getName() + ": " + value);
    }

    private static Character character(String name, String value) {
        if (value.length() != 1) {
            throw new IllegalArgumentException("the env-entry " + name + " is not one character: " + value);
        }
        return value.charAt(0);
    }
}
