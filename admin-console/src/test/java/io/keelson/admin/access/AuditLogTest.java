package io.keelson.admin.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
    private long nanos;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return 1_800_000_000_000L;
        }
    };

    @TempDir
    Path directory;

    private AuditLog log(Path file, long most) {
        return new AuditLog(new AuditFile(file, most, 3), "AdminServer", ticker);
    }

    private static AuditLog.Request request(String user, String query) {
        return new AuditLog.Request(7, user, "basic", "admin", "127.0.0.1:5", "PUT", "/management/v1/x", query);
    }

    @Test
    void aChangeIsWrittenBeforeAndAfter() throws IOException {
        Path file = directory.resolve("logs/audit.log");
        try (AuditLog log = log(file, 1 << 20)) {
            log.begin(request("al\"i\nce", null));
            assertThat(Files.readAllLines(file))
                    .containsExactly(
                            "{\"time\":\"2027-01-15T08:00:00Z\",\"server\":\"AdminServer\",\"event\":\"begin\","
                                    + "\"request\":7,\"user\":\"al\\\"i\\nce\",\"via\":\"basic\",\"roles\":\"admin\","
                                    + "\"from\":\"127.0.0.1:5\",\"method\":\"PUT\",\"path\":\"/management/v1/x\"}");
            log.end(request("alice", "a=b"), 204, null);
            assertThat(Files.readAllLines(file).get(1))
                    .contains("\"event\":\"end\"", "\"query\":\"a=b\"", "\"status\":204");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void whatCannotBeWrittenIsToldBeforeTheChange() throws IOException {
        Path full = Files.createSymbolicLink(directory.resolve("audit.log"), Path.of("/dev/full"));
        try (AuditLog log = log(full, 1 << 20)) {
            assertThatThrownBy(() -> log.begin(request("alice", null))).isInstanceOf(IOException.class);
            log.end(request("alice", null), 204, null);
            // The disk has room again: the line says that some are missing.
            Files.delete(full);
            log.begin(request("alice", null));
            assertThat(Files.readString(full)).contains("\"left-out-before\":1");
            log.begin(request("alice", null));
            assertThat(Files.readAllLines(full).get(1)).doesNotContain("left-out");
        }
    }

    @Test
    void filesFollowOneAnother() throws IOException {
        Path file = directory.resolve("audit.log");
        try (AuditLog log = log(file, 1000)) {
            for (int i = 0; i < 40; i++) {
                log.begin(request("user" + i, null));
            }
        }
        List<String> names;
        try (var files = Files.list(directory)) {
            names = files.map(f -> f.getFileName().toString()).sorted().toList();
        }
        assertThat(names).containsExactly("audit.log", "audit.log.1", "audit.log.2", "audit.log.3");
        assertThat(Files.readString(file)).contains("user39");
        assertThat(Files.size(file)).isLessThanOrEqualTo(1000);
        assertThat(Files.readString(directory.resolve("audit.log.1")))
                .contains("user" + (39 - Files.readAllLines(file).size()));
    }

    @Test
    void aFileThatSomebodyTookAwayIsMadeAgain() throws IOException {
        Path file = directory.resolve("audit.log");
        try (AuditLog log = log(file, 1 << 20)) {
            log.begin(request("one", null));
            Files.move(file, directory.resolve("taken"));
            log.begin(request("two", null));
            assertThat(Files.readAllLines(file)).singleElement().asString().contains("two");
            Files.delete(file);
            log.begin(request("three", null));
            assertThat(Files.readAllLines(file)).singleElement().asString().contains("three");
        }
    }

    @Test
    void strangersDoNotFillIt() throws IOException {
        Path file = directory.resolve("audit.log");
        try (AuditLog log = log(file, 1 << 20)) {
            for (int i = 0; i < AuditLog.STRANGERS + 30; i++) {
                log.refused(request("", null), 401, "no");
            }
            assertThat(Files.readAllLines(file)).hasSize(AuditLog.STRANGERS);
            log.refused(request("bob", null), 403, "no");
            assertThat(Files.readAllLines(file).get(AuditLog.STRANGERS))
                    .contains("\"user\":\"bob\"", "\"left-out-before\":30");
            nanos += Duration.ofMinutes(1).toNanos();
            log.refused(request("", null), 401, "no");
            assertThat(Files.readAllLines(file)).hasSize(AuditLog.STRANGERS + 2);
        }
    }

    @Test
    void linesOfManyAtATimeAreWhole() throws Exception {
        Path file = directory.resolve("audit.log");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (AuditLog log = log(file, 1 << 20)) {
            for (int i = 0; i < 200; i++) {
                String user = "user" + i;
                threads.execute(() -> log.refused(request(user, null), 403, "x".repeat(500)));
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Files.readAllLines(file))
                .hasSize(200)
                .allSatisfy(line -> assertThat(line).startsWith("{\"time\":").endsWith("\"}"));
    }
}
