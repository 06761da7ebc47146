package io.keelson.cluster.lease;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A server's voter directory: {@code id}, {@code log/} with the records, and {@code retired} when a vote was given up. An id
 * without its log is none: the log was lost. Used by one thread.
 */
public final class VoterDirectory implements VoterIdentity {
    private final Path directory;

    public VoterDirectory(Path directory) {
        this.directory = directory;
    }

    /** Returns where the log lies. */
    public Path log() {
        return directory.resolve("log");
    }

    @Override
    public Optional<String> read() throws IOException {
        try {
            String id = Files.readString(file()).strip();
            return id.isEmpty() || !Files.exists(records()) ? Optional.empty() : Optional.of(id);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public void write(String voter) throws IOException {
        Files.createDirectories(log());
        Files.deleteIfExists(records());
        keep(file(), voter);
    }

    @Override
    public void retire() throws IOException {
        Files.createDirectories(directory);
        keep(mark(), "This server has given up its vote once: it never begins a log with others.");
        Files.deleteIfExists(file());
        Files.deleteIfExists(records());
        sync();
    }

    @Override
    public boolean retired() {
        return Files.exists(mark());
    }

    private void keep(Path file, String line) throws IOException {
        Path fresh = directory.resolve("id.new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer text = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (text.hasRemaining()) {
                channel.write(text);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync();
    }

    private void sync() throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
                opened.force(true);
            }
        }
    }

    private Path mark() {
        return directory.resolve("retired");
    }

    private Path file() {
        return directory.resolve("id");
    }

    private Path records() {
        return log().resolve("records");
    }
}
