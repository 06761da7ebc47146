package io.keelson.admin.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArchiveStoreTest {
    /** That of "abc", as FIPS 180-4 has it. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path directory;

    private ArchiveStore store() {
        return new ArchiveStore(directory.resolve("archives"), Ticker.system());
    }

    private static ArchiveStore.Stored keep(ArchiveStore store, String content, String file) throws IOException {
        try (ArchiveStore.Incoming incoming = store.begin()) {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            incoming.write(bytes, bytes.length);
            return incoming.keep(file);
        }
    }

    @Test
    void keepsAnArchiveByItsContent() throws Exception {
        ArchiveStore store = store();
        assertThat(keep(store, "abc", "shop.war")).isEqualTo(new ArchiveStore.Stored("shop.war", ABC, 3));
        keep(store, "abc", "shop.war");
        keep(store, "abc", "other.war");
        assertThat(store.find(ABC, "shop.war").map(ArchiveStoreTest::read)).hasValue("abc");
        assertThat(store.find(ABC, "other.war")).isPresent();
        assertThat(store.find(ABC, "third.war")).isEmpty();
        assertThat(store.find("../archives", "shop.war")).isEmpty();
        assertThat(store.find(ABC, "../" + ABC + "/shop.war")).isEmpty();
        assertThat(ArchiveStore.describe(store.find(ABC, "shop.war").orElseThrow(), "x"))
                .isEqualTo(new ArchiveStore.Stored("x", ABC, 3));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatIsNotKeptLeavesNothing() throws Exception {
        ArchiveStore store = store();
        try (ArchiveStore.Incoming incoming = store.begin()) {
            incoming.write(new byte[10], 10);
            assertThat(incoming.bytes()).isEqualTo(10);
            assertThat(directory.resolve("archives")).isNotEmptyDirectory();
        }
        assertThat(directory.resolve("archives")).isEmptyDirectory();
        Files.writeString(directory.resolve("archives/incoming-1.part"), "of a process that was killed");
        store.tidy();
        assertThat(directory.resolve("archives")).isEmptyDirectory();
    }

    @Test
    void sweepsWhatIsOldAndNamedNowhere() throws Exception {
        ArchiveStore store = store();
        String old = keep(store, "old", "a.war").digest();
        String named = keep(store, "named", "a.war").digest();
        String young = keep(store, "young", "a.war").digest();
        FileTime before = FileTime.from(Instant.now().minusSeconds(4000));
        Files.setLastModifiedTime(directory.resolve("archives").resolve(old), before);
        Files.setLastModifiedTime(directory.resolve("archives").resolve(named), before);
        store.sweep(List.of("nothing", "digest: " + named));
        assertThat(store.find(old, "a.war")).isEmpty();
        assertThat(store.find(named, "a.war")).isPresent();
        assertThat(store.find(young, "a.war")).isPresent();
    }
}
