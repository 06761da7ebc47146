package io.keelson.cluster.io;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads what {@link Encoder} writes. Every length is checked against what is left before anything is made of it, so that
 * a message of n bytes never makes more than a multiple of n.
 */
public final class Decoder {
    private final byte[] bytes;
    private final int from;
    private final int end;
    private int position;

    public Decoder(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Of some bytes of an array. What is read is copied, so that the array can be used for something else afterwards. */
    public Decoder(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.from = from;
        position = from;
        end = from + length;
    }

    /** One byte, unsigned. */
    public int tag() throws MalformedMessageException {
        if (position == end) {
            throw new MalformedMessageException("ends after " + (position - from) + " bytes where more were expected");
        }
        return bytes[position++] & 0xFF;
    }

    /** A whole number. */
    public long number() throws MalformedMessageException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = tag();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new MalformedMessageException("has a number of more than ten bytes at byte " + (position - from));
    }

    /** A whole number that must not be negative. */
    public long natural() throws MalformedMessageException {
        long value = number();
        if (value < 0) {
            throw new MalformedMessageException(
                    "has the negative number " + value + " before byte " + (position - from));
        }
        return value;
    }

    /** A natural number that fits an int. */
    public int integer() throws MalformedMessageException {
        long value = natural();
        if (value > Integer.MAX_VALUE) {
            throw new MalformedMessageException("has the number " + value + " where at most 2^31-1 is allowed");
        }
        return (int) value;
    }

    /** Yes or no. */
    public boolean flag() throws MalformedMessageException {
        int value = tag();
        if (value > 1) {
            throw new MalformedMessageException("has " + value + " for yes or no before byte " + (position - from));
        }
        return value == 1;
    }

    /** A text of at most {@code longest} bytes. */
    public String text(int longest) throws MalformedMessageException {
        int length = length(longest);
        int from = position;
        position += length;
        if (ascii(from, length)) { // as nearly all are: the decoder costs more than all else
            return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedMessageException("has a text that is not UTF-8 before byte " + (position - from));
        }
    }

    private boolean ascii(int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** At most {@code longest} bytes. */
    public byte[] bytes(int longest) throws MalformedMessageException {
        int length = length(longest);
        byte[] value = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return value;
    }

    /** All that is left. */
    public byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, position, end);
        position = end;
        return rest;
    }

    /** Whether something is left. */
    public boolean more() {
        return position < end;
    }

    /** Several of a kind, at most {@code most}. */
    public <T> List<T> list(int most, Element<T> each) throws MalformedMessageException {
        int size = length(most);
        List<T> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(each.read(this));
        }
        return values;
    }

    /** Checks that nothing is left. */
    public void end() throws MalformedMessageException {
        if (position != end) {
            throw new MalformedMessageException("goes on for " + (end - position) + " bytes after its end");
        }
    }

    /** A length that what is left can hold: every element has at least a byte. */
    private int length(int most) throws MalformedMessageException {
        long length = natural();
        if (length > most || length > end - position) {
            throw new MalformedMessageException("has a length of " + length + " before byte " + (position - from)
                    + ", too long for what is allowed or left");
        }
        return (int) length;
    }

    /** Reads one of several. */
    @FunctionalInterface
    public interface Element<T> {
        T read(Decoder decoder) throws MalformedMessageException;
    }
}
