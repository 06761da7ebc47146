package io.keelson.deploy.internal.index;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.time.Ticker;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexReader;
import org.jboss.jandex.IndexWriter;

/**
 * Indexes of libraries on disk, by the digest of the library and the running Java: most libraries come again with the next
 * version of an application. Bounded: the least recently used go first. What goes wrong with the cache costs time, never a
 * deployment. Thread-safe.
 */
public final class LibraryIndexCache {
    private static final String SUFFIX = ".jandex";

    private final Path directory;
    private final long most;
    private final Ticker ticker;

    /**
     * Takes a directory.
     *
     * @param directory is made when needed
     * @param most how many bytes the cache may have
     * @param ticker says when an index was used last
     */
    public LibraryIndexCache(Path directory, long most, Ticker ticker) {
        this.directory = directory;
        this.most = most;
        this.ticker = ticker;
    }

    /** The index of a library; empty when it is not there or not readable. */
    Optional<Index> find(Path library) {
        try {
            Path file = fileOf(library);
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                Index index = new IndexReader(in).read();
                Files.setLastModifiedTime(file, FileTime.fromMillis(ticker.currentTimeMillis()));
                return Optional.of(index);
            }
        } catch (IOException | RuntimeException e) {
            LOG.debugf(e, "The cached index of %s cannot be read; it is made anew", library);
            return Optional.empty();
        }
    }

    /** Keeps the index of a library. */
    void keep(Path library, Index index) {
        try {
            Files.createDirectories(directory);
            Path unfinished = Files.createTempFile(directory, "index", ".new");
            try {
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished))) {
                    new IndexWriter(out).write(index);
                }
                Files.move(
                        unfinished,
                        fileOf(library),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(unfinished);
            }
            shrink();
        } catch (IOException | RuntimeException e) {
            LOG.debugf(e, "The index of %s is not kept for the next deployment", library);
        }
    }

    private Path fileOf(Path library) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
        try (InputStream in = new DigestInputStream(Files.newInputStream(library), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        // A multi-release jar has other classes on another Java.
        int java = Runtime.version().feature();
        return directory.resolve(HexFormat.of().formatHex(digest.digest()) + "-" + java + SUFFIX);
    }

    private void shrink() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                entries.add(new Entry(file, Files.getLastModifiedTime(file), Files.size(file)));
            }
        }
        entries.sort(Comparator.comparing(Entry::used).reversed());
        long total = 0;
        for (Entry entry : entries) {
            total += entry.size();
            if (total > most) {
                Files.deleteIfExists(entry.file());
            }
        }
    }

    private record Entry(Path file, FileTime used, long size) {}
}
