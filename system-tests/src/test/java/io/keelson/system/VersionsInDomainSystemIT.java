package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two versions of an application of the domain, with replicated sessions, on a cluster of real processes. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Order(4)
@Tag("whole")
class VersionsInDomainSystemIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path parent;

    private LiveDomain domain;

    /** A servlet that says which version serves, and how many requests the session has had. */
    private String war(String version, String... more) throws Exception {
        return war("replicated", version, more);
    }

    private String war(String store, String version, String[] more) throws Exception {
        WarFile war = WarFile.ofSources("versions", parent.resolve("classes"))
                .text(
                        "WEB-INF/web.xml",
                        "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'><distributable/>"
                                + "<context-param><param-name>release</param-name><param-value>" + version
                                + "</param-value></context-param>" + String.join("", more) + "</web-app>")
                .text(
                        "WEB-INF/weblogic.xml",
                        "<weblogic-web-app><session-descriptor><persistent-store-type>" + store
                                + "</persistent-store-type>" + "</session-descriptor></weblogic-web-app>");
        return Files.write(parent.resolve(store + "-" + version + ".war"), war.packed())
                .toString();
    }

    /** A client whose requests come to whichever server the test says. */
    private final class Visitor {
        private final HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        private String cookie = "";

        String on(String server, String query) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create("http://" + domain.address(server) + "/shop/visits" + query))
                    .timeout(Duration.ofSeconds(30));
            if (!cookie.isEmpty()) {
                request.header("Cookie", cookie);
            }
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            answer.headers().firstValue("Set-Cookie").ifPresent(sent -> cookie = sent.substring(0, sent.indexOf(';')));
            return answer.statusCode() == 200 ? answer.body().strip() : "status " + answer.statusCode();
        }

        String counts(String server) throws Exception {
            return on(server, "?count");
        }
    }

    private void start(String... servers) throws Exception {
        domain.launch(servers);
        domain.awaitRunning(servers);
    }

    /** Waits until each of these managed servers sees all of them. */
    private void awaitTogether(String... servers) {
        for (String each : servers) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                String missing = domain.manage(each, "server/cluster")
                        .body()
                        .replaceAll("(?s).*\"missing\":\\[([^\\]]*)\\].*", "$1");
                for (String other : servers) {
                    assertThat(missing).doesNotContain(other);
                }
            });
        }
    }

    private String says(String... words) {
        LiveServer.Said said = domain.cli(words);
        assertThat(said.exit()).as(said.text()).isZero();
        return said.text();
    }

    private String shown() throws Exception {
        return domain.manage("AdminServer", "domain/deployments/shop").body();
    }

    private void awaitShown(String part) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(shown()).contains(part));
    }

    private String kill(String server) throws Exception {
        domain.signal(server, "KILL");
        assertThat(domain.process(server).waitFor(60, TimeUnit.SECONDS)).isTrue();
        domain.forget(server);
        return server;
    }

    private List<Visitor> visitors(int count, String server, String version) throws Exception {
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Visitor visitor = new Visitor();
            assertThat(visitor.counts(server)).isEqualTo(version + " 1");
            visitors.add(visitor);
        }
        return visitors;
    }

    @Test
    void sessionsStayInTheirVersionOverTheEndOfTheirServerUntilNobodyHasOne() throws Exception {
        try (LiveDomain made = LiveDomain.create(parent, 3)) {
            domain = made;
            start("AdminServer", "server-1", "server-2");
            awaitTogether("server-1", "server-2");
            assertThat(says("deploy", war("1"), "--name", "shop", "--target", "cluster-1", "--version", "1"))
                    .contains("Application shop is on cluster-1, version 1.", "server-1  RUNNING at /shop");
            List<Visitor> old = visitors(3, "server-1", "1");

            assertThat(says("deploy", war("2"), "--name", "shop", "--target", "cluster-1", "--version", "2"))
                    .contains(
                            "Application shop is on cluster-1, version 2.",
                            "server-2  RUNNING at /shop",
                            "Version 1 retires:",
                            "server-1  RETIRING at /shop, in use: 3");
            List<Visitor> fresh = visitors(2, "server-1", "2");
            fresh.addAll(visitors(1, "server-2", "2"));
            int requests = 1;
            for (String server : List.of("server-2", "server-1", "server-2")) {
                requests++;
                for (Visitor each : old) {
                    assertThat(each.counts(server)).isEqualTo("1 " + requests);
                }
                for (Visitor each : fresh) {
                    assertThat(each.counts(server)).isEqualTo("2 " + requests);
                }
            }
            // Refused: a third, another archive of the one that retires, and what both have together.
            assertThat(domain.cli("deploy", war("3"), "--name", "shop", "--target", "cluster-1", "--version", "3")
                            .text())
                    .contains("two versions already (1 retires, 2)");
            assertThat(domain.cli("deploy", war("1"), "--name", "shop", "--target", "cluster-1", "--version", "1")
                            .text())
                    .contains("makes it active again");
            assertThat(domain.cli("deployments", "stop", "shop").text()).contains("cannot be stopped");

            // The server that has them ends without a word.
            kill("server-2");
            for (Visitor each : old) {
                assertThat(each.counts("server-1")).isEqualTo("1 " + (requests + 1));
            }
            for (Visitor each : fresh) {
                assertThat(each.counts("server-1")).isEqualTo("2 " + (requests + 1));
            }
            awaitShown("\"state\":\"UNKNOWN\"");

            // Who comes late gets both, also one that has never been there; sessions find their versions there.
            start("server-2", "server-3");
            awaitTogether("server-1", "server-2", "server-3");
            for (Visitor each : old) {
                assertThat(each.counts("server-3")).isEqualTo("1 " + (requests + 2));
                assertThat(each.counts("server-2")).isEqualTo("1 " + (requests + 3));
            }
            for (Visitor each : fresh) {
                assertThat(each.counts("server-3")).isEqualTo("2 " + (requests + 2));
            }
            assertThat(visitors(1, "server-3", "2")).hasSize(1);

            // Nobody decides while the admin server is away; who has ended a session is a new client of version 2.
            kill("AdminServer");
            for (Visitor each : old.subList(0, 2)) {
                assertThat(each.on("server-1", "?end")).isEqualTo("1 -");
                assertThat(each.on("server-3", "")).isEqualTo("2 -");
                assertThat(each.counts("server-2")).isEqualTo("2 1");
            }
            start("AdminServer");
            awaitShown("\"server\":\"server-3\",\"state\":\"RETIRING\"");
            assertThat(old.get(2).counts("server-1")).isEqualTo("1 " + (requests + 4));
            assertThat(shown()).contains("\"version\":\"1\"");

            // The last one ends, and the version with it, on all servers.
            assertThat(old.get(2).on("server-3", "?end")).isEqualTo("1 -");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(shown()).doesNotContain("\"other\""));
            for (String server : List.of("server-1", "server-2", "server-3")) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        domain.manage(server, "deployments").body())
                                .contains("\"version\":\"2\"")
                                .doesNotContain("\"version\":\"1\""));
            }
            assertThat(old.get(2).counts("server-2")).isEqualTo("2 1");
            assertThat(fresh.get(0).counts("server-1")).isEqualTo("2 " + (requests + 3));
            assertThat(says("config", "history")).contains("Version 1 of shop has retired.");
        }
    }

    @Test
    void theWayBackTheTimeoutAndAVersionThatDoesNotStart() throws Exception {
        try (LiveDomain made = LiveDomain.create(parent, 2)) {
            domain = made;
            start("AdminServer", "server-1", "server-2");
            awaitTogether("server-1", "server-2");
            says("deploy", war("1"), "--name", "shop", "--target", "cluster-1", "--version", "1");
            Visitor one = visitors(1, "server-1", "1").get(0);

            // It starts nowhere, or on one only: nobody has seen it.
            String failing = war(
                    "bad",
                    "<context-param><param-name>broken-on</param-name><param-value>server-2</param-value></context-param>"
                            + "<listener><listener-class>versions.Trial</listener-class></listener>");
            LiveServer.Said refused =
                    domain.cli("deploy", failing, "--name", "shop", "--target", "cluster-1", "--version", "2");
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.text()).contains("server-2", "does not start here", "taken back on all servers");
            for (String server : List.of("server-1", "server-2")) {
                assertThat(new Visitor().on(server, "")).isEqualTo("1 -");
                assertThat(domain.manage(server, "deployments").body()).doesNotContain("\"version\":\"2\"");
            }
            assertThat(one.counts("server-2")).isEqualTo("1 2");

            says("deploy", war("2"), "--name", "shop", "--target", "cluster-1", "--version", "2");
            Visitor two = visitors(1, "server-2", "2").get(0);
            assertThat(says("redeploy", "shop", "--version", "1")).contains("version 1.", "Version 2 retires:");
            assertThat(new Visitor().on("server-1", "")).isEqualTo("1 -");
            assertThat(two.counts("server-1")).isEqualTo("2 2");
            assertThat(one.counts("server-1")).isEqualTo("1 3");
            // All servers, and the admin server, come again as they were.
            kill("server-1");
            kill("AdminServer");
            assertThat(two.counts("server-2")).isEqualTo("2 3");
            start("server-1");
            awaitTogether("server-1", "server-2");
            assertThat(two.counts("server-1")).isEqualTo("2 4");
            assertThat(one.counts("server-1")).isEqualTo("1 4");
            assertThat(new Visitor().on("server-1", "")).isEqualTo("1 -");
            start("AdminServer");

            // The active one goes: the other has the new clients.
            says("undeploy", "shop", "--version", "1");
            assertThat(shown()).contains("\"version\":\"2\"").doesNotContain("\"other\"");
            assertThat(one.counts("server-1")).isEqualTo("2 1");
            assertThat(two.counts("server-1")).isEqualTo("2 5");

            says(
                    "deploy",
                    war("3"),
                    "--name",
                    "shop",
                    "--target",
                    "cluster-1",
                    "--version",
                    "3",
                    "--retire-timeout",
                    "2");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(shown()).doesNotContain("\"other\""));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    domain.manage("server-2", "deployments").body())
                            .doesNotContain("\"version\":\"2\""));
            assertThat(two.counts("server-2")).isEqualTo("3 1");
            says("undeploy", "shop");
            assertThat(new Visitor().on("server-1", "")).isEqualTo("status 404");
        }
    }

    /** Where one server has turned and another has not, both have both versions: no request finds another version than its session's. */
    @Test
    void noSessionChangesItsVersionWhileServersTurn() throws Exception {
        try (LiveDomain made = LiveDomain.create(parent, 2)) {
            domain = made;
            start("AdminServer", "server-1", "server-2");
            awaitTogether("server-1", "server-2");
            says("deploy", war("1"), "--name", "shop", "--target", "cluster-1");
            Crowd crowd = new Crowd();
            try {
                crowd.begin(4);
                for (String version : List.of("2", "3")) {
                    crowd.awaitMore(40);
                    says(
                            "deploy",
                            war(version),
                            "--name",
                            "shop",
                            "--target",
                            "cluster-1",
                            "--version",
                            version,
                            "--retire-timeout",
                            "3600");
                    crowd.awaitMore(40);
                    assertThat(crowd.problems).isEmpty();
                    assertThat(new Visitor().on("server-1", "")).isEqualTo(version + " -");
                    assertThat(new Visitor().on("server-2", "")).isEqualTo(version + " -");
                    crowd.endAll();
                    await().atMost(PATIENCE)
                            .untilAsserted(() -> assertThat(shown()).doesNotContain("\"other\""));
                }
                crowd.awaitMore(20);
                assertThat(crowd.problems).isEmpty();
            } finally {
                crowd.end();
            }
            System.out.println(
                    "versions side by side: " + crowd.answers + " answers, " + crowd.repeated + " to be repeated");
            assertThat(crowd.repeated.get()).isLessThanOrEqualTo(crowd.answers.get() / 20);

            // Kept elsewhere: nobody could say when the last has ended.
            says(
                    "deploy",
                    war("file", "1", new String[0]),
                    "--name",
                    "kept",
                    "--context-root",
                    "/kept",
                    "--target",
                    "server-1",
                    "--version",
                    "1");
            assertThat(domain.cli(
                                    "deploy",
                                    war("file", "2", new String[0]),
                                    "--name",
                                    "kept",
                                    "--context-root",
                                    "/kept",
                                    "--target",
                                    "server-1",
                                    "--version",
                                    "2")
                            .text())
                    .contains("cannot have sessions in files: a server that is down may have some");
            assertThat(domain.manage("server-1", "deployments").body())
                    .contains("\"name\":\"kept\",\"version\":\"1\",\"state\":\"RUNNING\"");
        }
    }

    /** Clients whose requests go to one server and the other, each with its session, and more new ones all the time. */
    private final class Crowd {
        final List<String> problems = new java.util.concurrent.CopyOnWriteArrayList<>();
        final AtomicInteger answers = new AtomicInteger();
        final AtomicInteger repeated = new AtomicInteger();
        private final AtomicInteger generation = new AtomicInteger();
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean over;

        void begin(int clients) {
            for (int i = 0; i < clients; i++) {
                Thread thread = new Thread(this::visit, "crowd-" + i);
                threads.add(thread);
                thread.start();
            }
        }

        private void visit() {
            try {
                while (!over) {
                    visitOnce();
                }
            } catch (Exception e) {
                problems.add(e.toString());
            }
        }

        /** One client after another, each until all are to end theirs, and one in between with a short life. */
        private void visitOnce() throws Exception {
            Visitor visitor = new Visitor();
            String version = "";
            int count = 0;
            int own = generation.get();
            for (int i = 0; !over && (own == generation.get() || i == 0); i++) {
                String said = answered(visitor, i % 2 == 0 ? "server-1" : "server-2", "?count");
                count++;
                version = version.isEmpty() ? said.split(" ")[0] : version;
                expect(said, version + " " + count);
                if (i % 5 == 4) {
                    Visitor brief = new Visitor();
                    String first = answered(brief, "server-2", "?count");
                    expect(answered(brief, "server-1", "?count"), first.split(" ")[0] + " 2");
                    expect(answered(brief, "server-2", "?end"), first.split(" ")[0] + " -");
                }
            }
            expect(answered(visitor, "server-1", "?end"), version + " -");
        }

        private void expect(String said, String wanted) {
            if (!over && !said.equals(wanted)) {
                problems.add("expected " + wanted + ", was told " + said);
            }
        }

        /** A session may be on its way: then the request did nothing, and is sent again. */
        private String answered(Visitor visitor, String server, String query) throws Exception {
            String said = visitor.on(server, query);
            for (int i = 0; said.equals("status 503") && i < 20; i++) {
                repeated.incrementAndGet();
                Thread.sleep(200);
                said = visitor.on(server, query);
            }
            answers.incrementAndGet();
            return said;
        }

        void awaitMore(int more) {
            int before = answers.get();
            await().atMost(PATIENCE).until(() -> !problems.isEmpty() || answers.get() >= before + more);
        }

        void endAll() {
            generation.incrementAndGet();
        }

        void end() throws InterruptedException {
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
