package io.keelson.muxer.internal;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** A socket as a file region sees it. Used on the loop's thread only. */
final class RegionTarget implements WritableByteChannel {
    private final NativeConnection channel;

    RegionTarget(NativeConnection channel) {
        this.channel = channel;
    }

    /** Writes what there is room for; 0 when there is none. */
    @Override
    public int write(ByteBuffer source) throws IOException {
        if (!source.hasRemaining()) {
            return 0;
        }
        if (source.isDirect()) {
            return channel.write(source);
        }
        ByteBuf copy = channel.alloc().directBuffer(source.remaining());
        try {
            copy.writeBytes(source.duplicate());
            int written = channel.write(copy.internalNioBuffer(0, copy.readableBytes()));
            source.position(source.position() + written);
            return written;
        } finally {
            copy.release();
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() {
        channel.close();
    }
}
