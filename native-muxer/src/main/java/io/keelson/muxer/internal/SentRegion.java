package io.keelson.muxer.internal;

import io.netty.channel.FileRegion;
import io.netty.util.AbstractReferenceCounted;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/**
 * A part of an open file on its way to a socket. Written on the loop's thread only.
 *
 * <p>A turn of the loop moves at most {@link #TURN} bytes, so that a peer that reads as fast as the server sends does not keep the
 * loop from its other connections. A call may move all of it: the kernel packs and paces what it gets at once with less work
 * than what it gets in pieces (docs/performance-web.md).
 */
final class SentRegion extends AbstractReferenceCounted implements FileRegion {
    /** Most bytes of one turn. */
    static final int TURN = 1 << 20;

    private final SentFile file;
    private final long position;
    private final long count;
    private long transferred;
    private int inTurn;

    SentRegion(SentFile file, long position, long count) {
        this.file = file;
        this.position = position;
        this.count = count;
    }

    SentFile file() {
        return file;
    }

    /** Returns how much the next call may move. */
    int next() {
        return (int) Math.min(TURN, count - transferred);
    }

    /** Returns where the next call begins in the file. */
    long at() {
        return position + transferred;
    }

    void moved(long bytes) {
        transferred += bytes;
    }

    /**
     * For channels that know no more of it than that it is a region. At the end of a turn it says that there is no room:
     * the channel then waits for the socket to be writable, which it is, and comes back in a turn of its own.
     */
    @Override
    public long transferTo(WritableByteChannel target, long from) throws IOException {
        if (from != transferred) {
            throw new IllegalArgumentException("a region is sent from its start to its end");
        }
        if (inTurn >= TURN) {
            inTurn = 0;
            return 0;
        }
        if (transferred == count) {
            return 0;
        }
        long moved = file.transfer(at(), Math.min(next(), TURN - inTurn), target);
        moved(moved);
        inTurn = moved == 0 ? 0 : inTurn + (int) moved;
        return moved;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    @Deprecated
    public long transfered() {
        return transferred;
    }

    @Override
    public long transferred() {
        return transferred;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    protected void deallocate() {
        file.release();
    }

    @Override
    public FileRegion retain() {
        super.retain();
        return this;
    }

    @Override
    public FileRegion retain(int increment) {
        super.retain(increment);
        return this;
    }

    @Override
    public FileRegion touch() {
        return this;
    }

    @Override
    public FileRegion touch(Object hint) {
        return this;
    }
}
