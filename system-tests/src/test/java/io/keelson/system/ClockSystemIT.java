package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine's clock is set on and back by an hour while the server runs. Needs libfaketime (Debian: the package
 * {@code faketime}), which gives the server's process a clock of its own; without it the test fails and says so.
 */
@Tag("soak")
class ClockSystemIT {
    @TempDir
    Path directory;

    private Path clock;

    @Test
    void aStepOfTheClockEndsNothingEarlierOrLater() throws Exception {
        clock = directory.resolve("clock");
        step("+0");
        WarFile faulty = WarFile.ofSources("faulty", directory.resolve("classes"));
        try (LiveServer server = LiveServer.create(directory)) {
            server.launchUnder(
                    List.of(),
                    Map.of(
                            "LD_PRELOAD",
                            library(),
                            "FAKETIME_DONT_FAKE_MONOTONIC",
                            "1",
                            "FAKETIME_NO_CACHE",
                            "1",
                            "FAKETIME_TIMESTAMP_FILE",
                            clock.toString()),
                    "-Dkeelson.servers.AdminServer.limits.header-timeout=6s");
            server.awaitRunning();
            server.deploy("faulty", faulty);
            String session = cookie(server.get("/faulty/act/session?seconds=8"));

            for (int hours : new int[] {1, -1, 0}) {
                step((hours < 0 ? "" : "+") + hours * 3600);
                await("the clock of answers follows")
                        .untilAsserted(() -> assertThat(server.get("/faulty/act/")
                                        .headers()
                                        .firstValue("Date")
                                        .map(ClockSystemIT::hoursFromNow))
                                .contains((long) hours));
                assertThat(server.get("/faulty/act/session", "Cookie", session).body())
                        .isEqualTo("known");
                assertThat(server.cli("status", "--json").text()).contains("\"state\":\"RUNNING\"");
                assertThat(server.cli("redeploy", "faulty").exit()).isZero();
                session = cookie(server.get("/faulty/act/session?seconds=8"));
            }
            timeOutsAreAsLongAsEver(server);
            sessionsToo(server);
            assertThat(server.output()).doesNotContain("\tat ", "ERROR");
        }
    }

    /** Begun before a step on and a step back, a head is neither cut off by the one nor given time by the other. */
    private void timeOutsAreAsLongAsEver(LiveServer server) throws Exception {
        int colon = server.address().lastIndexOf(':');
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(
                    server.address().substring(0, colon),
                    Integer.parseInt(server.address().substring(colon + 1))));
            long begin = System.nanoTime();
            socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
            step("+3600");
            socket.setSoTimeout(20_000);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            step("-3600");
            assertThat(answer).startsWith("HTTP/1.1 408 ");
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(12));
        }
    }

    private void sessionsToo(LiveServer server) throws Exception {
        String session = cookie(server.get("/faulty/act/session?seconds=3"));
        step("-7200");
        assertThat(server.get("/faulty/act/session?seconds=3", "Cookie", session)
                        .body())
                .isEqualTo("known");
        // The measure is over time: more than three seconds without a request.
        assertThat(server.process().waitFor(5, java.util.concurrent.TimeUnit.SECONDS))
                .isFalse();
        assertThat(server.get("/faulty/act/session", "Cookie", session).body()).isEqualTo("new");
    }

    private static long hoursFromNow(String date) {
        Instant said =
                ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        return Math.round((said.toEpochMilli() - Instant.now().toEpochMilli()) / 3_600_000.0);
    }

    private static String cookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    }

    /** As a whole, since the server reads the file at each look at its clock. */
    private void step(String seconds) throws IOException {
        Path next = Files.writeString(directory.resolve("next"), seconds + "\n");
        Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String library() throws IOException {
        for (String directory : new String[] {"/usr/lib", "/usr/local/lib", "/usr/lib64"}) {
            if (Files.isDirectory(Path.of(directory))) {
                try (Stream<Path> all =
                        Files.find(Path.of(directory), 4, (file, a) -> file.endsWith("faketime/libfaketime.so.1"))) {
                    var found = all.findFirst();
                    if (found.isPresent()) {
                        return found.get().toString();
                    }
                }
            }
        }
        throw new AssertionError("there is no libfaketime.so.1: install the package faketime");
    }
}
