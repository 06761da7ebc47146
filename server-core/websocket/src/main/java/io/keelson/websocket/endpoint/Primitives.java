package io.keelson.websocket.endpoint;

import java.util.Map;
import java.util.function.Function;

/**
 * Text as the primitive types and their classes.
 *
 * <p>Specification: WebSocket 2.2, 4.3 @PathParam; WebSocket 2.2, 4.7 @OnMessage.
 */
final class Primitives {
    private static final Map<Class<?>, Function<String, Object>> READERS = Map.ofEntries(
            Map.entry(boolean.class, Boolean::valueOf),
            Map.entry(Boolean.class, Boolean::valueOf),
            Map.entry(byte.class, Byte::valueOf),
            Map.entry(Byte.class, Byte::valueOf),
            Map.entry(char.class, Primitives::character),
            Map.entry(Character.class, Primitives::character),
            Map.entry(double.class, Double::valueOf),
            Map.entry(Double.class, Double::valueOf),
            Map.entry(float.class, Float::valueOf),
            Map.entry(Float.class, Float::valueOf),
            Map.entry(int.class, Integer::valueOf),
            Map.entry(Integer.class, Integer::valueOf),
            Map.entry(long.class, Long::valueOf),
            Map.entry(Long.class, Long::valueOf),
            Map.entry(short.class, Short::valueOf),
            Map.entry(Short.class, Short::valueOf));

    private Primitives() {}

    static boolean is(Class<?> type) {
        return READERS.containsKey(type);
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException when the text is none of that type
     */
    static Object read(Class<?> type, String text) {
        Function<String, Object> reader = READERS.get(type);
        if (reader == null) {
            throw new IllegalArgumentException(type + " is no primitive type");
        }
        return reader.apply(text);
    }

    private static Object character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("one character was expected, not " + text.length());
        }
        return text.charAt(0);
    }
}
