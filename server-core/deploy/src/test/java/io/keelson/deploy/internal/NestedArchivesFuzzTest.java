package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.base.config.DataSize;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.internal.archive.ArchiveBudget;
import io.keelson.deploy.internal.archive.ArchiveLimits;
import io.keelson.deploy.internal.archive.DirectoryArchive;
import io.keelson.deploy.internal.archive.Unpacker;
import io.keelson.deploy.internal.archive.WebModules;
import io.keelson.deploy.internal.conversion.ConvertedLibraries;
import io.keelson.deploy.internal.conversion.JavaxMigration;
import io.keelson.deploy.internal.conversion.JavaxSettings;
import io.keelson.deploy.internal.index.AnnotationIndexer;
import io.keelson.deploy.internal.index.LibraryIndexCache;
import io.keelson.deploy.internal.store.DurableFiles;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Archives within an archive, counted against its limits. The bytes say how they are made, two a step; where they begin with a zero, the
 * rest is one library of a WAR. Must hold: what is accepted has no more entries and bytes in all than allowed, and can be indexed; the
 * rest is refused by the archive's name; nothing lies outside of the target.
 */
class NestedArchivesFuzzTest {
    private static final ArchiveLimits LIMITS = new ArchiveLimits(40, 100_000, 100);
    private static final int DEEPEST = 6;

    @TempDir
    static Path directory;

    @FuzzTest
    void archives(byte[] bytes) throws IOException {
        if (bytes.length == 0) {
            return;
        }
        boolean library = bytes[0] == 0;
        Path archive = Files.write(directory.resolve(library ? "a.war" : "a.ear"), library ? war(bytes) : made(bytes));
        Path target = Files.createDirectory(directory.resolve("target"));
        Unpacker unpacker = new Unpacker(LIMITS);
        try {
            ArchiveBudget budget = unpacker.budget(archive);
            unpacker.unpack(archive, target, budget, "");
            intake(unpacker).prepare("a", String.valueOf(archive.getFileName()), target, budget);
            assertWithinLimits(target);
            if (library) {
                index(target);
            }
        } catch (ZipException e) {
            assertThat(e.getMessage()).startsWith("cannot open the library ");
        } catch (DeploymentException e) {
            assertThat(e.getMessage()).containsAnyOf("the archive ", "the archives within ", "the library ");
        } finally {
            DurableFiles.deleteTree(target);
            Files.delete(archive);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.filter(p -> !p.endsWith("cache")))
                    .as("files outside of the target")
                    .isEmpty();
        }
    }

    private static ApplicationIntake intake(Unpacker unpacker) {
        ConvertedLibraries converted =
                new ConvertedLibraries(directory.resolve("cache/javax"), 1 << 20, Ticker.system());
        JavaxSettings off = new JavaxSettings(JavaxSettings.Mode.OFF);
        return new ApplicationIntake(
                unpacker,
                new JavaxMigration(
                        () -> {
                            throw new DeploymentException("the archive is not to be converted");
                        },
                        converted,
                        application -> off,
                        new DataSize(1 << 20).bytes(),
                        Ticker.system()));
    }

    private static void assertWithinLimits(Path target) throws IOException {
        long bytes = 0;
        long entries = 0;
        List<Path> files;
        try (Stream<Path> walk = Files.walk(target)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            bytes += Files.size(file);
            entries++;
            if (file.toString().endsWith(".jar") || file.toString().endsWith(".rar")) {
                try (ZipFile zip = new ZipFile(file.toFile())) {
                    entries += zip.size();
                } catch (IOException noArchive) {
                    continue;
                }
            }
        }
        assertThat(entries).as("files and entries of libraries").isLessThanOrEqualTo(LIMITS.entries());
        assertThat(bytes).as("bytes").isLessThanOrEqualTo(LIMITS.bytes());
    }

    private static void index(Path target) throws IOException, DeploymentException {
        LibraryIndexCache cache = new LibraryIndexCache(directory.resolve("cache/index"), 1 << 20, Ticker.system());
        try (DirectoryArchive archive = new DirectoryArchive(target, new WebModules().layout(target))) {
            assertThat(new AnnotationIndexer(cache).index("a", archive).whole()).isNotNull();
        } finally {
            DurableFiles.deleteTree(directory.resolve("cache"));
        }
    }

    /** A WAR with one library. */
    private static byte[] war(byte[] bytes) throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            zip.putNextEntry(new ZipEntry("WEB-INF/lib/a.jar"));
            zip.write(bytes, 1, bytes.length - 1);
            zip.closeEntry();
        }
        return archive.toByteArray();
    }

    /** An EAR as the steps say: begin an archive within, end it, add classes, add a file that packs well, damage. */
    private static byte[] made(byte[] steps) throws IOException {
        Deque<Open> open = new ArrayDeque<>();
        open.push(new Open());
        for (int i = 0; i + 1 < steps.length; i += 2) {
            int count = steps[i + 1] & 0xff;
            Open top = open.element();
            switch ((steps[i] & 0x7f) % 5) {
                case 1 -> {
                    if (open.size() < DEEPEST) {
                        open.push(new Open());
                    }
                }
                case 2 -> {
                    if (open.size() > 1) {
                        byte[] inner = open.pop().bytes();
                        open.element()
                                .add(
                                        inner,
                                        List.of(".jar", ".war", ".rar", ".zip", ".ear")
                                                .get(count % 5));
                    }
                }
                case 3 -> {
                    for (int n = 0; n < count; n++) {
                        top.add(new byte[0], ".class");
                    }
                }
                case 4 -> top.add(new byte[count * 1000], ".bin");
                default -> top.damage = count;
            }
        }
        while (open.size() > 1) {
            byte[] inner = open.pop().bytes();
            open.element().add(inner, ".jar");
        }
        return open.element().bytes();
    }

    /** An archive that is being made. */
    private static final class Open {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final ZipOutputStream zip = new ZipOutputStream(bytes);
        private int number;
        private int damage;

        void add(byte[] content, String suffix) throws IOException {
            zip.putNextEntry(new ZipEntry(number % 7 == 6 ? "lib/" + number++ + suffix : number++ + suffix));
            zip.write(content);
            zip.closeEntry();
        }

        byte[] bytes() throws IOException {
            zip.close();
            byte[] all = bytes.toByteArray();
            if (damage > 0) {
                all[all.length - 1 - damage % all.length] ^= 0x55;
            }
            return all;
        }
    }
}
