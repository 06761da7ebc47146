package io.keelson.servlet.server;

import java.nio.ByteBuffer;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;

/**
 * Response buffers of one size that requests take and give back. Thread-safe. At most {@link #KEPT} are kept.
 *
 * <p>Specification: Servlet 6.1, 5.1 Buffering.
 */
public final class Buffers {
    private static final int KEPT = 256;

    private final MpmcAtomicArrayQueue<ByteBuffer> free = new MpmcAtomicArrayQueue<>(KEPT);
    private final int size;

    /** Buffers of {@code size} bytes. */
    public Buffers(int size) {
        this.size = size;
    }

    /** Returns the size of each buffer. */
    public int size() {
        return size;
    }

    /** An empty buffer with an accessible array that begins at 0. */
    public ByteBuffer take() {
        ByteBuffer buffer = free.relaxedPoll();
        return buffer == null ? ByteBuffer.allocate(size) : buffer;
    }

    /** Gives a buffer back; one of another size is left to the collector. */
    public void give(ByteBuffer buffer) {
        if (buffer.capacity() == size) {
            buffer.clear();
            free.relaxedOffer(buffer);
        }
    }
}
