package io.keelson.muxer.internal;

import io.netty.channel.Channel;
import io.netty.channel.FileRegion;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** Base of both kinds of open files: they are closed when their opener and all their regions are done. Thread-safe. */
public abstract class SentFile extends AbstractReferenceCounted {
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Path path;
    private final long length;

    SentFile(Path path, long length) {
        this.path = path;
        this.length = length;
    }

    /** Opens a file in the way that a channel sends best. A symbolic link in its last step is not followed. */
    public static SentFile open(Channel channel, Path path) throws IOException {
        SentFile opened = channel instanceof NativeConnection ? NativeFile.tryOpen(path) : null;
        return opened == null ? JavaFile.open(path) : opened;
    }

    /** In bytes, when it was opened. */
    public final long length() {
        return length;
    }

    /** Reads bytes; -1 at the end of the file. */
    public abstract int read(ByteBuffer target, long position) throws IOException;

    /** A part of it, which holds the file until it is released. */
    public final FileRegion region(long position, long count) {
        if (position < 0 || count < 0) {
            throw new IllegalArgumentException("no part of a file: " + count + " bytes from " + position);
        }
        retain();
        return new SentRegion(this, position, count);
    }

    /** Ends the opener's use. Idempotent. */
    public final void close() {
        if (closed.compareAndSet(false, true)) {
            release();
        }
    }

    @Override
    public final ReferenceCounted touch(Object hint) {
        return this;
    }

    /**
     * Moves bytes to a channel.
     *
     * @return how many; 0 when the channel has no room now
     * @throws IOException when the file ends at that position, among other reasons
     */
    abstract long transfer(long position, long count, WritableByteChannel target) throws IOException;

    final EOFException tooShort() {
        return new EOFException(path + " became shorter while it was sent");
    }
}
