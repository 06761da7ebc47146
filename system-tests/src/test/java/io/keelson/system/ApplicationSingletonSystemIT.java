package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An enterprise application that brings singleton services, on two managed servers: one by a descriptor, in a library that the
 * modules share, one by an annotation. It is deployed, redeployed server by server, its owner killed, undeployed; nothing may ever be
 * active twice.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ApplicationSingletonSystemIT {
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ZIP = "application/zip";

    @TempDir
    private Path parent;

    private WarFile web;
    private byte[] counter;
    private WarFile notes;

    /** A line that the service has written. */
    private record Line(String what, long epoch, String server, boolean held, String version, String names) {
        static Line of(String text) {
            String[] parts = text.split(" ", 6);
            return new Line(
                    parts[0], Long.parseLong(parts[1]), parts[2], Boolean.parseBoolean(parts[3]), parts[4], parts[5]);
        }

        String brief() {
            return what + " " + version + " " + server;
        }
    }

    private Path file() {
        return parent.resolve("notes.txt");
    }

    private List<Line> lines() throws Exception {
        return Files.exists(file())
                ? Files.readAllLines(file()).stream().map(Line::of).toList()
                : List.of();
    }

    private void awaitLast(String brief) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(lines()).extracting(Line::brief).endsWith(brief));
    }

    private void compile() throws Exception {
        Path classes = parent.resolve("counter-classes");
        counter = WarFile.ofExample("counter-service", classes, "").packed();
        web = WarFile.ofExample("counter", parent.resolve("caller-classes"), "WEB-INF/classes/", classes);
        notes = WarFile.ofLibrary("notes", parent.resolve("notes-classes")).text("notes/path", file().toString());
    }

    private byte[] application(String version, String className) throws Exception {
        return application("counter.war", version, className);
    }

    private byte[] application(String war, String version, String className) throws Exception {
        return new WarFile()
                .bytes(war, web.packed())
                .bytes("lib/counter-service.jar", counter)
                .bytes(
                        "lib/notes.jar",
                        notes.copy().text("notes/version", version).packed())
                .text(
                        "META-INF/weblogic-application.xml",
                        "<weblogic-application>\n<singleton-service><class-name>" + className
                                + "</class-name><name>counter</name></singleton-service></weblogic-application>")
                .packed();
    }

    private static HttpResponse<String> put(LiveDomain domain, String server, String name, byte[] archive)
            throws Exception {
        return domain.send(server, "PUT", "deployments/" + name, ZIP, archive);
    }

    private void deploy(LiveDomain domain, String server, String version) throws Exception {
        HttpResponse<String> answer =
                put(domain, server, "office", application(version, "io.keelson.examples.counter.CounterService"));
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    }

    private static void awaitCounter(LiveDomain domain, String server, String says) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(domain.ask(server, "GET", "/counter/")).isEqualTo(says));
    }

    @Test
    void newCodeComesByRedeploymentAndOneIsActiveWhateverHappens() throws Exception {
        compile();
        try (LiveDomain domain = LiveDomain.create(parent, 2)) {
            domain.launch(ALL);
            domain.awaitRunning(ALL);

            deploy(domain, "server-1", "v1");
            awaitLast("up v1 server-1");
            deploy(domain, "server-2", "v1");
            awaitCounter(domain, "server-1", "5 on server-1");
            awaitCounter(domain, "server-2", "5 on server-1"); // through the stub of an object of a shared library
            String known = domain.manage("AdminServer", "singletons").body();
            assertThat(known)
                    .as("the admin server has not got the application")
                    .containsPattern("\"name\":\"counter\",\"state\":\"ACTIVE\"[^}]*\"application\":\"office\"")
                    .containsPattern("\"name\":\"notes\",\"state\":\"ACTIVE\"[^}]*\"application\":\"office\"");

            // New code, server by server: the service works meanwhile, in one version or the other.
            deploy(domain, "server-1", "v2");
            awaitLast("up v1 server-2");
            deploy(domain, "server-2", "v2");
            awaitLast("up v2 server-1");
            assertThat(lines())
                    .extracting(Line::brief)
                    .containsExactly(
                            "up v1 server-1",
                            "down v1 server-1",
                            "up v1 server-2",
                            "down v1 server-2",
                            "up v2 server-1");

            // What is refused changes nothing.
            HttpResponse<String> refused = put(domain, "server-2", "office", application("v3", "x.Missing"));
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("META-INF/weblogic-application.xml:2: there is no class x.Missing");
            // At another place of the web, so that the service's name is all that is taken.
            refused = put(
                    domain,
                    "server-2",
                    "other",
                    application("elsewhere.war", "v3", "io.keelson.examples.counter.CounterService"));
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("the application 'office' has a singleton service");

            domain.signal("server-1", "KILL");
            awaitLast("up v2 server-2");
            awaitCounter(domain, "server-2", "5 on server-2");
            assertThat(domain.send("server-2", "DELETE", "deployments/office", ZIP, new byte[0])
                            .statusCode())
                    .isEqualTo(204);
            assertThat(lines()).extracting(Line::brief).endsWith("down v2 server-2");
            assertThat(domain.output("server-2")).doesNotContain("KLS-300183", "KLS-149041");
            oneAfterTheOther();
        }
    }

    /** Epochs grow, whoever lets go in order has done so before the next begins, and all see the names of their application. */
    private void oneAfterTheOther() throws Exception {
        long highest = 0;
        for (Line line : lines()) {
            assertThat(line.names()).isEqualTo("office counter");
            if (line.what().equals("up")) {
                assertThat(line.epoch()).as(lines().toString()).isGreaterThan(highest);
                highest = line.epoch();
            } else {
                assertThat(line.epoch()).as(lines().toString()).isEqualTo(highest);
            }
            assertThat(line.held()).as(lines().toString()).isTrue();
        }
    }
}
