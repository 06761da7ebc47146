package io.keelson.muxer.internal;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import java.nio.ByteBuffer;

/** The array of addresses and sizes that writev takes; one an event loop, filled anew for each write. */
final class IoVector implements ChannelOutboundBuffer.MessageProcessor {
    private static final int ENTRY = 16;

    private final ByteBuffer memory = Linux.memory(Linux.IOV_MAX * ENTRY);
    private final long address = Linux.address(memory);
    private int count;
    private boolean beforeFile;

    long address() {
        return address;
    }

    int count() {
        return count;
    }

    /** Returns whether what comes after these buffers is no buffer, and so a part of a file. */
    boolean beforeFile() {
        return beforeFile;
    }

    /** Takes the flushed buffers at the head of the queue, as many as fit. */
    IoVector fill(ChannelOutboundBuffer queue) throws Exception {
        count = 0;
        beforeFile = false;
        queue.forEachFlushedMessage(this);
        return this;
    }

    @Override
    public boolean processMessage(Object message) {
        if (message instanceof ByteBuf buffer) {
            return add(buffer);
        }
        beforeFile = true;
        return false;
    }

    /** False when the vector is full: nothing after this buffer may be taken. */
    private boolean add(ByteBuf buffer) {
        int size = buffer.readableBytes();
        if (size == 0) {
            return true;
        }
        if (buffer.hasMemoryAddress()) {
            return add(buffer.memoryAddress() + buffer.readerIndex(), size);
        }
        for (ByteBuffer piece : buffer.nioBuffers()) {
            if (piece.hasRemaining() && !add(Linux.address(piece) + piece.position(), piece.remaining())) {
                return false;
            }
        }
        return true;
    }

    private boolean add(long data, int size) {
        if (count == Linux.IOV_MAX) {
            return false;
        }
        memory.putLong(count * ENTRY, data).putLong(count * ENTRY + 8, size);
        count++;
        return true;
    }
}
