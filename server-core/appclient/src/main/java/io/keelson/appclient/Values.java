package io.keelson.appclient;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of environment entries (Jakarta EE Platform 11, EE.5.4). */
final class Values {
    private static final Map<String, Class<?>> WRAPPERS = Map.of(
            "int", Integer.class,
            "boolean", Boolean.class,
            "long", Long.class,
            "short", Short.class,
            "byte", Byte.class,
            "char", Character.class,
            "float", Float.class,
            "double", Double.class);

    private Values() {}

    /** Returns true for the types that entries have; members of these without a declared value stay as they are. */
    static boolean isSimple(Class<?> type) {
        return type.isPrimitive()
                || type == String.class
                || type == Class.class
                || type.isEnum()
                || WRAPPERS.containsValue(type);
    }

    static Object of(Reference reference, String value, ClassLoader loader) throws ClientException {
        @Nullable String said = reference.type();
        String type = said == null ? String.class.getName() : said;
        Class<?> wrapper = WRAPPERS.get(type);
        try {
            return switch (wrapper == null ? type : wrapper.getName()) {
                case "java.lang.String" -> value;
                case "java.lang.Integer" -> Integer.valueOf(value);
                case "java.lang.Long" -> Long.valueOf(value);
                case "java.lang.Short" -> Short.valueOf(value);
                case "java.lang.Byte" -> Byte.valueOf(value);
                case "java.lang.Float" -> Float.valueOf(value);
                case "java.lang.Double" -> Double.valueOf(value);
                case "java.lang.Boolean" -> Boolean.valueOf(value);
                case "java.lang.Character" -> {
                    if (value.length() != 1) {
                        throw new IllegalArgumentException("it has " + value.length() + " characters");
                    }
                    yield value.charAt(0);
                }
                case "java.lang.Class" -> Class.forName(value, false, loader);
                default -> constant(Class.forName(type, false, loader), value);
            };
        } catch (ClassNotFoundException | LinkageError | IllegalArgumentException e) {
            throw new ClientException(
                    reference.place() + ": '" + value + "' is no value of " + type + ": " + e.getMessage(), e);
        }
    }

    private static Object constant(Class<?> type, String value) {
        if (type.isEnum()) {
            for (Object each : type.getEnumConstants()) {
                if (((Enum<?>) each).name().equals(value)) {
                    return each;
                }
            }
        }
        throw new IllegalArgumentException("entries are of wrappers, String, Class and enums");
    }
}
