package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Disks that are full or gone. A limit on the size of files stands for a full disk: every write beyond it fails as on a
 * disk without space, and it can be lifted from a process that runs.
 */
@Tag("whole")
class DiskSystemIT {
    private static final String ACCESS_LOG = "-Dkeelson.servers.AdminServer.access-log.";

    @TempDir
    static Path compiled;

    private static WarFile faulty;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws Exception {
        byte[] noise = new byte[200_000];
        new Random(1).nextBytes(noise);
        faulty = WarFile.ofSources("faulty", compiled.resolve("classes"))
                .bytes("noise.bin", noise)
                .text("first.jsp", "<%= 2 - 1 %> page")
                .text("page.jsp", "<%= 1 + 1 %> pages");
    }

    @Test
    void aFullDiskIsToldOfAndHurtsNobody() throws Exception {
        try (LiveServer server =
                LiveServer.start(directory, ACCESS_LOG + "enabled=true", ACCESS_LOG + "queue-length=16")) {
            server.deploy("faulty", faulty);
            assertThat(server.get("/faulty/first.jsp").body()).isEqualTo("1 page");
            List<String> before = files(server);

            Usage.limit(server.process(), "--fsize=0:");
            for (int i = 0; i < 200; i++) {
                assertThat(server.get("/faulty/act/").body()).isEqualTo("here");
            }
            for (String name : List.of("another", "faulty")) {
                HttpResponse<String> refused = server.manage("PUT", "deployments/" + name, faulty.packed());
                assertThat(refused.statusCode()).isEqualTo(507);
                assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
                assertThat(refused.body()).contains("look at the disk").doesNotContain("\tat ", "upload-");
            }
            assertThat(server.manage("GET", "deployments").body())
                    .contains("faulty")
                    .doesNotContain("another");
            HttpResponse<String> page = server.get("/faulty/page.jsp");
            assertThat(page.statusCode()).isEqualTo(500);
            HttpResponse<String> user = server.manageUser("bob");
            assertThat(user.statusCode()).as(user.body()).isEqualTo(507);
            assertThat(user.body()).contains("look at the disk");
            assertThat(files(server)).as("no half state").isEqualTo(before);
            assertThat(server.get("/faulty/act/").body()).isEqualTo("here");

            Usage.limit(server.process(), "--fsize=unlimited:");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(log(server))
                            .contains("KLS-000102", "KLS-000103")
                            .containsPattern(
                                    "KLS-000101.{0,30}message\":\"\\d+ records of the access log were dropped"));
            assertThat(server.manageUser("bob").statusCode()).isEqualTo(201);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(server.get("/faulty/page.jsp").body()).isEqualTo("2 pages"));
            server.deploy("another", faulty);
            assertThat(server.get("/another/act/").body()).isEqualTo("here");
            assertThat(server.cli("stop").exit()).isZero();
            assertThat(server.awaitExit()).isZero();
        }
    }

    @Test
    void aDiskThatTakesTheUploadButNotTheApplicationIsToldOf() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            server.deploy("faulty", faulty);
            List<String> before = files(server);
            // Packed, this is small.
            WarFile larger = faulty.copy().bytes("zeros.bin", new byte[2_000_000]);

            Usage.limit(server.process(), "--fsize=1000000:");
            HttpResponse<String> refused = server.manage("PUT", "deployments/another", larger.packed());

            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(507);
            assertThat(refused.body()).contains("zeros.bin", "look at the disk");
            assertThat(files(server)).isEqualTo(before);
            HttpResponse<String> replaced = server.manage("PUT", "deployments/faulty", larger.packed());
            assertThat(replaced.statusCode()).as(replaced.body()).isEqualTo(507);
            assertThat(server.get("/faulty/act/").body())
                    .as("the version before")
                    .isEqualTo("here");
        }
    }

    @Test
    void aDirectoryOfLogsThatVanishesIsMadeAgain() throws Exception {
        try (LiveServer server = LiveServer.start(directory, ACCESS_LOG + "enabled=true")) {
            server.deploy("faulty", faulty);
            Path logs = server.domain().resolve("servers/AdminServer/logs");
            try (Stream<Path> all = Files.list(logs)) {
                for (Path file : all.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(logs);
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(server.get("/faulty/act/").body()).isEqualTo("here");
                assertThat(logs.resolve("access.log")).isNotEmptyFile();
            });
        }
    }

    /** A pipe that nobody reads hangs whoever opens it; the console's own is read by nobody either. */
    @Test
    void aDeviceThatHangsOrIsFullHoldsUpNothing() throws Exception {
        try (LiveServer server = LiveServer.create(directory)) {
            Path pipe = directory.resolve("pipe");
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
            server.launchUnder(
                    List.of(),
                    Map.of(),
                    "-Dkeelson.servers.AdminServer.log.file=" + pipe,
                    ACCESS_LOG + "enabled=true",
                    ACCESS_LOG + "file=/dev/full");
            server.awaitRunning();
            server.deploy("faulty", faulty);
            for (int i = 0; i < 50; i++) {
                assertThat(server.get("/faulty/act/").body()).isEqualTo("here");
            }
            await().untilAsserted(() -> assertThat(server.output()).contains("KLS-000102: The access log cannot"));
            assertThat(server.cli("stop").exit()).isZero();
            assertThat(server.awaitExit()).isZero();
        }
    }

    /** Returns what the server keeps, but for its logs. */
    private static List<String> files(LiveServer server) throws IOException {
        Path root = server.domain().resolve("servers/AdminServer");
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(file -> root.relativize(file).toString())
                    // What is the configuration's comes when it comes.
                    .filter(file -> !file.startsWith("logs") && !file.startsWith("config"))
                    .sorted()
                    .toList();
        }
    }

    private static String log(LiveServer server) throws IOException {
        return Files.readString(server.domain().resolve("servers/AdminServer/logs/server.log"));
    }
}
