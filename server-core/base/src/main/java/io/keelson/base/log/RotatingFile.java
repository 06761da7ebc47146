package io.keelson.base.log;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A log file that is followed by another when it is full: {@code server.log} is always the newest, {@code server.log.1} the
 * one before. It is opened at the first write, so that a disk that is not there does not keep a server from starting, and
 * opened again when somebody moved or deleted it. Confined to the writer thread.
 */
final class RotatingFile implements LogOutput {
    private static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

    private final String name;
    private final Path path;
    private final long maxSize;
    private final Generations generations;
    private final LogTroubles troubles;
    private final Ticker ticker;
    private boolean rotateFirst;
    private @Nullable FileChannel channel;
    private @Nullable Object key;
    private long size;
    private long rotateAt;
    private long lookAt;

    RotatingFile(
            String name,
            Path path,
            long maxSize,
            int maxFiles,
            boolean rotateFirst,
            LogTroubles troubles,
            Ticker ticker) {
        this.name = name;
        this.path = path;
        this.maxSize = maxSize;
        this.generations = new Generations(path, maxFiles);
        this.rotateFirst = rotateFirst;
        this.troubles = troubles;
        this.ticker = ticker;
        this.rotateAt = maxSize;
    }

    @Override
    public Charset charset() {
        return StandardCharsets.UTF_8;
    }

    @Override
    public void write(byte[] records) throws IOException {
        FileChannel file = current(records.length);
        long before = size;
        try {
            ByteBuffer rest = ByteBuffer.wrap(records);
            while (rest.hasRemaining()) {
                size += file.write(rest);
            }
        } catch (IOException e) {
            takeBack(file, before, e);
            throw e;
        }
    }

    /** Leaves no half record behind, because the whole batch will be written again. */
    private void takeBack(FileChannel file, long before, IOException cause) {
        try {
            file.truncate(before);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        try {
            close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private FileChannel current(int length) throws IOException {
        FileChannel file = channel;
        if (file != null && movedAway()) {
            close();
            file = null;
        }
        if (file == null) {
            if (rotateFirst) {
                rotateFirst = false;
                rotate();
            }
            file = open();
        }
        if (size > 0 && size + length > rotateAt) {
            close();
            rotate();
            file = open();
        }
        return file;
    }

    private FileChannel open() throws IOException {
        Path directory = path.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        channel = file;
        size = file.size();
        key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        lookAt = ticker.nanoTime() + LOOK_NANOS;
        return file;
    }

    /** Returns whether the path is another file's now, or none's. */
    private boolean movedAway() {
        if (ticker.nanoTime() - lookAt < 0) {
            return false;
        }
        lookAt = ticker.nanoTime() + LOOK_NANOS;
        try {
            return !Objects.equals(
                    key, Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return true;
        }
    }

    /** Moves each file one number up and lets go of the oldest. What cannot be moved grows on by another full size. */
    private void rotate() {
        rotateAt = maxSize;
        try {
            generations.shift();
        } catch (IOException e) {
            rotateAt = size + maxSize;
            troubles.notRotated(name, e);
        }
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
