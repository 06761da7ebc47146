package io.keelson.admin.targets;

import io.keelson.base.time.Ticker;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Archives by their content: {@code DIGEST/FILE} in one directory. What is there is whole and durable. Thread-safe: each archive
 * comes in under a name of its own, and one rename puts it in its place.
 */
final class ArchiveStore {
    /** What an archive's file may be called. */
    static final Pattern FILE = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}");

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final String INCOMING = "incoming-";
    private static final Duration YOUNG = Duration.ofHours(1);

    private final Path directory;
    private final Ticker ticker;

    /** A store in that directory, which is made with the first archive. */
    ArchiveStore(Path directory, Ticker ticker) {
        this.directory = directory;
        this.ticker = ticker;
    }

    /**
     * An archive.
     *
     * @param file its file name
     * @param digest its SHA-256, in hexadecimal digits
     * @param bytes its size
     */
    record Stored(String file, String digest, long bytes) {}

    /** An archive that comes in. Confined to one thread; closed without {@link #keep} it leaves nothing. */
    final class Incoming implements Closeable {
        private final Path part;
        private final FileChannel channel;
        private final Digest digest = new Digest();
        private long bytes;

        private Incoming() throws IOException {
            Files.createDirectories(directory);
            part = Files.createTempFile(directory, INCOMING, ".part");
            channel = FileChannel.open(part, StandardOpenOption.WRITE);
        }

        /** Takes the next bytes; what is thrown is the disk's fault. */
        void write(byte[] buffer, int length) throws IOException {
            ByteBuffer rest = ByteBuffer.wrap(buffer, 0, length);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            digest.update(buffer, length);
            bytes += length;
        }

        /** What has come so far. */
        long bytes() {
            return bytes;
        }

        /** Puts it in its place; when this returns it is durable. */
        Stored keep(String file) throws IOException {
            channel.force(true);
            channel.close();
            Stored stored = new Stored(file, digest.hexadecimal(), bytes);
            Path place = Files.createDirectories(directory.resolve(stored.digest()));
            Files.move(part, place.resolve(file), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            sync(place);
            sync(directory);
            return stored;
        }

        @Override
        public void close() throws IOException {
            channel.close();
            Files.deleteIfExists(part);
        }
    }

    /** Begins to take an archive in. */
    Incoming begin() throws IOException {
        return new Incoming();
    }

    /** The archive of that name and digest. */
    Optional<Path> find(String digest, String file) {
        if (!DIGEST.matcher(digest).matches() || !FILE.matcher(file).matches()) {
            return Optional.empty();
        }
        return Optional.of(directory.resolve(digest).resolve(file)).filter(Files::isRegularFile);
    }

    /** Deletes what a process that was killed left half. Called at the start. */
    void tidy() throws IOException {
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> parts = Files.newDirectoryStream(directory, INCOMING + "*")) {
                for (Path part : parts) {
                    Files.deleteIfExists(part);
                }
            }
        }
    }

    /** Deletes the archives whose digest stands in none of the texts, but not those that came within the last hour. */
    void sweep(Collection<String> texts) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        long before = ticker.currentTimeMillis() - YOUNG.toMillis();
        try (DirectoryStream<Path> places = Files.newDirectoryStream(directory)) {
            for (Path place : places) {
                String digest = String.valueOf(place.getFileName());
                if (DIGEST.matcher(digest).matches()
                        && Files.getLastModifiedTime(place).toMillis() < before
                        && texts.stream().noneMatch(text -> text.contains(digest))) {
                    delete(place);
                }
            }
        }
    }

    private static void delete(Path place) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(place);
    }

    /** Makes the names in a directory durable. */
    static void sync(Path place) throws IOException {
        if (place.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(place, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** The digest of a file or of a directory's content, and its size. */
    static Stored describe(Path file, String name) throws IOException {
        if (Files.isDirectory(file)) {
            return ExplodedArchive.describe(file, name);
        }
        Digest digest = new Digest();
        long bytes = Files.copy(file, new OutputStream() {
            @Override
            public void write(int b) {
                digest.update(new byte[] {(byte) b}, 1);
            }

            @Override
            public void write(byte[] buffer, int offset, int length) {
                digest.update(buffer, offset, length);
            }
        });
        return new Stored(name, digest.hexadecimal(), bytes);
    }
}
