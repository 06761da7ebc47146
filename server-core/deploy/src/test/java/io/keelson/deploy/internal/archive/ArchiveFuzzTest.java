package io.keelson.deploy.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;

/**
 * An archive is unpacked within its bounds and its directory, or refused. The bytes are an archive; where they begin with a
 * star, they are the names of the entries of one, a line each.
 */
class ArchiveFuzzTest {
    private static final int MOST_BYTES = 200_000;
    private static final int MOST_ENTRIES = 20;
    private static final int BUFFER = 64 * 1024;

    @TempDir
    static Path directory;

    private final Unpacker unpacker = new Unpacker(new ArchiveLimits(MOST_ENTRIES, MOST_BYTES, 100));

    @FuzzTest
    void archives(byte[] bytes) throws IOException {
        Path archive =
                Files.write(directory.resolve("a.war"), bytes.length > 0 && bytes[0] == '*' ? named(bytes) : bytes);
        Path target = Files.createDirectory(directory.resolve("target"));
        try {
            unpacker.unpack(archive, target);
        } catch (DeploymentException e) {
            assertThat(e.getMessage()).startsWith("the archive " + archive + " ");
        } finally {
            Bounds bounds = new Bounds(target);
            Files.walkFileTree(directory, bounds);
            assertThat(bounds.outside).as("files beside the archive").isEqualTo(1);
            assertThat(bounds.special).as("links and the like").isZero();
            assertThat(bounds.bytes).isLessThanOrEqualTo(MOST_BYTES + BUFFER);
        }
    }

    private static byte[] named(byte[] bytes) throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            for (String name : new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8).split("\n")) {
                try {
                    zip.putNextEntry(new ZipEntry(name));
                } catch (ZipException twice) {
                    continue;
                }
                zip.write(name.getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return archive.toByteArray();
    }

    /** Counts what is there, and deletes the target. */
    private static final class Bounds extends SimpleFileVisitor<Path> {
        private final Path target;
        private int outside;
        private int special;
        private long bytes;

        Bounds(Path target) {
            this.target = target;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            special += attributes.isRegularFile() ? 0 : 1;
            if (file.startsWith(target)) {
                bytes += attributes.size();
                Files.delete(file);
            } else {
                outside++;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, IOException e) throws IOException {
            if (visited.startsWith(target)) {
                Files.delete(visited);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
