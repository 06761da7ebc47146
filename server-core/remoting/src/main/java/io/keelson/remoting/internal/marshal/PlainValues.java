package io.keelson.remoting.internal.marshal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Values that need no marshaller: a byte that says the type, and the value. */
final class PlainValues {
    /** In the place of a type: a stream of River follows. */
    static final int NOT_PLAIN = 0xff;

    private static final int NULL = 0;
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int SHORT = 4;
    private static final int CHARACTER = 5;
    private static final int INTEGER = 6;
    private static final int LONG = 7;
    private static final int FLOAT = 8;
    private static final int DOUBLE = 9;
    private static final int STRING = 10;
    private static final int BYTES = 11;

    /** One byte for the type and at most eight for a number or a length. */
    private static final int MOST_BESIDE = 9;

    private PlainValues() {}

    static boolean areAll(@Nullable Object[] values) {
        for (Object value : values) {
            if (value instanceof String text) {
                if (!isUnicode(text)) {
                    return false;
                }
            } else if (value != null
                    && !(value instanceof byte[])
                    && !(value instanceof Boolean)
                    && !(value instanceof Character)
                    && !(value instanceof Integer
                            || value instanceof Long
                            || value instanceof Double
                            || value instanceof Float
                            || value instanceof Short
                            || value instanceof Byte)) {
                return false;
            }
        }
        return true;
    }

    /** Halves of characters cannot be written as UTF-8. */
    private static boolean isUnicode(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static void write(ByteBuf to, int mostReadable, @Nullable Object[] values) throws MessageTooLargeException {
        for (Object value : values) {
            check(to, mostReadable, value);
            write(to, value);
        }
    }

    private static void check(ByteBuf to, int most, @Nullable Object value) throws MessageTooLargeException {
        long size = MOST_BESIDE;
        if (value instanceof byte[] bytes) {
            size += bytes.length;
        } else if (value instanceof String text) {
            size += text.length() > most / 3 ? ByteBufUtil.utf8Bytes(text) : text.length() * 3L;
        }
        if (to.readableBytes() + size > most) {
            throw new MessageTooLargeException(most);
        }
    }

    private static void write(ByteBuf to, @Nullable Object value) {
        if (value == null) {
            to.writeByte(NULL);
        } else if (value instanceof String text) {
            to.writeByte(STRING);
            int at = to.writerIndex();
            to.writeInt(0);
            int length = ByteBufUtil.writeUtf8(to, text);
            to.setInt(at, length);
        } else if (value instanceof byte[] bytes) {
            to.writeByte(BYTES).writeInt(bytes.length).writeBytes(bytes);
        } else if (value instanceof Boolean bool) {
            to.writeByte(bool ? TRUE : FALSE);
        } else if (value instanceof Character character) {
            to.writeByte(CHARACTER).writeChar(character);
        } else {
            writeNumber(to, value);
        }
    }

    private static void writeNumber(ByteBuf to, Object value) {
        if (value instanceof Integer number) {
            to.writeByte(INTEGER).writeInt(number);
        } else if (value instanceof Long number) {
            to.writeByte(LONG).writeLong(number);
        } else if (value instanceof Double number) {
            to.writeByte(DOUBLE).writeDouble(number);
        } else if (value instanceof Float number) {
            to.writeByte(FLOAT).writeFloat(number);
        } else if (value instanceof Short number) {
            to.writeByte(SHORT).writeShort(number);
        } else if (value instanceof Byte number) {
            to.writeByte(BYTE).writeByte(number);
        }
    }

    static void read(ByteBuf from, @Nullable Object[] into) throws IOException {
        try {
            for (int i = 0; i < into.length; i++) {
                into[i] = read(from);
            }
        } catch (IndexOutOfBoundsException e) {
            throw (IOException) new StreamCorruptedException("the values of the message are cut off").initCause(e);
        }
    }

    private static @Nullable Object read(ByteBuf from) throws StreamCorruptedException {
        int type = from.readUnsignedByte();
        return switch (type) {
            case NULL -> null;
            case TRUE -> Boolean.TRUE;
            case FALSE -> Boolean.FALSE;
            case BYTE -> from.readByte();
            case SHORT -> from.readShort();
            case CHARACTER -> from.readChar();
            case INTEGER -> from.readInt();
            case LONG -> from.readLong();
            case FLOAT -> from.readFloat();
            case DOUBLE -> from.readDouble();
            case STRING -> {
                int length = length(from);
                String text = from.toString(from.readerIndex(), length, StandardCharsets.UTF_8);
                from.skipBytes(length);
                yield text;
            }
            case BYTES -> {
                byte[] bytes = new byte[length(from)];
                from.readBytes(bytes);
                yield bytes;
            }
            default -> throw new StreamCorruptedException("a value of the unknown type " + type + " has come");
        };
    }

    private static int length(ByteBuf from) throws StreamCorruptedException {
        int length = from.readInt();
        if (length < 0 || length > from.readableBytes()) {
            throw new StreamCorruptedException(
                    "a value of " + length + " bytes is announced, and " + from.readableBytes() + " are there");
        }
        return length;
    }
}
