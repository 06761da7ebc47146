package io.keelson.muxer.internal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.RecvByteBufAllocator;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A connection on an epoll loop.
 *
 * <p>Reading stops at a short read, because new data make a new edge; after a sign that the edge may not come (the peer
 * has closed, reset or sent urgent data) it goes on until the kernel says that nothing is left. Writing goes on until the
 * kernel says that there is no room, after which it tells when there is.
 */
final class NativeSocketChannel extends NativeConnection {
    private static final int READ_EVENTS =
            Linux.EPOLLIN | Linux.EPOLLPRI | Linux.EPOLLRDHUP | Linux.EPOLLHUP | Linux.EPOLLERR;
    private static final int WRITE_EVENTS = Linux.EPOLLOUT | Linux.EPOLLHUP | Linux.EPOLLERR;
    /** After these a short read does not mean that nothing is left. */
    private static final int DRAIN_EVENTS = READ_EVENTS & ~Linux.EPOLLIN;

    private boolean drain;

    NativeSocketChannel(NativeServerSocketChannel parent, NativeSocket socket, byte[] peer) {
        super(parent, socket, peer);
    }

    @Override
    @Nullable
    ByteBuf receive(RecvByteBufAllocator.Handle budget) throws IOException {
        ByteBuf buffer = allocate(budget);
        try {
            int room = buffer.writableBytes();
            budget.attemptedBytesRead(room);
            int count = socket.receive(addressOf(buffer, buffer.writerIndex(), room), room);
            budget.lastBytesRead(count);
            if (count < room && !drain || count == 0) {
                readable = false;
                drain &= count != 0;
            }
            if (count > 0) {
                ByteBuf filled = buffer.writerIndex(buffer.writerIndex() + count);
                buffer = Unpooled.EMPTY_BUFFER;
                return filled;
            }
            return null;
        } finally {
            buffer.release();
        }
    }

    private ByteBuf allocate(RecvByteBufAllocator.Handle budget) {
        ByteBufAllocator allocator = config().getAllocator();
        ByteBuf buffer = budget.allocate(allocator);
        if (buffer.isDirect()) {
            return buffer;
        }
        int capacity = buffer.capacity();
        buffer.release();
        return allocator.directBuffer(capacity);
    }

    /** The edge will come: epoll watches for both directions. */
    @Override
    void awaitRoom() {}

    @Override
    IoVector vector() {
        return ((EpollRegistration) registration()).vector();
    }

    @Override
    protected NativeUnsafe newUnsafe() {
        return new EpollUnsafe();
    }

    private final class EpollUnsafe extends ConnectedUnsafe {
        @Override
        public void ready(int events) {
            // First what waits to be sent: its failure says more than that of the read after it.
            if (!writable && (events & WRITE_EVENTS) != 0) {
                writable = true;
                flush0();
            }
            if ((events & READ_EVENTS) != 0) {
                readable = true;
                drain |= (events & DRAIN_EVENTS) != 0;
                readIfAsked();
            }
        }
    }
}
