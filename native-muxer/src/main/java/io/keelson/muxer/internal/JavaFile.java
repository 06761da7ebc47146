package io.keelson.muxer.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of the JDK: its {@code transferTo} uses {@code sendfile} where the target is a socket of the JDK's. Thread-safe. */
final class JavaFile extends SentFile {
    private final FileChannel file;

    private JavaFile(Path path, FileChannel file) throws IOException {
        super(path, file.size());
        this.file = file;
    }

    static JavaFile open(Path path) throws IOException {
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try {
            return new JavaFile(path, file);
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return file.read(target, position);
    }

    @Override
    long transfer(long position, long count, WritableByteChannel target) throws IOException {
        long moved = file.transferTo(position, count, target);
        if (moved == 0 && file.size() <= position) {
            throw tooShort();
        }
        return moved;
    }

    @Override
    protected void deallocate() {
        try {
            file.close();
        } catch (IOException e) {
            MuxerLog.LOG.debugf(e, "a file that was sent could not be closed");
        }
    }
}
