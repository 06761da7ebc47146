package io.keelson.admin.targets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The directory of an application whose archive was never packed, or was unpacked. Its bytes are those of its files by their names:
 * times, owners and the order on the disk make no difference. Symbolic links are followed, as they are where a server runs the directory
 * in its place. Stateless.
 */
final class ExplodedArchive {
    /** The earliest that an archive can say; the same wherever it is packed. */
    private static final LocalDateTime ALWAYS = LocalDateTime.of(1980, 1, 1, 0, 0);

    private ExplodedArchive() {}

    /** Packs a directory; of the same content it makes the same bytes. */
    static void pack(Path directory, OutputStream to) throws IOException {
        // Closing would close what is written to.
        ZipOutputStream zip = new ZipOutputStream(to, StandardCharsets.UTF_8);
        for (Map.Entry<String, Path> each : content(directory).entrySet()) {
            ZipEntry entry = new ZipEntry(each.getKey());
            entry.setTimeLocal(ALWAYS);
            zip.putNextEntry(entry);
            if (!entry.isDirectory()) {
                Files.copy(each.getValue(), zip);
            }
            zip.closeEntry();
        }
        zip.finish();
    }

    /**
     * A digest of a directory's content that another machine computes alike, and the size of its files. It is not that of a packed
     * archive, as how that is compressed may differ.
     */
    static ArchiveStore.Stored describe(Path directory, String name) throws IOException {
        Digest digest = new Digest();
        byte[] buffer = new byte[64 * 1024];
        long bytes = 0;
        for (Map.Entry<String, Path> each : content(directory).entrySet()) {
            byte[] path = each.getKey().getBytes(StandardCharsets.UTF_8);
            number(digest, path.length);
            digest.update(path, path.length);
            if (each.getKey().endsWith("/")) {
                continue;
            }
            long size = 0;
            try (InputStream in = Files.newInputStream(each.getValue())) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    digest.update(buffer, n);
                    size += n;
                }
            }
            // Behind the bytes, as they may become more while they are read.
            number(digest, size);
            bytes += size;
        }
        return new ArchiveStore.Stored(name, digest.hexadecimal(), bytes);
    }

    private static void number(Digest digest, long number) {
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(number).array(), Long.BYTES);
    }

    /** What is in it by names as archives have them, those of directories with a slash at the end, in their order. */
    private static Map<String, Path> content(Path directory) throws IOException {
        Map<String, Path> content = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
            all.filter(path -> !path.equals(directory)).forEach(path -> {
                String name = directory
                        .relativize(path)
                        .toString()
                        .replace(path.getFileSystem().getSeparator(), "/");
                content.put(Files.isDirectory(path) ? name + "/" : name, path);
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return content;
    }
}
