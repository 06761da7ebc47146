package io.keelson.deploy.internal.conversion;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.internal.store.DurableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * Converted libraries on disk, by the digest of what they were made of and the tool's version: most libraries come again with
 * the next version of an application, and with other applications. One in which there was nothing to convert is kept as an
 * empty file. Bounded: the least recently used go first. All servers of a domain on one machine may share the directory, as
 * a file gets its name when it is whole and on the disk. Thread-safe.
 */
public final class ConvertedLibraries {
    private static final String SUFFIX = ".jar";
    private static final String UNFINISHED = ".new";
    private static final Duration LOST = Duration.ofHours(1);
    private static final int ATTEMPTS = 5;

    private final Path directory;
    private final long most;
    private final Ticker ticker;

    /**
     * Takes a directory.
     *
     * @param directory is made when needed
     * @param most how many bytes the cache may have
     */
    public ConvertedLibraries(Path directory, long most, Ticker ticker) {
        this.directory = directory;
        this.most = most;
        this.ticker = ticker;
    }

    /** Makes a converted library. */
    @FunctionalInterface
    interface Maker {
        /** Writes the target; returns false where there is nothing to convert. */
        boolean make(Path target) throws IOException;
    }

    /** Result for a library. */
    enum Outcome {
        /** Was there already. */
        CACHED,
        /** Was converted. */
        CONVERTED,
        /** There is nothing to convert in it. */
        SAME
    }

    /** Puts a converted library in the place of the original where it differs. */
    Outcome replace(Path library, String tool, Maker maker) throws IOException {
        Files.createDirectories(directory);
        Path kept = directory.resolve(digest(library) + "-" + tool + SUFFIX);
        for (int attempt = 1; ; attempt++) {
            try {
                return replace(library, kept, maker);
            } catch (NoSuchFileException e) {
                // Another server made room, or somebody deleted the cache.
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                Files.createDirectories(directory);
            }
        }
    }

    private Outcome replace(Path library, Path kept, Maker maker) throws IOException {
        boolean cached = Files.exists(kept);
        if (!cached) {
            make(kept, maker);
            shrink(kept);
        }
        Files.setLastModifiedTime(kept, FileTime.fromMillis(ticker.currentTimeMillis()));
        if (Files.size(kept) == 0) {
            return Outcome.SAME;
        }
        // The original stays until its successor is whole.
        Path next = library.resolveSibling(library.getFileName() + UNFINISHED);
        Files.copy(kept, next, StandardCopyOption.REPLACE_EXISTING);
        Files.move(next, library, StandardCopyOption.REPLACE_EXISTING);
        return cached ? Outcome.CACHED : Outcome.CONVERTED;
    }

    private void make(Path kept, Maker maker) throws IOException {
        Path unfinished = Files.createTempFile(directory, "library", UNFINISHED);
        try {
            if (!maker.make(unfinished)) {
                Files.write(unfinished, new byte[0]);
            }
            DurableFiles.sync(unfinished);
            Files.move(unfinished, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static String digest(Path file) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Deletes the least recently used, never the one at hand, and what a server that died was writing. */
    private void shrink(Path atHand) {
        try {
            List<Entry> entries = new ArrayList<>();
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    if (!file.equals(atHand)) {
                        entries.add(new Entry(file, Files.getLastModifiedTime(file), Files.size(file)));
                    }
                }
            }
            entries.sort(Comparator.comparing(Entry::used).reversed());
            long lost = ticker.currentTimeMillis() - LOST.toMillis();
            long total = Files.size(atHand);
            for (Entry entry : entries) {
                boolean unfinished = entry.file().toString().endsWith(UNFINISHED);
                total += unfinished ? 0 : entry.size();
                if (unfinished ? entry.used().toMillis() < lost : total > most) {
                    Files.deleteIfExists(entry.file());
                }
            }
        } catch (IOException e) {
            LOG.debugf(e, "The cache of converted libraries %s could not be made smaller", directory);
        }
    }

    private record Entry(Path file, FileTime used, long size) {}
}
