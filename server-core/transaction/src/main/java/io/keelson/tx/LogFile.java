package io.keelson.tx;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The file below a {@link FileDecisions}: what a disk does to it, so that a test can fail it. Used under the locks of its owner. */
interface LogFile extends Closeable {
    /** Condition of a log after a failure. */
    enum Condition {
        /** Unchanged: what failed has changed nothing, or was undone. */
        SOUND,
        /** Nobody knows what the last write has left: it has to be opened again, and read. */
        STALE,
        /** Must not be written any more by this server, until that starts again or has its lease anew. */
        FAILED
    }

    /** Returns everything that is in it. */
    byte[] read() throws IOException;

    /** Returns the condition that the failures so far have left it in. */
    Condition condition();

    /** Returns true if it could be a copy that was made before the last opening. */
    default boolean mayBeCopy() {
        return true;
    }

    /** Writes at an offset; may have written a part when it throws. */
    void write(long offset, ByteBuffer bytes) throws IOException;

    /** Returns when everything that was written has reached the disk. */
    void force() throws IOException;

    /** Cuts it off at a length, on the disk too. */
    void truncate(long length) throws IOException;

    /** Replaces the whole content at once: after a crash either the one before or this one is there. */
    void replace(byte[] content) throws IOException;

    /**
     * Opens a file on disk and locks it against other processes.
     *
     * @throws IOException when it cannot be, or another server has it open
     */
    static LogFile on(Path path) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        return new OnDisk(path);
    }

    /** A file on disk. */
    final class OnDisk implements LogFile {
        private final Path path;
        private final FileChannel guard;
        private FileChannel channel;
        private volatile boolean failed;

        private OnDisk(Path path) throws IOException {
            this.path = path;
            // The lock lies beside the log, whose file is replaced.
            Path lock = path.resolveSibling(path.getFileName() + ".lock");
            this.guard = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (tryLock() == null) {
                    throw new IOException("the transaction log " + path + " is open in another process");
                }
                this.channel = open();
            } catch (IOException e) {
                guard.close();
                throw e;
            }
        }

        private @Nullable FileLock tryLock() throws IOException {
            try {
                return guard.tryLock();
            } catch (OverlappingFileLockException e) {
                throw new IOException("the transaction log " + path + " is open in this process already", e);
            }
        }

        private FileChannel open() throws IOException {
            return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        }

        @Override
        public byte[] read() throws IOException {
            return Files.readAllBytes(path);
        }

        @Override
        public void write(long offset, ByteBuffer bytes) throws IOException {
            long at = offset;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        }

        @Override
        public void force() throws IOException {
            try {
                channel.force(false);
            } catch (IOException e) {
                failed = true; // the system may have dropped what it could not write
                throw e;
            }
        }

        @Override
        public Condition condition() {
            return failed ? Condition.FAILED : Condition.SOUND;
        }

        @Override
        public void truncate(long length) throws IOException {
            try {
                channel.truncate(length);
                channel.force(true);
            } catch (IOException e) {
                failed = true;
                throw e;
            }
        }

        @Override
        public void replace(byte[] content) throws IOException {
            Path next = path.resolveSibling(path.getFileName() + ".new");
            try (FileChannel out = FileChannel.open(
                    next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    int written = out.write(bytes);
                    if (written < 0) {
                        throw new IOException("nothing can be written to " + next);
                    }
                }
                out.force(true);
            }
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            boolean before = failed;
            failed = true; // until the channel is of the new file, and its name is on the disk
            try (FileChannel directory = FileChannel.open(path.toAbsolutePath().getParent())) {
                directory.force(true);
            }
            channel.close();
            channel = open();
            failed = before;
        }

        @Override
        public void close() throws IOException {
            channel.close();
            guard.close();
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }
}
