package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The application of the ECperf study, from its sources: agents work with it for some seconds in each of its deployments, and then
 * the data is consistent. And the fate of purchase orders whose transaction is rolled back.
 */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
@Tag("whole")
class EcperfSystemIT {
    private static final Path SOURCES = Path.of("..", "perf", "ecperf");

    @TempDir
    static Path directory;

    private static LiveServer server;
    private static byte[] application;

    @BeforeAll
    static void start() throws Exception {
        server = LiveServer.create(directory);
        server.configure(String.format("""

                data-sources:
                  DefaultDataSource:
                    url: "jdbc:h2:file:%s"
                    user: sa
                    max-capacity: 50
                    transaction-isolation: read-committed
                    global-transactions-protocol: logging-last-resource
                """, directory.resolve("ecperf")));
        server.launch();
        server.awaitRunning();
        WarFile suppliers = module("supplier", "WEB-INF/classes/");
        server.deploy(
                "ecperf-supplier",
                suppliers.bytes(
                        "WEB-INF/web.xml",
                        Files.readAllBytes(SOURCES.resolve("supplier/src/main/webapp/WEB-INF/web.xml"))));
        application = ear();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private static WarFile module(String name, String prefix, Path... libraries) throws Exception {
        return WarFile.ofCompiled(SOURCES.resolve(name + "/src/main/java"), directory.resolve(name), prefix, libraries);
    }

    private static byte[] ear() throws Exception {
        Path beans = directory.resolve("beans");
        String schema = "io/keelson/ecperf/corporate/schema.sql";
        byte[] sessions = module("beans", "")
                .bytes(schema, Files.readAllBytes(SOURCES.resolve("beans/src/main/resources/" + schema)))
                .packed();
        byte[] entities = module("jpa", "", beans)
                .bytes(
                        "META-INF/persistence.xml",
                        Files.readAllBytes(SOURCES.resolve("jpa/src/main/resources/META-INF/persistence.xml")))
                .packed();
        byte[] front = module("web", "WEB-INF/classes/", beans)
                .bytes("WEB-INF/web.xml", Files.readAllBytes(SOURCES.resolve("web/src/main/webapp/WEB-INF/web.xml")))
                .packed();
        return new WarFile()
                .bytes("ecperf-beans.jar", sessions)
                .bytes("ecperf-jpa.jar", entities)
                .bytes("ecperf-web.war", front)
                .bytes(
                        "META-INF/application.xml",
                        Files.readAllBytes(SOURCES.resolve("ear/src/main/resources/META-INF/application.xml")))
                .packed();
    }

    private static void deploy(String sending, String locking) throws Exception {
        String url = "http://" + server.address();
        byte[] plan = String.format("""
                        ecperf-web.war:
                          WEB-INF/web.xml:
                            env-entry[env-entry-name=java:app/env/sending]/env-entry-value: %s
                            env-entry[env-entry-name=java:app/env/locking]/env-entry-value: %s
                            env-entry[env-entry-name=java:app/env/faults]/env-entry-value: "true"
                            env-entry[env-entry-name=java:app/env/supplier-url]/env-entry-value: %s/ecperf-supplier/orders
                            env-entry[env-entry-name=java:app/env/deliveries-url]/env-entry-value: %s/ecperf/deliveries
                        """, sending, locking, url, url).getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(plan, plan.length + application.length);
        System.arraycopy(application, 0, both, plan.length, application.length);
        HttpResponse<String> answer = server.manage("PUT", "deployments/ecperf?plan-length=" + plan.length, both);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    }

    /** Runs the driver of the study, which ends with 0 where the data is consistent. */
    private static String drive(int seconds) throws Exception {
        Path classes = directory.resolve("driver");
        if (!Files.exists(classes)) {
            WarFile.ofCompiled(Path.of("..", "perf/src/main/java/io/keelson/perf/ecperf"), classes, "");
        }
        Path out = directory.resolve("driver.out");
        String url = "http://" + server.address();
        Process driver = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-cp",
                        classes + File.pathSeparator + LiveServer.HOME.resolve("lib/*"),
                        "io.keelson.perf.ecperf.Driver",
                        url + "/ecperf",
                        url + "/ecperf-supplier",
                        "1",
                        "1",
                        String.valueOf(seconds),
                        "1")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!driver.waitFor(2, TimeUnit.MINUTES)) {
            driver.destroyForcibly();
            throw new AssertionError("the driver does not end: " + Files.readString(out));
        }
        assertThat(driver.exitValue()).as(Files.readString(out)).isZero();
        return Files.readString(out);
    }

    private static int schedule(String fault) throws Exception {
        return server.send(
                        "/ecperf/run/schedule-work-order?assembly=1&quantity=1000&fault=" + fault,
                        request -> request.POST(HttpRequest.BodyPublishers.noBody()))
                .statusCode();
    }

    private static void load() throws Exception {
        for (String path :
                new String[] {"/ecperf-supplier/reset?confirm=0&deliver=0&attempts=2", "/ecperf/data/load?ir=1&seed=1"
                }) {
            assertThat(server.send(path, request -> request.POST(HttpRequest.BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static String suppliers() throws Exception {
        return server.get("/ecperf-supplier/orders").body();
    }

    @Test
    void agentsLeaveConsistentDataInEachDeployment() throws Exception {
        deploy("queue", "row");
        assertThat(drive(20)).contains("the data is consistent");
        deploy("agent", "optimistic");
        assertThat(drive(6)).contains("the data is consistent");
        deploy("direct", "table");
        assertThat(drive(6)).contains("the data is consistent");
    }

    @Test
    void onlyAPurchaseOrderThatIsSentDirectlySurvivesTheEndOfItsTransaction() throws Exception {
        deploy("direct", "row");
        load();
        assertThat(schedule("ABORT")).isEqualTo(500);
        await().atMost(Duration.ofSeconds(30)).until(EcperfSystemIT::suppliers, all -> all.contains("ORPHAN"));
        assertThat(server.get("/ecperf/data/purchase-orders").body()).isEmpty();
        assertThat(server.get("/ecperf/data/audit").body()).containsPattern("orphan-deliveries [1-9]");

        deploy("queue", "row");
        load();
        assertThat(schedule("ABORT")).isEqualTo(500);
        assertThat(schedule("NONE")).isEqualTo(200);
        String bought = server.get("/ecperf/data/purchase-orders").body();
        assertThat(bought).isNotEmpty();
        await().atMost(Duration.ofSeconds(30))
                .until(
                        EcperfSystemIT::suppliers,
                        all -> all.lines()
                                        .filter(line -> line.endsWith(" DELIVERED"))
                                        .count()
                                == bought.lines().count());
        assertThat(suppliers().lines().map(line -> line.split(" ")[0]))
                .containsExactlyElementsOf(bought.lines().toList());
        assertThat(server.get("/ecperf/data/audit").body()).doesNotContainPattern(" [1-9]");
    }
}
