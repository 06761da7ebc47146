package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.log.Severity;
import io.keelson.base.time.Ticker;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnosticImageTest {
    private static final JsonObject ALARM =
            Json.createObjectBuilder().add("watch", "w").build();

    @TempDir
    Path parent;

    private long millis = 1_800_000_000_000L;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public long currentTimeMillis() {
            return millis++;
        }
    };

    private DiagnosticImage images(Path directory) {
        RecentLog log = new RecentLog();
        log.logged(Severity.INFO, 5, () -> "{\"message\":\"first\"}\n");
        log.logged(Severity.INFO, 5, () -> "{\"message\":\"second\"}\n");
        return new DiagnosticImage(
                directory, () -> Json.createObjectBuilder().add("a", 1).build(), log, null, ticker);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void itHasWhatTheServerSaysAtThatMoment() throws IOException {
        Path file = images(parent.resolve("diagnostics")).write("w", ALARM);
        assertThat(file.getFileName()).hasToString("w-20270115-080000-000.zip");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertThat(zip.stream().map(Object::toString))
                    .containsExactly("alarm.json", "threads.txt", "state.json", "log.jsonl");
            assertThat(read(zip, "alarm.json")).isEqualTo("{\"watch\":\"w\"}");
            assertThat(read(zip, "state.json")).isEqualTo("{\"a\":1}");
            assertThat(read(zip, "log.jsonl")).isEqualTo("{\"message\":\"first\"}\n{\"message\":\"second\"}\n");
            assertThat(read(zip, "threads.txt")).contains(Thread.currentThread().getName());
        }
    }

    private static String read(ZipFile zip, String name) throws IOException {
        return new String(zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void theLastFiveOfAWatchAreKept() throws IOException {
        DiagnosticImage images = images(parent);
        Path other = images.write("w-x", ALARM);
        Path own = Files.createFile(parent.resolve("w-notes.zip"));
        for (int i = 0; i < 7; i++) {
            images.write("w", ALARM);
        }
        assertThat(names(parent))
                .containsExactly(
                        "w-20270115-080000-003.zip",
                        "w-20270115-080000-004.zip",
                        "w-20270115-080000-005.zip",
                        "w-20270115-080000-006.zip",
                        "w-20270115-080000-007.zip",
                        own.getFileName().toString(),
                        other.getFileName().toString());
    }

    @Test
    void whatCannotBeWrittenIsNotHalfThere() throws IOException {
        DiagnosticImage broken = new DiagnosticImage(
                parent,
                () -> {
                    throw new IllegalStateException("a room fails");
                },
                new RecentLog(),
                null,
                ticker);
        assertThatThrownBy(() -> broken.write("w", ALARM)).hasMessageContaining("a room fails");
        assertThat(names(parent)).isEmpty();
    }
}
