package io.keelson.http.internal;

import io.keelson.muxer.OutgoingFile;
import io.netty.buffer.ByteBuf;
import io.netty.channel.FileRegion;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A part of a file on its way to a client that bytes have to be made for (TLS, HTTP/2): read piece by piece, as there is
 * room for them, so that nobody waits for the client and next to nothing of it is in memory. Holds the file until it is
 * released. Confined to the loop that it was passed to.
 */
final class FileBytes {
    private final OutgoingFile file;
    private final FileRegion region;
    private long position;
    private long left;

    /** @param region what is sent of the file, which is then held by this */
    FileBytes(OutgoingFile file, FileRegion region) {
        this.file = file;
        this.region = region;
        this.position = region.position();
        this.left = region.count();
    }

    /** Returns how many bytes were not read yet. */
    long left() {
        return left;
    }

    /**
     * Appends the next bytes to a buffer.
     *
     * @param count how many, at most {@link #left} and what the buffer has room for
     * @throws IOException when the file cannot be read, or ends before
     */
    void read(ByteBuf to, int count) throws IOException {
        ByteBuffer target = to.internalNioBuffer(to.writerIndex(), count);
        long at = position;
        while (target.hasRemaining()) {
            int n = file.read(target, at);
            if (n < 0) {
                throw new EOFException("a file became shorter while it was sent");
            }
            at += n;
        }
        to.writerIndex(to.writerIndex() + count);
        position = at;
        left -= count;
    }

    /** Ends the use of the file. Once. */
    void release() {
        region.release();
    }
}
