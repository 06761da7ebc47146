package io.keelson.admin.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplodedArchiveTest {
    @TempDir
    Path directory;

    private Path one;
    private Path other;

    @BeforeEach
    void make() throws IOException {
        one = fill("one", "WEB-INF/web.xml", "a/b/index.html", "\u00fcber.html");
        // The same in another order, of another time.
        other = fill("other", "\u00fcber.html", "a/b/index.html", "WEB-INF/web.xml");
        Files.setLastModifiedTime(other.resolve("WEB-INF/web.xml"), FileTime.fromMillis(0));
    }

    private Path fill(String name, String... files) throws IOException {
        Path root = Files.createDirectories(directory.resolve(name));
        for (String file : files) {
            Files.createDirectories(root.resolve(file).getParent());
            Files.writeString(root.resolve(file), "content of " + file);
        }
        Files.createDirectories(root.resolve("empty"));
        return root;
    }

    private static String digest(Path of) throws IOException {
        return ArchiveStore.describe(of, "x").digest();
    }

    private static byte[] packed(Path of) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ExplodedArchive.pack(of, bytes);
        return bytes.toByteArray();
    }

    @Test
    void theArchiveHasAllThatIsThere() throws Exception {
        Map<String, String> found = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(packed(one)))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                found.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertThat(found)
                .containsOnly(
                        Map.entry("WEB-INF/", ""),
                        Map.entry("WEB-INF/web.xml", "content of WEB-INF/web.xml"),
                        Map.entry("a/", ""),
                        Map.entry("a/b/", ""),
                        Map.entry("a/b/index.html", "content of a/b/index.html"),
                        Map.entry("empty/", ""),
                        Map.entry("\u00fcber.html", "content of \u00fcber.html"));
    }

    @Test
    void theSameContentIsTheSame() throws Exception {
        assertThat(packed(other)).isEqualTo(packed(one));
        assertThat(digest(other)).isEqualTo(digest(one));
        assertThat(ArchiveStore.describe(one, "x").bytes()).isEqualTo(26 + 25 + 21);
    }

    @Test
    void anyOtherContentIsAnother() throws Exception {
        String before = digest(one);
        Files.delete(other.resolve("empty"));
        assertThat(digest(other)).isNotEqualTo(before);
        Files.createFile(other.resolve("empty"));
        assertThat(digest(other)).as("a file in place of a directory").isNotEqualTo(before);
        Files.delete(other.resolve("empty"));
        Files.createDirectory(other.resolve("empty"));
        assertThat(digest(other)).isEqualTo(before);
        Files.move(other.resolve("a/b/index.html"), other.resolve("a/index.html"));
        assertThat(digest(other)).isNotEqualTo(before);
        Files.move(other.resolve("a/index.html"), other.resolve("a/b/index.html"));
        Files.writeString(other.resolve("a/b/index.html"), "Content of a/b/index.html");
        assertThat(digest(other)).isNotEqualTo(before);
    }

    @Test
    void linksInACircleAreRefused() throws Exception {
        Files.createSymbolicLink(one.resolve("a/again"), one);
        assertThatThrownBy(() -> packed(one)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> digest(one)).isInstanceOf(IOException.class);
    }
}
