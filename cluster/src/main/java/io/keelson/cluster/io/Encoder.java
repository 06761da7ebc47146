package io.keelson.cluster.io;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes the cluster's binary forms: numbers in base 128, little end first; text and bytes after their length. */
public final class Encoder {
    private static final int USUAL = 64;

    /** From that length on bytes are referred to. */
    public static final int LARGE = 2048;

    private byte[] bytes;
    /** Number of bytes of the array that are written. */
    private int length;
    /** Byte arrays that are referred to, each with the place before which it stands. */
    private final List<Reference> references = new ArrayList<>(0);

    private int referred;

    private record Reference(int at, byte[] bytes) {}

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

    /**
     * Does the same as {@link #bytes}, of an array that nobody changes any more: a {@link #LARGE} one is not copied before what is
     * written goes somewhere.
     */
    public Encoder constant(byte[] value) {
        if (value.length < LARGE) {
            return bytes(value);
        }
        number(value.length);
        references.add(new Reference(length, value));
        referred += value.length;
        return this;
    }

    /** Several of a kind after their number. */
    public <T> Encoder list(Collection<? extends T> values, BiConsumer<Encoder, T> each) {
        number(values.size());
        values.forEach(value -> each.accept(this, value));
        return this;
    }

    /** Returns how many bytes have been written. */
    public int length() {
        return length + referred;
    }

    /** Copies what has been written. */
    public void copyTo(ByteBuffer to) {
        int from = 0;
        for (Reference reference : references) {
            to.put(bytes, from, reference.at - from).put(reference.bytes);
            from = reference.at;
        }
        to.put(bytes, from, length - from);
    }

    /** Returns what has been written, in its order, without a copy of it. Write nothing more afterwards. */
    public List<ByteBuffer> parts() {
        List<ByteBuffer> parts = new ArrayList<>(1 + 2 * references.size());
        int from = 0;
        for (Reference reference : references) {
            parts.add(ByteBuffer.wrap(bytes, from, reference.at - from));
            parts.add(ByteBuffer.wrap(reference.bytes));
            from = reference.at;
        }
        parts.add(ByteBuffer.wrap(bytes, from, length - from));
        return parts;
    }

    /** Returns what has been written. Write nothing more afterwards. */
    public byte[] toBytes() {
        if (references.isEmpty()) {
            return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        }
        ByteBuffer all = ByteBuffer.allocate(length());
        copyTo(all);
        return all.array();
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
