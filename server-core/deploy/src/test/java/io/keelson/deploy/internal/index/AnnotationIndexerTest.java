package io.keelson.deploy.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.internal.Classes;
import io.keelson.deploy.internal.archive.DirectoryArchive;
import io.keelson.deploy.internal.archive.WebModules;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnnotationIndexerTest {
    private static final byte[] CLASS = Classes.compile("a.A", "package a; @Deprecated public class A {}");
    private static final byte[] LIBRARY_CLASS = Classes.compile("b.B", "package b; @Deprecated public class B {}");

    @TempDir
    Path directory;

    private Path root;
    private Path cache;

    @BeforeEach
    void makeWar() throws IOException {
        root = Files.createDirectories(directory.resolve("shop"));
        cache = directory.resolve("cache");
        file("WEB-INF/classes/a/A.class", CLASS);
    }

    private void file(String name, byte[] content) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.write(root.resolve(name), content);
    }

    private void library(String name, Map<String, byte[]> entries) throws IOException {
        Files.createDirectories(root.resolve("WEB-INF/lib"));
        try (OutputStream out =
                        Files.newOutputStream(root.resolve("WEB-INF/lib").resolve(name));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (var entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
    }

    private ApplicationIndex index(long cacheSize) throws Exception {
        try (DirectoryArchive archive = new DirectoryArchive(root, new WebModules().layout(root))) {
            return new AnnotationIndexer(new LibraryIndexCache(cache, cacheSize, Ticker.system()))
                    .index("shop", archive);
        }
    }

    private static byte[] forJava(byte[] bytes, int java) {
        byte[] changed = bytes.clone();
        changed[7] = (byte) (java + 44);
        return changed;
    }

    @Test
    void indexesClassesAndLibrariesApartAndTogether() throws Exception {
        library("b.jar", Map.of("b/B.class", LIBRARY_CLASS, "META-INF/versions/17/b/B.class", LIBRARY_CLASS));
        ApplicationIndex index = index(1 << 20);
        assertThat(index.whole().getAnnotations(Deprecated.class)).hasSize(2);
        assertThat(index.classes().getClassByName("a.A")).isNotNull();
        assertThat(index.classes().getClassByName("b.B")).isNull();
        assertThat(index.libraries().get("b.jar").getClassByName("b.B")).isNotNull();
    }

    @Test
    void goesOnAfterADamagedClassFile() throws Exception {
        file("WEB-INF/classes/a/Text.class", "text".getBytes());
        byte[] cut = Arrays.copyOf(LIBRARY_CLASS, LIBRARY_CLASS.length / 2);
        library("b.jar", Map.of("b/Broken.class", new byte[0], "b/Cut.class", cut, "b/B.class", LIBRARY_CLASS));
        ApplicationIndex index = index(1 << 20);
        assertThat(index.whole().getAnnotations(Deprecated.class)).hasSize(2);
    }

    @Test
    void refusesAnOwnClassFileThatIsCutOffWhereverThatIs() throws Exception {
        for (int length = 10; length < CLASS.length; length += 7) {
            file("WEB-INF/classes/a/Cut.class", Arrays.copyOf(CLASS, length));
            assertThatThrownBy(() -> index(1 << 20))
                    .as("%d of %d bytes", length, CLASS.length)
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("a/Cut.class");
        }
    }

    @Test
    void refusesOwnClassesForANewerJavaAndLetsLibrariesHaveSome() throws Exception {
        library("b.jar", Map.of("b/B.class", LIBRARY_CLASS, "b/Newer.class", forJava(LIBRARY_CLASS, 99)));
        assertThat(index(1 << 20).libraries()).containsKey("b.jar");
        file("WEB-INF/classes/a/Newer.class", forJava(CLASS, 99));
        assertThatThrownBy(() -> index(1 << 20))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("a/Newer.class")
                .hasMessageContaining("Java 99");
    }

    @Test
    void keepsIndexesOfLibrariesAndSurvivesDamageToThem() throws Exception {
        library("b.jar", Map.of("b/B.class", LIBRARY_CLASS));
        index(1 << 20);
        try (var files = Files.list(cache)) {
            Path kept = files.findFirst().orElseThrow();
            assertThat(new LibraryIndexCache(cache, 1 << 20, Ticker.system()).find(root.resolve("WEB-INF/lib/b.jar")))
                    .isPresent();
            Files.write(kept, "damaged".getBytes());
        }
        assertThat(index(1 << 20).libraries().get("b.jar").getClassByName("b.B"))
                .isNotNull();
    }

    @Test
    void keepsNoMoreThanItMay() throws Exception {
        for (int i = 0; i < 5; i++) {
            library(i + ".jar", Map.of("b/B.class", LIBRARY_CLASS, i + ".txt", new byte[0]));
        }
        index(1 << 20);
        long all = size();
        index(all / 2);
        library("new.jar", Map.of("b/B.class", LIBRARY_CLASS, "new.txt", new byte[0]));
        index(all / 2);
        assertThat(size()).isBetween(1L, all / 2);
    }

    private long size() throws IOException {
        try (var files = Files.list(cache)) {
            return files.mapToLong(f -> f.toFile().length()).sum();
        }
    }

    @Test
    void namesALibraryThatIsNone() throws Exception {
        file("WEB-INF/lib/broken.jar", "no jar".getBytes());
        assertThatThrownBy(() -> index(1 << 20))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("WEB-INF/lib/broken.jar");
    }
}
