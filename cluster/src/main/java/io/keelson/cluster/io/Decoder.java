package io.keelson.cluster.io;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link Encoder} writes. Every length is checked against what is left before anything is made of it, so that
 * a message of n bytes never makes more than a multiple of n.
 */
public final class Decoder {
    /** So much of pieces is looked at at once; longer values are copied from where they stand. */
    private static final int WINDOW = 256;

    private final byte[] bytes;
    private int end;
    private int position;
    /** Number of bytes that stand before {@code bytes[0]}, for messages: less than 0 where the array has more than is read. */
    private long before;
    /** Source of the bytes that follow {@code end}; null: none follow. */
    private final @Nullable Pieces pieces;
    /** Number of bytes that are still to be read of them. */
    private int left;

    public Decoder(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Of some bytes of an array. What is read is copied, so that the array can be used for something else afterwards. */
    public Decoder(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        before = -from;
        position = from;
        end = from + length;
        pieces = null;
    }

    /**
     * Of so many bytes that stand in pieces, which are read as far as the values go that are asked for, and some more. What is read is
     * copied, once.
     */
    public Decoder(Pieces pieces, int length) {
        bytes = new byte[Math.min(WINDOW, length)];
        this.pieces = pieces;
        left = length;
    }

    /** One byte, unsigned. */
    public int tag() throws MalformedMessageException {
        if (position == end && !refilled()) {
            throw new MalformedMessageException("ends after " + at() + " bytes where more were expected");
        }
        return bytes[position++] & 0xFF;
    }

    private boolean refilled() {
        Pieces source = pieces;
        if (source == null || left == 0) {
            return false;
        }
        before += end;
        position = 0;
        end = Math.min(bytes.length, left);
        left -= end;
        source.get(bytes, 0, end);
        return true;
    }

    /** Returns how many bytes have been read. */
    private long at() {
        return before + position;
    }

    private int remaining() {
        return end - position + left;
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
        throw new MalformedMessageException("has a number of more than ten bytes at byte " + at());
    }

    /** A whole number that must not be negative. */
    public long natural() throws MalformedMessageException {
        long value = number();
        if (value < 0) {
            throw new MalformedMessageException("has the negative number " + value + " before byte " + at());
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
            throw new MalformedMessageException("has " + value + " for yes or no before byte " + at());
        }
        return value == 1;
    }

    /** A text of at most {@code longest} bytes. */
    public String text(int longest) throws MalformedMessageException {
        int length = length(longest);
        boolean here = length <= end - position;
        byte[] in = here ? bytes : copied(length);
        int from = here ? position : 0;
        position += here ? length : 0;
        if (ascii(in, from, length)) { // as nearly all are: the decoder costs more than all else
            return new String(in, from, length, StandardCharsets.ISO_8859_1);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(in, from, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedMessageException("has a text that is not UTF-8 before byte " + at());
        }
    }

    private static boolean ascii(byte[] in, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (in[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** At most {@code longest} bytes. */
    public byte[] bytes(int longest) throws MalformedMessageException {
        return copied(length(longest));
    }

    private byte[] copied(int length) {
        int here = end - position;
        Pieces source = pieces;
        if (length <= here || source == null) {
            byte[] value = Arrays.copyOfRange(bytes, position, position + length);
            position += length;
            return value;
        }
        byte[] value = new byte[length];
        System.arraycopy(bytes, position, value, 0, here);
        source.get(value, here, length - here);
        left -= length - here;
        before += end + length - here;
        position = 0;
        end = 0;
        return value;
    }

    /** All that is left. */
    public byte[] rest() {
        return copied(remaining());
    }

    /** Returns whether something is left. */
    public boolean more() {
        return remaining() > 0;
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
        if (more()) {
            throw new MalformedMessageException("goes on for " + remaining() + " bytes after its end");
        }
    }

    /** A length that what is left can hold: every element has at least a byte. */
    private int length(int most) throws MalformedMessageException {
        long length = natural();
        if (length > most || length > remaining()) {
            throw new MalformedMessageException(
                    "has a length of " + length + " before byte " + at() + ", too long for what is allowed or left");
        }
        return (int) length;
    }

    /** Reads one of several. */
    @FunctionalInterface
    public interface Element<T> {
        T read(Decoder decoder) throws MalformedMessageException;
    }
}
