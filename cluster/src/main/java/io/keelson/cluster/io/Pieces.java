package io.keelson.cluster.io;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Bytes that stand in several buffers, read from the first to the last without being put together. Used by one thread, as long as the
 * buffers are valid; their positions move.
 */
public final class Pieces {
    private final List<ByteBuffer> buffers;
    private int current;
    private int remaining;

    /** From position to limit of each. */
    public Pieces(List<ByteBuffer> buffers) {
        this.buffers = buffers;
        for (ByteBuffer buffer : buffers) {
            remaining = Math.addExact(remaining, buffer.remaining());
        }
    }

    /** Returns how many bytes are left. */
    public int remaining() {
        return remaining;
    }

    /**
     * A number in four bytes, big-endian.
     *
     * @throws BufferUnderflowException where fewer are left
     */
    public int getInt() {
        byte[] four = new byte[Integer.BYTES];
        get(four, 0, four.length);
        return ByteBuffer.wrap(four).getInt();
    }

    /**
     * The next byte, which stays.
     *
     * @throws BufferUnderflowException where there is none
     */
    public byte peek() {
        if (remaining == 0) {
            throw new BufferUnderflowException();
        }
        ByteBuffer buffer = next();
        return buffer.get(buffer.position());
    }

    /**
     * Copies bytes.
     *
     * @throws BufferUnderflowException where fewer are left
     */
    public void get(byte[] to, int at, int length) {
        if (length > remaining) {
            throw new BufferUnderflowException();
        }
        int done = 0;
        while (done < length) {
            ByteBuffer buffer = next();
            int count = Math.min(length - done, buffer.remaining());
            buffer.get(to, at + done, count);
            done += count;
        }
        remaining -= length;
    }

    /**
     * Passes bytes over.
     *
     * @throws BufferUnderflowException where fewer are left
     */
    public void skip(int length) {
        if (length > remaining) {
            throw new BufferUnderflowException();
        }
        int left = length;
        while (left > 0) {
            ByteBuffer buffer = next();
            int count = Math.min(left, buffer.remaining());
            buffer.position(buffer.position() + count);
            left -= count;
        }
        remaining -= length;
    }

    /** The buffer that has the next byte, of which there is one. */
    private ByteBuffer next() {
        while (!buffers.get(current).hasRemaining()) {
            current++;
        }
        return buffers.get(current);
    }
}
