package io.keelson.jms.client;

import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Conversions between the types of properties and of values in bodies. A value that is not there counts as null, which {@code valueOf}
 * takes
 * as the specification says.
 *
 * <p>Specification: Jakarta Messaging 3.1, 3.5.4 Property value conversion; 3.11.3 Conversions provided by StreamMessage and MapMessage.
 */
final class Conversions {
    private Conversions() {}

    private static MessageFormatException wrong(Object value, String type) {
        return new MessageFormatException(
                "a value of the type " + value.getClass().getSimpleName() + " cannot be read as " + type, "CONVERSION");
    }

    static boolean toBoolean(@Nullable Object value) throws JMSException {
        if (value instanceof Boolean flag) {
            return flag;
        }
        if (value == null || value instanceof String) {
            return Boolean.parseBoolean((String) value);
        }
        throw wrong(value, "boolean");
    }

    private static NumberFormatException missing() {
        return new NumberFormatException("null");
    }

    static byte toByte(@Nullable Object value) throws JMSException {
        if (value instanceof Byte number) {
            return number;
        }
        return Byte.parseByte(text(value, "byte"));
    }

    private static String text(@Nullable Object value, String type) throws JMSException {
        if (value == null) {
            throw missing();
        }
        if (value instanceof String text) {
            return text;
        }
        throw wrong(value, type);
    }

    static short toShort(@Nullable Object value) throws JMSException {
        if (value instanceof Short || value instanceof Byte) {
            return ((Number) value).shortValue();
        }
        return Short.parseShort(text(value, "short"));
    }

    static int toInt(@Nullable Object value) throws JMSException {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).intValue();
        }
        return Integer.parseInt(text(value, "int"));
    }

    static long toLong(@Nullable Object value) throws JMSException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        return Long.parseLong(text(value, "long"));
    }

    static float toFloat(@Nullable Object value) throws JMSException {
        if (value instanceof Float number) {
            return number;
        }
        if (value == null) {
            throw new NullPointerException("there is no value that could be read as float");
        }
        return Float.parseFloat(text(value, "float"));
    }

    static double toDouble(@Nullable Object value) throws JMSException {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        if (value == null) {
            throw new NullPointerException("there is no value that could be read as double");
        }
        return Double.parseDouble(text(value, "double"));
    }

    static char toChar(@Nullable Object value) throws JMSException {
        if (value instanceof Character one) {
            return one;
        }
        if (value == null) {
            throw new NullPointerException("there is no value that could be read as char");
        }
        throw wrong(value, "char");
    }

    static @Nullable String toText(@Nullable Object value) throws JMSException {
        if (value instanceof byte[]) {
            throw wrong(value, "String");
        }
        return value == null ? null : value.toString();
    }

    static byte @Nullable [] toBytes(@Nullable Object value) throws JMSException {
        if (value == null) {
            return null;
        }
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        throw wrong(value, "byte[]");
    }

    /** Refuses what is no value of a body; bytes are copied. */
    static @Nullable Object bodyValue(@Nullable Object value) throws JMSException {
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        if (value == null || value instanceof Character) {
            return value;
        }
        return property(value);
    }

    /** Refuses what is no value of a property. */
    static @Nullable Object property(@Nullable Object value) throws JMSException {
        if (value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Float
                || value instanceof Double) {
            return value;
        }
        throw new MessageFormatException(
                "an object of the class " + value.getClass().getName()
                        + " is no value of a message; those are primitives, strings and, in bodies, bytes",
                "CONVERSION");
    }
}
