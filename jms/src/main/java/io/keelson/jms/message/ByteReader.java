package io.keelson.jms.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link ByteWriter} wrote. What is cut off or makes no sense is an IllegalArgumentException. Not thread-safe. */
public final class ByteReader {
    private final byte[] bytes;
    private final int end;
    private int at;

    /** Reads an array from its begin to its end. */
    public ByteReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Reads a part of an array. */
    public ByteReader(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.at = from;
        this.end = from + length;
    }

    private void need(int count) {
        if (count < 0 || count > end - at) {
            throw new IllegalArgumentException(
                    "cut off: " + count + " bytes are expected where " + (end - at) + " are left");
        }
    }

    /** Returns how many bytes are left. */
    public int left() {
        return end - at;
    }

    /** Passes over bytes. */
    public void skip(int count) {
        need(count);
        at += count;
    }

    /** Reads a byte, 0 to 255. */
    public int get() {
        need(1);
        return bytes[at++] & 0xff;
    }

    /** Reads true or false. */
    public boolean getBoolean() {
        return get() != 0;
    }

    /** Reads two bytes. */
    public short getShort() {
        return (short) (get() << 8 | get());
    }

    /** Reads four bytes. */
    public int getInt() {
        need(4);
        int value = (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | bytes[at + 3] & 0xff;
        at += 4;
        return value;
    }

    /** Reads eight bytes. */
    public long getLong() {
        return (long) getInt() << 32 | getInt() & 0xffffffffL;
    }

    /** Reads a number in as many bytes as it needs. */
    public long getSmall() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int part = get();
            value |= (long) (part & 0x7f) << shift;
            if (part < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number has no end");
    }

    /** Reads bytes with their length. */
    public byte @Nullable [] getBytes() {
        int length = getInt();
        if (length == -1) {
            return null;
        }
        need(length);
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    /** Reads text. */
    public @Nullable String getText() {
        int length = getInt();
        if (length == -1) {
            return null;
        }
        need(length);
        at += length;
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    /** Reads text that has to be there. */
    public String getName() {
        String text = getText();
        if (text == null) {
            throw new IllegalArgumentException("text is missing");
        }
        return text;
    }

    /** Reads a typed value. */
    public @Nullable Object getValue() {
        int type = get();
        return switch (type) {
            case '0' -> null;
            case 'T' -> getName();
            case 'I' -> getInt();
            case 'L' -> getLong();
            case 'Z' -> getBoolean();
            case 'D' -> Double.longBitsToDouble(getLong());
            case 'F' -> Float.intBitsToFloat(getInt());
            case 'S' -> getShort();
            case 'B' -> (byte) get();
            case 'C' -> (char) getShort();
            case 'A' -> getBytes();
            default -> throw new IllegalArgumentException("no type of a value has the number " + type);
        };
    }

    /** Reads names with typed values, without those that have none. */
    Map<String, Object> getProperties() {
        int count = getInt();
        need(count);
        if (count == 0) {
            return Map.of();
        }
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = getName();
            Object value = getValue();
            if (value != null) {
                map.put(name, value);
            }
        }
        return map;
    }

    /** Reads names with typed values. */
    public Map<String, @Nullable Object> getMap() {
        int count = getInt();
        need(count);
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            map.put(getName(), getValue());
        }
        return map;
    }
}
