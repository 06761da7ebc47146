package io.keelson.jms.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A growing buffer of bytes, big-endian. Not thread-safe. */
public final class ByteWriter {
    private byte[] bytes;
    private int length;

    /** Begins with room for so many bytes. */
    public ByteWriter(int expected) {
        this.bytes = new byte[Math.max(16, expected)];
    }

    private void room(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 16L, bytes.length * 2L)));
        }
    }

    /** Appends a byte. */
    public ByteWriter put(int one) {
        room(1);
        bytes[length++] = (byte) one;
        return this;
    }

    /** Appends true or false. */
    public ByteWriter putBoolean(boolean value) {
        return put(value ? 1 : 0);
    }

    /** Appends two bytes. */
    public ByteWriter putShort(int value) {
        return put(value >>> 8).put(value);
    }

    /** Appends four bytes. */
    public ByteWriter putInt(int value) {
        room(4);
        bytes[length++] = (byte) (value >>> 24);
        bytes[length++] = (byte) (value >>> 16);
        bytes[length++] = (byte) (value >>> 8);
        bytes[length++] = (byte) value;
        return this;
    }

    /** Appends eight bytes. */
    public ByteWriter putLong(long value) {
        return putInt((int) (value >>> 32)).putInt((int) value);
    }

    /** Appends a number in as many bytes as it needs, seven bits in each; for numbers that are small and not negative. */
    public ByteWriter putSmall(long value) {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            put((int) left & 0x7f | 0x80);
            left >>>= 7;
        }
        return put((int) left);
    }

    /** Appends bytes as they are. */
    public ByteWriter putRaw(byte[] from, int at, int count) {
        room(count);
        System.arraycopy(from, at, bytes, length, count);
        length += count;
        return this;
    }

    /** Appends bytes with their length, or that there are none. */
    public ByteWriter putBytes(byte @Nullable [] value) {
        if (value == null) {
            return putInt(-1);
        }
        return putInt(value.length).putRaw(value, 0, value.length);
    }

    /** Appends text in UTF-8 with its length, or that there is none. */
    public ByteWriter putText(@Nullable String value) {
        return putBytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Appends a typed value: null, a boxed primitive, a string or an array of bytes.
     *
     * @throws IllegalArgumentException when it is none of them
     */
    public ByteWriter putValue(@Nullable Object value) {
        if (value == null) {
            return put('0');
        } else if (value instanceof String text) {
            return put('T').putText(text);
        } else if (value instanceof Integer number) {
            return put('I').putInt(number);
        } else if (value instanceof Long number) {
            return put('L').putLong(number);
        } else if (value instanceof Boolean flag) {
            return put('Z').putBoolean(flag);
        } else if (value instanceof Double number) {
            return put('D').putLong(Double.doubleToRawLongBits(number));
        } else if (value instanceof Float number) {
            return put('F').putInt(Float.floatToRawIntBits(number));
        } else if (value instanceof Short number) {
            return put('S').putShort(number);
        } else if (value instanceof Byte number) {
            return put('B').put(number);
        } else if (value instanceof Character one) {
            return put('C').putShort(one);
        } else if (value instanceof byte[] some) {
            return put('A').putBytes(some);
        }
        throw new IllegalArgumentException("a value of a message is a primitive, a string or bytes, not "
                + value.getClass().getName());
    }

    /** Appends names with typed values. */
    public ByteWriter putMap(Map<String, ? extends @Nullable Object> map) {
        putInt(map.size());
        map.forEach((name, value) -> putText(name).putValue(value));
        return this;
    }

    /**
     * Forgets what was written.
     *
     * @param keep how large a buffer may stay
     */
    public ByteWriter clear(int keep) {
        length = 0;
        if (bytes.length > keep) {
            bytes = new byte[keep];
        }
        return this;
    }

    /** Returns how many bytes there are. */
    public int length() {
        return length;
    }

    /** Overwrites four bytes. */
    public void setInt(int at, int value) {
        int end = length;
        length = at;
        putInt(value);
        length = end;
    }

    /** Returns the buffer itself; its first {@link #length} bytes count. */
    public byte[] array() {
        return bytes;
    }

    /** Returns a copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
