package io.keelson.muxer.internal;

import static io.keelson.muxer.internal.Linux.C;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of the C library. The descriptor is this object's alone: it is closed once, when the last user has released it, and
 * nobody reads it afterwards. Thread-safe.
 */
final class NativeFile extends SentFile {
    /** Without blocking, so that a pipe in the place of the file does not hold the thread. */
    private static final int FLAGS = Linux.O_RDONLY_CLOEXEC_NONBLOCK | Linux.O_NOFOLLOW;

    private static final boolean UTF_8_NAMES = "UTF-8".equals(System.getProperty("sun.jnu.encoding"));
    private static final int COPIED = 64 << 10;

    private final int fd;
    private volatile boolean sendable = true;

    private NativeFile(Path path, int fd, long length) {
        super(path, length);
        this.fd = fd;
    }

    /** Null where the name of the file cannot be told to the C library with certainty. */
    static @Nullable NativeFile tryOpen(Path path) throws IOException {
        byte[] name = path.getFileSystem() == FileSystems.getDefault() ? name(path.toString()) : null;
        if (name == null) {
            return null;
        }
        int fd = C.open(name, FLAGS);
        if (fd < 0) {
            int errno = Linux.errno();
            throw errno == Linux.ENOENT
                    ? new NoSuchFileException(path.toString())
                    : new IOException("could not open " + path + ": " + C.strerror(errno));
        }
        long length = C.lseek(fd, 0, Linux.SEEK_END);
        if (length < 0) {
            int errno = Linux.errno();
            C.close(fd);
            throw new IOException(path + " is no file that can be sent: " + C.strerror(errno));
        }
        return new NativeFile(path, fd, length);
    }

    /** With the zero at its end; null where it is not known how the JVM and the file system write these characters. */
    private static byte @Nullable [] name(String path) {
        try {
            ByteBuffer encoded = (UTF_8_NAMES ? StandardCharsets.UTF_8 : StandardCharsets.US_ASCII)
                    .newEncoder()
                    .encode(CharBuffer.wrap(path));
            byte[] name = new byte[encoded.remaining() + 1];
            encoded.get(name, 0, name.length - 1);
            return name;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    int fd() {
        return fd;
    }

    /** Returns whether its file system supports {@code sendfile}, as far as is known. */
    boolean sendable() {
        return sendable;
    }

    void notSendable() {
        sendable = false;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        if (target.isDirect()) {
            return readDirect(target, position);
        }
        ByteBuf copy = PooledByteBufAllocator.DEFAULT.directBuffer(COPIED);
        try {
            ByteBuffer direct = copy.internalNioBuffer(0, Math.min(COPIED, target.remaining()));
            int start = direct.position();
            int count = readDirect(direct, position);
            target.put(direct.limit(direct.position()).position(start));
            return count;
        } finally {
            copy.release();
        }
    }

    private int readDirect(ByteBuffer target, long position) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        while (true) {
            long count = C.pread(fd, Linux.address(target) + target.position(), target.remaining(), position);
            if (count > 0) {
                target.position(target.position() + (int) count);
                return (int) count;
            }
            if (count == 0) {
                return -1;
            }
            int errno = Linux.errno();
            if (errno != Linux.EINTR) {
                throw new SystemCallException("pread", errno);
            }
        }
    }

    /** By way of memory: for a channel that is no socket of this muxer, or a file system without {@code sendfile}. */
    @Override
    long transfer(long position, long count, WritableByteChannel target) throws IOException {
        ByteBuf copy = PooledByteBufAllocator.DEFAULT.directBuffer(COPIED);
        try {
            ByteBuffer direct = copy.internalNioBuffer(0, (int) Math.min(COPIED, count));
            int start = direct.position();
            if (readDirect(direct, position) < 0) {
                throw tooShort();
            }
            return target.write(direct.limit(direct.position()).position(start));
        } finally {
            copy.release();
        }
    }

    @Override
    protected void deallocate() {
        C.close(fd);
    }
}
