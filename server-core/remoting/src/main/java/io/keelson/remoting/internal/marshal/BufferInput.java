package io.keelson.remoting.internal.marshal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jboss.marshalling.ByteInput;

/** Reads from a buffer. Confined to one thread. */
final class BufferInput implements ByteInput {
    private ByteBuf from = Unpooled.EMPTY_BUFFER;

    void begin(ByteBuf buffer) {
        from = buffer;
    }

    void end() {
        from = Unpooled.EMPTY_BUFFER;
    }

    @Override
    public int read() {
        return from.isReadable() ? from.readUnsignedByte() : -1;
    }

    @Override
    public int read(byte[] to) {
        return read(to, 0, to.length);
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int n = Math.min(length, from.readableBytes());
        if (n == 0) {
            return -1;
        }
        from.readBytes(to, offset, n);
        return n;
    }

    @Override
    public int available() {
        return from.readableBytes();
    }

    @Override
    public long skip(long n) {
        int skipped = (int) Math.min(n, from.readableBytes());
        from.skipBytes(skipped);
        return skipped;
    }

    @Override
    public void close() {
        // The buffer is the caller's.
    }
}
