package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Work managers of applications on a real server with four execute threads and more clients than that. The application
 * ({@code applications/load} of the test's resources) only holds threads, so that a loaded machine changes nothing.
 */
class WorkManagersSystemIT {
    private static final String HOLD = "/hold/?millis=20";
    private static final Duration STEP = Duration.ofSeconds(1);

    @TempDir
    static Path directory;

    private static WarFile load;
    private static LiveServer server;

    @BeforeAll
    static void startServer() throws Exception {
        load = WarFile.ofSources("load", directory.resolve("classes"));
        server = LiveServer.start(
                directory,
                "-Dkeelson.servers.AdminServer.self-tuning-thread-pool-size-min=4",
                "-Dkeelson.servers.AdminServer.self-tuning-thread-pool-size-max=4",
                "-Dkeelson.servers.AdminServer.access-log.enabled=true",
                "-Dkeelson.servers.AdminServer.access-log.format=json");
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    private static void deploy(String name, String weblogic) throws Exception {
        byte[] war = load.copy()
                .text(
                        "WEB-INF/weblogic.xml",
                        "<weblogic-web-app xmlns=\"http://xmlns.oracle.com/weblogic/weblogic-web-app\">" + weblogic
                                + "</weblogic-web-app>")
                .packed();
        HttpResponse<String> answer = server.manage("PUT", "deployments/" + name, war);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    }

    private static String standard(String content) {
        return "<work-manager><name>default</name>" + content + "</work-manager>";
    }

    private static String share(String name, int share) {
        return "<fair-share-request-class><name>" + name + "</name><fair-share>" + share
                + "</fair-share></fair-share-request-class>";
    }

    private static ClosedLoop clients(int clients, String path, String... header) {
        return new ClosedLoop(server.address(), clients, path, header);
    }

    private void sharesOf80And20Hold(Duration duration) throws Exception {
        deploy("eighty", standard(share("high", 80)));
        deploy("twenty", standard(share("low", 20)));
        try (ClosedLoop eighty = clients(16, "/eighty" + HOLD);
                ClosedLoop twenty = clients(16, "/twenty" + HOLD)) {
            ClosedLoop.measure(STEP, duration, eighty, twenty);

            double all = eighty.heldSeconds() + twenty.heldSeconds();
            System.out.printf(
                    "shares 80 and 20 over %d s: %.1f s and %.1f s of execution time, %.1f %%%n",
                    duration.toSeconds(), eighty.heldSeconds(), twenty.heldSeconds(), 100 * eighty.heldSeconds() / all);
            // Four threads were busy all the time, or the shares say nothing.
            assertThat(all).isGreaterThan(0.8 * 4 * duration.toSeconds());
            assertThat(100 * eighty.heldSeconds() / all).isCloseTo(80, within(5.0));
        }
    }

    @Test
    void sharesOf80And20HoldForTenSeconds() throws Exception {
        sharesOf80And20Hold(Duration.ofSeconds(10));
    }

    @Test
    @Tag("soak")
    void sharesOf80And20HoldForThirtySeconds() throws Exception {
        sharesOf80And20Hold(Duration.ofSeconds(30));
    }

    @Test
    void whatIsBeyondTheCapacityIsRefusedAndTheAccessLogSaysByWhom() throws Exception {
        deploy("small", standard("<capacity><name>room</name><count>3</count></capacity>"));
        try (ClosedLoop small = clients(12, "/small" + HOLD)) {
            ClosedLoop.measure(STEP, STEP, small);
            assertThat(small.answers()).isPositive();
            assertThat(small.refused()).isPositive();
        }
        Path log = server.domain().resolve("servers/AdminServer/logs/access.log");
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(Files.readString(log))
                        .contains("\"refused-by\":\"application/small/web/default\"")
                        .containsPattern("\"target\":\"/small/hold/[^}]*\"status\":503[^}]*\"refused-by\""));
    }

    @Test
    void administrationAnswersWhenEverythingIsFull() throws Exception {
        deploy("full", "");
        try (ClosedLoop full = clients(64, "/full/hold/?millis=500")) {
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> server.get("/full/look").statusCode() == 200);
            for (int i = 0; i < 5; i++) {
                long asked = System.nanoTime();
                assertThat(server.manage("GET", "server").statusCode()).isEqualTo(200);
                assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(2));
            }
        }
    }

    @Test
    void anUnknownNameIsWarnedOfWithItsPlace() throws Exception {
        deploy(
                "wrong",
                "<wl-dispatch-policy>bacth</wl-dispatch-policy><work-manager><name>batch</name></work-manager>");
        assertThat(server.get("/wrong/hold/").statusCode()).isEqualTo(200);
        assertThat(server.output())
                .contains("KLS-101150")
                .contains("WEB-INF/weblogic.xml:1:")
                .contains("'bacth'; did you mean batch?");
    }
}
