package io.keelson.muxer;

import io.keelson.muxer.internal.SentFile;
import io.netty.channel.Channel;
import io.netty.channel.FileRegion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A file that is open for being sent, whole or in parts, over a channel of a muxer. It stays open until its opener has closed
 * it and the last of its regions has been released. Thread-safe.
 *
 * <p>See docs/design/static-content.md.
 */
public final class OutgoingFile implements AutoCloseable {
    private final SentFile file;

    private OutgoingFile(SentFile file) {
        this.file = file;
    }

    /**
     * Opens a file in the way that this channel sends best: as a descriptor of the C library for channels of the native
     * muxers, which {@code sendfile} takes, else as a {@code FileChannel}. Blocks, so not for a muxer thread.
     *
     * @param file not followed where its last step is a symbolic link
     * @throws IOException when there is no such file, or it may not be read
     */
    public static OutgoingFile open(Channel channel, Path file) throws IOException {
        return new OutgoingFile(SentFile.open(channel, file));
    }

    /** Returns how long the file was when it was opened, in bytes. */
    public long length() {
        return file.length();
    }

    /**
     * Reads bytes, for a connection that cannot send from files.
     *
     * @return how many; -1 at the end of the file
     */
    public int read(ByteBuffer target, long position) throws IOException {
        return file.read(target, position);
    }

    /**
     * A part of the file, to be written to a channel. Each write of it is bounded, so that a large file to a fast peer takes turns
     * with the other connections of the loop. A file that turns out to be shorter fails the write with an {@code IOException},
     * which closes the connection.
     */
    public FileRegion region(long position, long count) {
        return file.region(position, count);
    }

    /** Ends the opener's use. Idempotent. */
    @Override
    public void close() {
        file.close();
    }
}
