package io.keelson.muxer.internal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory that a loop provides to the kernel for what arrives: a connection that waits has none. The kernel takes a buffer
 * when there are bytes for it; they are copied out, and the buffer is given back, within the same turn. So it is never in
 * a channel's hands, and there are few of them, which stay in the processor's cache.
 *
 * <p>It begins with a few and becomes larger when the kernel has run out of them.
 */
final class ReceiveBuffers {
    static final int GROUP = 0;
    static final int SIZE = 4096;

    /** The ring's entries, and the most buffers: a power of two. */
    private static final int MOST = 1024;

    private static final int CHUNK = 64;
    private static final int ENTRY = 16;
    /** In the first entry, in bytes that an entry does not use. */
    private static final int TAIL = 14;
    /** The largest page of a machine that this runs on: the ring begins with one, and fits into it. */
    private static final int PAGE = 65536;

    private final ByteBuffer ring = Linux.memory(2 * PAGE).alignedSlice(PAGE).order(ByteOrder.nativeOrder());
    private final List<ByteBuffer> chunks = new ArrayList<>();
    private final long[] addresses = new long[MOST / CHUNK];
    private int tail;
    private int published;
    private boolean exhausted;

    void register(Ring with) throws SystemCallException {
        ByteBuffer registration = Linux.memory(40);
        registration.putLong(0, Linux.address(ring)).putInt(8, MOST).putShort(12, (short) GROUP);
        with.register(UringAbi.REGISTER_PBUF_RING, Linux.address(registration), 1);
        Reference.reachabilityFence(registration);
        grow();
    }

    private void grow() {
        int first = chunks.size() * CHUNK;
        ByteBuffer chunk = Linux.memory(CHUNK * SIZE);
        addresses[chunks.size()] = Linux.address(chunk);
        chunks.add(chunk);
        for (int id = first; id < first + CHUNK; id++) {
            giveBack(id);
        }
    }

    int count() {
        return chunks.size() * CHUNK;
    }

    /** The kernel has found no buffer. */
    void ranOut() {
        exhausted = true;
    }

    /** A copy of what the kernel has put into a buffer, which is the kernel's again, whatever happens. */
    ByteBuf take(int id, int size, ByteBufAllocator allocator) {
        try {
            ByteBuffer chunk = chunks.get(id / CHUNK);
            int at = id % CHUNK * SIZE;
            return allocator
                    .directBuffer(size)
                    .writeBytes(chunk.limit(at + size).position(at));
        } finally {
            giveBack(id);
        }
    }

    /** The buffer may be filled again, after {@link #publish}. */
    void giveBack(int id) {
        int at = (tail & MOST - 1) * ENTRY;
        ring.putLong(at, addresses[id / CHUNK] + (long) (id % CHUNK) * SIZE);
        ring.putInt(at + 8, SIZE);
        ring.putShort(at + 12, (short) id);
        tail++;
    }

    /** Lets the kernel see what was given back; to be called before it is entered. */
    void publish() {
        if (exhausted) {
            exhausted = false;
            if (count() < MOST) {
                grow();
            }
        }
        if (tail != published) {
            published = tail;
            VarHandle.releaseFence();
            ring.putShort(TAIL, (short) tail);
        }
    }
}
