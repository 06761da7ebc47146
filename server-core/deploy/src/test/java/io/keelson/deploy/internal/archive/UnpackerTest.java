package io.keelson.deploy.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UnpackerTest {
    @TempDir
    Path directory;

    private Path target;
    private final Unpacker unpacker = new Unpacker(new ArchiveLimits(100, 64L << 20, 100));

    @BeforeEach
    void makeTarget() throws IOException {
        target = Files.createDirectory(directory.resolve("target"));
    }

    private Path zip(String... names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                if (!name.endsWith("/")) {
                    zip.write(name.getBytes(StandardCharsets.UTF_8));
                }
                zip.closeEntry();
            }
        }
        return Files.write(directory.resolve("a.war"), bytes.toByteArray());
    }

    private void refused(Path archive, String... words) {
        assertThatThrownBy(() -> unpacker.unpack(archive, target))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(archive.toString())
                .hasMessageContainingAll(words);
        assertThat(directory.resolve("evil.txt")).doesNotExist();
    }

    @Test
    void unpacksFilesAndDirectories() throws Exception {
        unpacker.unpack(zip("WEB-INF/", "WEB-INF/web.xml", "a/b/c.txt", "umläut.txt"), target);
        assertThat(target.resolve("WEB-INF/web.xml")).hasContent("WEB-INF/web.xml");
        assertThat(target.resolve("a/b/c.txt")).hasContent("a/b/c.txt");
        assertThat(target.resolve("umläut.txt")).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil.txt",
                "a/../../evil.txt",
                "/evil.txt",
                "C:/evil.txt",
                "a\\..\\evil.txt",
                "a//b.txt",
                "./a.txt",
                "a/..",
                "../"
            })
    void refusesNamesThatAreNotPlain(String name) throws Exception {
        refused(zip("ok.txt", name), name, "not a plain relative path");
    }

    @Test
    void namesThatDifferInCaseOnlyAreTwoFilesWhereTheFileSystemTellsThemApart() throws Exception {
        boolean apart =
                !Files.exists(Files.createFile(directory.resolve("probe")).resolveSibling("PROBE"));
        Path archive = zip("a/B.txt", "a/b.txt");
        if (apart) {
            unpacker.unpack(archive, target);
            assertThat(target.resolve("a/B.txt")).hasContent("a/B.txt");
            assertThat(target.resolve("a/b.txt")).hasContent("a/b.txt");
        } else {
            refused(archive, "a/B.txt", "a/b.txt", "case");
        }
    }

    @Test
    void refusesAFileThatIsAlsoADirectory() throws Exception {
        refused(zip("a", "a/b.txt"), "'a/b.txt'");
    }

    @Test
    void ofOneNameTwiceTheLastEntryCounts() throws Exception {
        Path archive = zip("twice1.txt", "other.txt", "twice2.txt");
        byte[] bytes = Files.readAllBytes(archive);
        replaceName(bytes, "twice2.txt", "twice1.txt");
        Files.write(archive, bytes);
        unpacker.unpack(archive, target);
        assertThat(target.resolve("twice1.txt")).hasContent("twice2.txt");
        assertThat(target.resolve("other.txt")).hasContent("other.txt");
    }

    @Test
    void saysThatANameIsNotInUtf8() throws Exception {
        Path archive = zip("caf__.txt");
        byte[] bytes = Files.readAllBytes(archive);
        replaceAll(bytes, "caf__.txt", "caf\u00e9_.txt", 1);
        replaceAll(bytes, "caf__.txt", "caf\u00e9_.txt", 1);
        Files.write(archive, bytes);
        refused(archive, "not in UTF-8", "caf");
    }

    @Test
    void saysThatAFileIsEmpty() throws Exception {
        refused(Files.createFile(directory.resolve("empty.war")), "is empty");
    }

    @Test
    void archivesWithinAnArchiveCountAgainstItsLimits() throws Exception {
        Path inner = zip("1.txt", "2.txt", "3.txt");
        ArchiveBudget budget = new ArchiveBudget(new ArchiveLimits(5, 1 << 20, 100), "outer.war");
        budget.inner(inner, "WEB-INF/lib/a.jar");
        assertThatThrownBy(() -> budget.inner(inner, "WEB-INF/lib/b.jar"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("outer.war", "6 entries", "WEB-INF/lib/b.jar", "archive-maximum-entries");
        ArchiveBudget small = new ArchiveBudget(new ArchiveLimits(100, 1 << 20, 100), "outer.war");
        assertThatThrownBy(() -> small.inner(filled(new byte[1 << 20], 2), "a.jar"))
                .hasMessageContainingAll("larger than", "a.jar", "archive-maximum-size");
        ArchiveBudget wide = new ArchiveBudget(new ArchiveLimits(100, 1L << 30, 100), "outer.war");
        assertThatThrownBy(() -> wide.inner(filled(new byte[1 << 20], 40), "a.jar"))
                .hasMessageContainingAll("100 times", "a.jar", "archive-maximum-ratio");
    }

    @Test
    void refusesASymbolicLink() throws Exception {
        Path archive = zip("link.txt");
        byte[] bytes = Files.readAllBytes(archive);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int central = buffer.getInt(bytes.length - 22 + 16);
        buffer.putInt(central + 38, 0xA1FF << 16);
        Files.write(archive, bytes);
        refused(archive, "'link.txt'", "symbolic link");
    }

    @Test
    void refusesTooManyEntries() throws Exception {
        String[] names = new String[101];
        for (int i = 0; i < names.length; i++) {
            names[i] = i + ".txt";
        }
        refused(zip(names), "101 entries", "archive-maximum-entries");
    }

    @Test
    void refusesABombByItsRatio() throws Exception {
        refused(filled(new byte[1 << 20], 40), "100 times its size", "archive-maximum-ratio");
    }

    @Test
    void refusesWhatIsTooLarge() throws Exception {
        byte[] noise = new byte[1 << 20];
        new Random(1).nextBytes(noise);
        refused(filled(noise, 65), "larger than", "archive-maximum-size");
    }

    @Test
    void letsSmallArchivesBePackedWell() throws Exception {
        assertThatCode(() -> unpacker.unpack(filled(new byte[1 << 20], 10), target))
                .doesNotThrowAnyException();
    }

    private Path filled(byte[] block, int blocks) throws IOException {
        Path file = directory.resolve("large.war");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.setLevel(Deflater.BEST_SPEED);
            zip.putNextEntry(new ZipEntry("large.bin"));
            for (int i = 0; i < blocks; i++) {
                zip.write(block);
            }
            zip.closeEntry();
        }
        return file;
    }

    @Test
    void namesAnArchiveThatIsCutOffAnywhere() throws Exception {
        byte[] whole = Files.readAllBytes(zip("WEB-INF/web.xml", "a.txt", "b.txt"));
        for (int length = 0; length < whole.length; length++) {
            Path cut = Files.write(directory.resolve("cut.war"), java.util.Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> unpacker.unpack(cut, target))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("cut.war");
        }
    }

    /** Whatever single byte is wrong: it is refused with a message, or does no harm outside of the target. */
    @Test
    void survivesEveryFlippedByte() throws Exception {
        byte[] whole = Files.readAllBytes(zip("WEB-INF/web.xml", "a.txt"));
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= (byte) 0xFF;
            Path archive = Files.write(directory.resolve("damaged.war"), damaged);
            Path own = Files.createDirectory(directory.resolve("target" + i));
            try {
                unpacker.unpack(archive, own);
            } catch (DeploymentException refused) {
                assertThat(refused).hasMessageContaining("damaged.war");
            }
        }
        try (var files = Files.list(directory)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .allMatch(name -> name.startsWith("target") || name.endsWith(".war"));
        }
    }

    /** Replaces a name in the central directory and in the local header, and not in the content, which says it too. */
    private static void replaceName(byte[] bytes, String from, String to) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int header = text.indexOf(from);
        int central = text.lastIndexOf(from);
        byte[] name = to.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(name, 0, bytes, header, name.length);
        System.arraycopy(name, 0, bytes, central, name.length);
    }

    /** Replaces the last occurrences, as many as are asked for: the central directory is at the end. */
    private static void replaceAll(byte[] bytes, String from, String to, int count) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (int i = 0; i < count; i++) {
            int at = text.lastIndexOf(from);
            text = text.substring(0, at) + to + text.substring(at + from.length());
        }
        System.arraycopy(text.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, 0, bytes.length);
    }

    @Test
    void aNameThatNoFileSystemTakesIsNotTheDisksFault() throws Exception {
        for (String name : new String[] {"x".repeat(300), "a/" + "x".repeat(300) + "/b.txt", "\u00e9".repeat(128)}) {
            Path archive = zip(name);
            assertThatThrownBy(() -> unpacker.unpack(archive, target))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining(" bytes; a file's name has at most 255")
                    .hasMessageNotContaining("disk");
        }
        unpacker.unpack(zip("x".repeat(255)), target);
        assertThat(target.resolve("x".repeat(255))).exists();
    }
}
