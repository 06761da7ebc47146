package io.keelson.session.marshal;

import io.keelson.kernel.serial.ApplicationObjects;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.ObjectStreamConstants;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One value as bytes: a letter that says its form, then the value. Text, numbers, truth values and bytes, which most attributes are, have
 * a short form of their own; all else is {@code O} and Java's serialisation, with the application's classes and a filter. Immutable and
 * thread-safe.
 */
final class AttributeCodec {
    private static final String UNKNOWN = "unknown";

    private final ApplicationObjects objects;

    AttributeCodec(ClassLoader application) {
        this.objects = new ApplicationObjects(application);
    }

    byte[] encode(Object value) throws IOException {
        return encode(value, 0);
    }

    /** The bytes of a value of which it is thought that there may be so many. */
    byte[] encode(Object value, int expected) throws IOException {
        if (value instanceof String text) {
            byte[] bytes = encode(text);
            if (bytes != null) {
                return bytes;
            }
        } else if (value instanceof Integer number) {
            return ByteBuffer.allocate(5).put((byte) 'I').putInt(number).array();
        } else if (value instanceof Long number) {
            return ByteBuffer.allocate(9).put((byte) 'L').putLong(number).array();
        } else if (value instanceof Boolean truth) {
            return new byte[] {'B', (byte) (truth ? 1 : 0)};
        } else if (value instanceof byte[] bytes) {
            return ByteBuffer.allocate(Math.addExact(1, bytes.length))
                    .put((byte) 'Y')
                    .put(bytes)
                    .array();
        }
        return objects.write((byte) 'O', value, expected);
    }

    /** Text of one byte a character where that is enough, which it mostly is; null where half a pair of surrogates is in it. */
    private static byte @Nullable [] encode(String text) {
        byte form = 'A';
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        if (!text.equals(new String(bytes, StandardCharsets.ISO_8859_1))) {
            form = 'S';
            bytes = text.getBytes(StandardCharsets.UTF_16BE);
            if (!text.equals(new String(bytes, StandardCharsets.UTF_16BE))) {
                return null; // Java's own form can say it
            }
        }
        return ByteBuffer.allocate(1 + bytes.length).put(form).put(bytes).array();
    }

    @Nullable
    Object decode(byte[] bytes) throws IOException, ClassNotFoundException {
        if (bytes.length == 0) {
            throw new MalformedSessionException("an attribute has no bytes");
        }
        return bytes[0] == 'O' ? objects.read(bytes, 1, bytes.length - 1) : shortForm(bytes);
    }

    /** The value of bytes that need no class of the application; null where they do, or are not whole. */
    static @Nullable Object plain(byte[] bytes) {
        try {
            return bytes.length == 0 || bytes[0] == 'O' ? null : shortForm(bytes);
        } catch (MalformedSessionException e) {
            return null;
        }
    }

    private static Object shortForm(byte[] bytes) throws MalformedSessionException {
        int rest = bytes.length - 1;
        return switch (bytes[0]) {
            case 'A' -> new String(bytes, 1, rest, StandardCharsets.ISO_8859_1);
            case 'S' -> new String(bytes, 1, rest, StandardCharsets.UTF_16BE);
            case 'I' -> number(bytes, 4).getInt();
            case 'L' -> number(bytes, 8).getLong();
            case 'B' -> number(bytes, 1).get() != 0;
            case 'Y' -> Arrays.copyOfRange(bytes, 1, bytes.length);
            default -> throw new MalformedSessionException("an attribute has the form '" + (char) bytes[0] + "'");
        };
    }

    /** Returns whether the object of these bytes can be changed in place. */
    static boolean mayChange(byte[] bytes) {
        return bytes.length > 0 && (bytes[0] == 'O' || bytes[0] == 'Y');
    }

    /** The name of the class that the bytes say, without making an object of them. */
    static String type(byte[] bytes) {
        return switch (bytes.length == 0 ? 0 : bytes[0]) {
            case 'A', 'S' -> String.class.getName();
            case 'I' -> Integer.class.getName();
            case 'L' -> Long.class.getName();
            case 'B' -> Boolean.class.getName();
            case 'Y' -> byte[].class.getName();
            case 'O' -> serialisedType(bytes);
            default -> UNKNOWN;
        };
    }

    /** After the head of the stream is what it has, then the description of its class, which begins with the name. */
    private static String serialisedType(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1))) {
            if (in.readShort() != ObjectStreamConstants.STREAM_MAGIC
                    || in.readShort() != ObjectStreamConstants.STREAM_VERSION) {
                return UNKNOWN;
            }
            return switch (in.readByte()) {
                case ObjectStreamConstants.TC_STRING, ObjectStreamConstants.TC_LONGSTRING -> String.class.getName();
                case ObjectStreamConstants.TC_OBJECT, ObjectStreamConstants.TC_ARRAY, ObjectStreamConstants.TC_ENUM ->
                    in.readByte() == ObjectStreamConstants.TC_CLASSDESC ? in.readUTF() : UNKNOWN;
                default -> UNKNOWN;
            };
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static ByteBuffer number(byte[] bytes, int length) throws MalformedSessionException {
        if (bytes.length != 1 + length) {
            throw new MalformedSessionException(
                    "an attribute has " + bytes.length + " bytes where its form has " + (1 + length));
        }
        return ByteBuffer.wrap(bytes, 1, length);
    }
}
