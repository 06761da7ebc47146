package io.keelson.cluster.io;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.BiConsumer;

/** Writes the cluster's binary forms: numbers in base 128, little end first; text and bytes after their length. */
public final class Encoder {
    private static final int USUAL = 64;

    private byte[] bytes;
    private int length;

    /** For something short. */
    public Encoder() {
        this(USUAL);
    }

    /** For about so many bytes: where that is right or a little too much nothing is copied while it is written. */
    public Encoder(int expected) {
        bytes = new byte[expected];
    }

    /** One byte. */
    public Encoder tag(int value) {
        room(1);
        bytes[length++] = (byte) value;
        return this;
    }

    /** A whole number; small ones are short, negative ones have ten bytes. */
    public Encoder number(long value) {
        long rest = value;
        room(10);
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    /** Yes or no. */
    public Encoder flag(boolean value) {
        return tag(value ? 1 : 0);
    }

    /** A text in UTF-8. */
    public Encoder text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes after their number. */
    public Encoder bytes(byte[] value) {
        number(value.length);
        room(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
        return this;
    }

    /** Several of a kind after their number. */
    public <T> Encoder list(Collection<? extends T> values, BiConsumer<Encoder, T> each) {
        number(values.size());
        values.forEach(value -> each.accept(this, value));
        return this;
    }

    /** How many bytes have been written. */
    public int length() {
        return length;
    }

    /** Copies what has been written. */
    public void copyTo(ByteBuffer to) {
        to.put(bytes, 0, length);
    }

    /** What has been written. Write nothing more afterwards. */
    public byte[] toBytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
