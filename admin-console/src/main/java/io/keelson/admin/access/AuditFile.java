package io.keelson.admin.access;

import io.keelson.base.log.Generations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whole lines in a file that only its owner may read, and the files before it: {@code audit.log} is the newest, {@code
 * audit.log.1} the one before. A line that does not fit on the disk is taken back, so that no half one is left. A file that
 * somebody has moved or deleted is made again with the next line. Not thread-safe.
 */
public final class AuditFile implements AutoCloseable {
    private static final Set<StandardOpenOption> APPENDING =
            EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path path;
    private final long mostBytes;
    private final Generations generations;
    private @Nullable FileChannel channel;
    private @Nullable Object key;
    private long rotateAt;

    /**
     * A file, which is opened with the first line.
     *
     * @param mostBytes the size at which another is begun
     * @param mostFiles how many older ones are kept
     */
    public AuditFile(Path path, long mostBytes, int mostFiles) {
        this.path = path;
        this.mostBytes = mostBytes;
        this.generations = new Generations(path, mostFiles);
        this.rotateAt = mostBytes;
    }

    /** Returns where the newest lines are. */
    public Path path() {
        return path;
    }

    /**
     * Writes a line.
     *
     * @param force whether it is to be on the disk when this returns
     * @throws IOException when it is not; nothing of it is left then
     */
    public void write(byte[] line, boolean force) throws IOException {
        FileChannel file = current(line.length);
        long before = file.size();
        try {
            ByteBuffer rest = ByteBuffer.wrap(line);
            while (rest.hasRemaining()) {
                file.write(rest);
            }
            if (force) {
                file.force(false);
            }
        } catch (IOException e) {
            takeBack(file, before, e);
            throw e;
        }
    }

    private void takeBack(FileChannel file, long before, IOException cause) {
        try {
            file.truncate(before);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private FileChannel current(int length) throws IOException {
        FileChannel file = channel;
        if (file != null && !file.isOpen() || file != null && movedAway()) {
            close();
            file = null;
        }
        if (file == null) {
            file = open();
        }
        if (file.size() > 0 && file.size() + length > rotateAt) {
            file = rotated(file);
        }
        return file;
    }

    private FileChannel open() throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        FileChannel file = path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? FileChannel.open(path, APPENDING, PRIVATE)
                : FileChannel.open(path, APPENDING);
        channel = file;
        key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return file;
    }

    private boolean movedAway() {
        try {
            return !Objects.equals(
                    key, Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return true;
        }
    }

    /** Moves each file one number up and lets go of the oldest. Where that cannot be done the file grows on by another full size. */
    private FileChannel rotated(FileChannel file) throws IOException {
        file.force(false);
        try {
            generations.shift();
        } catch (IOException e) {
            rotateAt = file.size() + mostBytes;
            AccessLog.LOG.auditNotRotated(path, e.toString());
            return file;
        }
        rotateAt = mostBytes;
        close();
        return open();
    }

    @Override
    public void close() throws IOException {
        FileChannel file = channel;
        channel = null;
        if (file != null) {
            file.close();
        }
    }
}
