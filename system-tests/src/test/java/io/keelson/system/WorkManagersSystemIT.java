package io.keelson.system;

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
@Tag("whole")
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

    private static String goal(int millis) {
        return "<response-time-request-class><name>goal</name><goal-ms>" + millis
                + "</goal-ms></response-time-request-class>";
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
            // Four threads were busy most of the time, or the shares say nothing.
            assertThat(all).isGreaterThan(0.6 * 4 * duration.toSeconds());
            assertThat(100 * eighty.heldSeconds() / all).isCloseTo(80, within(5.0));
        }
    }

    @Test
    void sharesOf80And20HoldForFiveSeconds() throws Exception {
        sharesOf80And20Hold(Duration.ofSeconds(5));
    }

    @Test
    @Tag("soak")
    void sharesOf80And20HoldForThirtySeconds() throws Exception {
        sharesOf80And20Hold(Duration.ofSeconds(30));
    }

    @Test
    void aGoalOf200MillisecondsShowsAgainstOneOf2Seconds() throws Exception {
        deploy("quick", standard(goal(200)));
        deploy("patient", standard(goal(2_000)));
        try (ClosedLoop quick = clients(16, "/quick" + HOLD);
                ClosedLoop patient = clients(16, "/patient" + HOLD)) {
            ClosedLoop.measure(STEP.multipliedBy(2), Duration.ofSeconds(4), quick, patient);

            System.out.printf(
                    "goals of 200 ms and 2 s: %.0f ms and %.0f ms%n", quick.meanMillis(), patient.meanMillis());
            assertThat(quick.meanMillis()).isLessThan(200);
            assertThat(patient.meanMillis()).isGreaterThan(2 * quick.meanMillis());
            assertThat(patient.answers()).as("what may wait is not forgotten").isPositive();
        }
    }

    @Test
    void whoHasLoggedInGetsTheClassOfTheUser() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "correct horse");
        LiveServer.Said added =
                server.cli("user", "add", "ann", "--group", "clerks", "--password-file", password.toString());
        assertThat(added.exit()).as(added.text()).isZero();
        deploy("people", """
                <work-manager><name>default</name>
                  <context-request-class><name>who</name>
                    <context-case><group-name>clerks</group-name><request-class-name>high</request-class-name></context-case>
                    <context-case><group-name>everyone</group-name><request-class-name>low</request-class-name></context-case>
                  </context-request-class>
                </work-manager>
                <work-manager><name>h</name>%s</work-manager>
                <work-manager><name>l</name>%s</work-manager>
                """.formatted(share("high", 80), share("low", 20)));
        HttpResponse<String> login = server.get("/people/login?user=ann&password=correct%20horse");
        assertThat(login.body()).isEqualTo("ann");
        String cookie = login.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        try (ClosedLoop ann = clients(16, "/people" + HOLD, "Cookie: " + cookie);
                ClosedLoop others = clients(16, "/people" + HOLD)) {
            ClosedLoop.measure(STEP, Duration.ofSeconds(4), ann, others);

            double percent = 100 * ann.heldSeconds() / (ann.heldSeconds() + others.heldSeconds());
            System.out.printf("a clerk's 80 against everyone's 20: %.1f %%%n", percent);
            assertThat(percent).isCloseTo(80, within(8.0));
        }
    }

    @Test
    void noMoreThreadsThanTheConstraintAllowsAreEverInTheApplication() throws Exception {
        deploy("two", standard("<max-threads-constraint><name>most</name><count>2</count></max-threads-constraint>"));
        deploy("free", "");
        server.get("/two/look");
        try (ClosedLoop two = clients(12, "/two" + HOLD);
                ClosedLoop free = clients(12, "/free" + HOLD)) {
            ClosedLoop.measure(STEP, Duration.ofSeconds(3), two, free);
            assertThat(two.answers()).isPositive();
            assertThat(free.answers()).isPositive();
        }
        assertThat(server.get("/two/look").body()).isEqualTo("2");
        assertThat(server.get("/free/look").body())
                .as("the others are not held to it")
                .isIn("3", "4");
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
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(Files.readString(log))
                        .contains("\"refused-by\":\"application/small/web/default\"")
                        .containsPattern("\"target\":\"/small/hold/[^}]*\"status\":503[^}]*\"refused-by\""));
    }

    private static byte[] ear(String enterprise, String first, String second) throws Exception {
        String root = "<weblogic-web-app>%s</weblogic-web-app>";
        return new WarFile()
                .text("META-INF/application.xml", """
                        <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="11">
                          <module><web><web-uri>a.war</web-uri><context-root>/ear-a</context-root></web></module>
                          <module><web><web-uri>b.war</web-uri><context-root>/ear-b</context-root></web></module>
                        </application>
                        """)
                .text(
                        "META-INF/weblogic-application.xml",
                        "<weblogic-application>\n" + enterprise + "</weblogic-application>")
                .bytes(
                        "a.war",
                        load.copy()
                                .text("WEB-INF/weblogic.xml", root.formatted(first))
                                .packed())
                .bytes(
                        "b.war",
                        load.copy()
                                .text("WEB-INF/weblogic.xml", root.formatted(second))
                                .packed())
                .packed();
    }

    @Test
    void theWebApplicationsOfAnEarShareWhatItsDescriptorDeclares() throws Exception {
        HttpResponse<String> answer =
                server.manage("PUT", "deployments/ear", ear("""
                <max-threads-constraint><name>most</name><count>1</count></max-threads-constraint>
                <fair-share-request><name>low</name><fair-share>20</fair-share></fair-share-request>
                <work-manager><name>slow</name>
                  <request-class-name>low</request-class-name>
                  <max-threads-constraint-name>most</max-threads-constraint-name>
                  <capacity><count>6</count></capacity>
                </work-manager>
                """, "<wl-dispatch-policy>slow</wl-dispatch-policy>", """
                <wl-dispatch-policy>own</wl-dispatch-policy>
                <work-manager><name>own</name>
                  <max-threads-constraint-name>most</max-threads-constraint-name>
                </work-manager>
                """));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        try (ClosedLoop a = clients(12, "/ear-a" + HOLD);
                ClosedLoop b = clients(12, "/ear-b" + HOLD)) {
            ClosedLoop.measure(STEP, STEP.multipliedBy(2), a, b);
            assertThat(a.answers()).isPositive();
            assertThat(b.answers()).isPositive();
            assertThat(a.refused()).as("more than the capacity of 'slow'").isPositive();
            assertThat(b.refused()).as("the capacity is not of 'own'").isZero();
            assertThat(a.heldSeconds() + b.heldSeconds())
                    .as("one thread for both")
                    .isLessThan(3.3);
        }
        assertThat(server.manage("GET", "server/work-managers").body())
                .contains("\"application/ear/ear/slow\"", "\"application/ear/ear/web/own\"");
        assertThat(server.manage("DELETE", "deployments/ear").statusCode()).isBetween(200, 204);
        await().untilAsserted(() ->
                assertThat(server.manage("GET", "server/work-managers").body()).doesNotContain("application/ear/"));
    }

    @Test
    void whatTheDescriptorOfAnEarNamesAndNobodyDefinesRefusesIt() throws Exception {
        HttpResponse<String> answer = server.manage(
                "PUT",
                "deployments/nowhere",
                ear(
                        "<work-manager><name>slow</name><request-class-name>missing</request-class-name></work-manager>",
                        "",
                        ""));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("META-INF/weblogic-application.xml:2:", "'slow'", "'missing'");
    }

    @Test
    void administrationAnswersWhenEverythingIsFull() throws Exception {
        deploy("full", "");
        try (ClosedLoop full = clients(24, "/full/hold/?millis=500")) {
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(
                                    server.manage("GET", "server/work-managers").body())
                            .containsPattern("\"name\":\"application/full\"[^}]*\"queued\":20,[^}]*\"running\":4,"));
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
