package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code keelson scale}: a dynamic cluster of real processes, with an application, sessions and a singleton service. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(5)
@Tag("whole")
class DynamicClusterSystemIT {
    private static final int CLIENTS = 8;
    private static final int MOST = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    static Path parent;

    /** A dynamic cluster of two with a balancer, for two tests. */
    private LiveDomain dynamic;

    @BeforeAll
    void make() throws Exception {
        dynamic = domain().withBalancer();
    }

    @AfterAll
    void end() throws Exception {
        dynamic.endNode();
        dynamic.close();
    }

    private static LiveServer.Said scale(LiveDomain domain, String... words) {
        List<String> all = new ArrayList<>(List.of("scale", "cluster-1"));
        all.addAll(List.of(words));
        return domain.cli(all.toArray(String[]::new));
    }

    private static void scaled(LiveDomain domain, int size) {
        LiveServer.Said said = scale(domain, String.valueOf(size), "--pause", "1");
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private static String admin(LiveDomain domain, String path) throws Exception {
        return domain.manage("AdminServer", path).body();
    }

    private LiveDomain domain() throws Exception {
        LiveDomain domain = LiveDomain.dynamic(parent, 2, MOST)
                .configure(text -> text + "singleton-services:\n"
                        + "  counter:\n"
                        + "    class-name: io.keelson.examples.counter.CounterService\n");
        Path library = Files.createDirectories(domain.directory().resolve("lib"));
        Files.write(
                library.resolve("counter-service.jar"),
                WarFile.ofExample("counter-service", parent.resolve("counter-classes"), "")
                        .packed());
        return domain;
    }

    private void deploySessions(LiveDomain domain) throws Exception {
        WarFile war = WarFile.ofExample("session-counter", parent.resolve("classes"), "WEB-INF/classes/");
        for (String file : List.of("web.xml", "weblogic.xml")) {
            war.text(
                    "WEB-INF/" + file,
                    Files.readString(Path.of("../examples/session-counter/src/main/webapp/WEB-INF/" + file)));
        }
        Path archive = Files.write(parent.resolve("counter.war"), war.packed());
        LiveServer.Said said = domain.cli(
                "deploy",
                archive.toString(),
                "--name",
                "counter",
                "--context-root",
                "/counter",
                "--target",
                "cluster-1");
        assertThat(said.exit()).as(said.text()).isZero();
    }

    /** Returns how many copies of sessions a server has. */
    private static long copies(LiveDomain domain, String server) throws Exception {
        Matcher found = Pattern.compile("\"secondaries\":(\\d+)")
                .matcher(domain.manage(server, "server/runtime/session-replication")
                        .body());
        long copies = 0;
        while (found.find()) {
            copies += Long.parseLong(found.group(1));
        }
        return copies;
    }

    private static String owner(LiveDomain domain) throws Exception {
        String all = admin(domain, "singletons");
        assertThat(all).contains("\"state\":\"ACTIVE\"");
        return all.replaceFirst("(?s).*\"name\":\"counter\".*?\"owner\":\"([^\"]*)\".*", "$1");
    }

    /** The first, as no node manager runs before it. */
    @Test
    @Order(1)
    void clientsNoticeNothingOfTwoServersThatBecomeFourAndTwoAgain() throws Exception {
        LiveDomain domain = dynamic;
        CountedSessions sessions = new CountedSessions();
        AtomicInteger failed = new AtomicInteger();
        try {
            domain.launch("AdminServer");
            domain.awaitRunning("AdminServer");
            assertThat(scale(domain, "2").text()).contains("No node manager runs");
            assertThat(domain.startNode().exit()).isZero();
            scaled(domain, 2);
            deploySessions(domain);
            domain.launch("balancer");
            domain.awaitRunning("balancer");
            String before = Files.readString(domain.directory().resolve("domain.yaml"));

            LiveServer.Said plan = scale(domain, "4", "--dry-run");
            assertThat(plan.text())
                    .contains("server-3", "server-4", "is added and started")
                    .doesNotContain("server-2");
            assertThat(scale(domain, "6").text()).contains("from 1 to 5", "max-size");

            sessions.begin(
                    CLIENTS, () -> new CounterClient(Map.of("balancer", domain.address("balancer")), 0), client -> {
                        if (!client.ask("balancer")) {
                            System.out.println("scale: no answer: " + client.refusal());
                            failed.incrementAndGet();
                        }
                        CountedSessions.pause();
                    });
            long began = System.nanoTime();
            scaled(domain, 4);
            long up = System.nanoTime();
            assertThat(Files.readString(domain.directory().resolve("domain.yaml")))
                    .as("comments and order stay")
                    .isEqualTo(before.replace(" size: 2", " size: 4"));
            assertThat(admin(domain, "server/cluster")).contains("\"missing\":[]");
            String behind = domain.manage("balancer", "server/runtime/balancer").body();
            for (String server : List.of("server-3", "server-4")) {
                assertThat(behind)
                        .as("the balancer knows it without a restart")
                        .containsPattern("\"name\":\"" + server + "\",[^}]*\"condition\":\"ready\"");
                assertThat(domain.ask(server, "GET", "/counter/")).contains("\"count\":1");
            }
            // Sessions of before keep their servers; those of new clients are spread, and so are their copies.
            try (SessionsOnNew made = new SessionsOnNew(domain)) {
                await().atMost(PATIENCE).untilAsserted(() -> {
                    made.more();
                    assertThat(copies(domain, "server-3")).isPositive();
                    assertThat(copies(domain, "server-4")).isPositive();
                });
                assertThat(domain.cli("singleton", "migrate", "counter", "--to", "server-4")
                                .exit())
                        .isZero();
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(owner(domain)).isEqualTo("server-4"));
                assertThat(admin(domain, "server/leases"))
                        .as("those who came vote on nothing")
                        .contains("\"voters\":[\"AdminServer\",\"server-1\",\"server-2\"]");

                long down = System.nanoTime();
                scaled(domain, 2);
                long end = System.nanoTime();
                System.out.println("scale: 2 to 4 in " + (up - began) / 1_000_000 + " ms, 4 to 2 in "
                        + (end - down) / 1_000_000 + " ms, " + sessions.answers() + " answers to " + CLIENTS
                        + " clients, "
                        + failed + " failed");
                made.assertNothingLost();
            }
            assertThat(owner(domain)).isIn("server-1", "server-2");
            assertThat(admin(domain, "domain/servers")).doesNotContain("server-3", "server-4");
            assertThat(domain.manage("balancer", "server/runtime/balancer").body())
                    .contains("server-1", "server-2")
                    .doesNotContain("server-3", "server-4");
            assertThat(admin(domain, "server/cluster")).contains("\"missing\":[]");
            assertThat(admin(domain, "server/leases"))
                    .contains("\"voters\":[\"AdminServer\",\"server-1\",\"server-2\"]");
            assertThat(Files.readString(domain.directory().resolve("domain.yaml")))
                    .isEqualTo(before);
            assertThat(domain.cli("config", "history").text())
                    .contains("The cluster cluster-1 is scaled to 4.", "The cluster cluster-1 is scaled to 2.");
            sessions.awaitAnswers(5);
            sessions.end();
            assertThat(failed).hasValue(0);
        } finally {
            sessions.stop();
        }
    }

    /** Sessions of clients that came while there were four servers: one request each, and one in the end. */
    private static final class SessionsOnNew implements AutoCloseable {
        private final LiveDomain domain;
        private final List<CounterClient> clients = new ArrayList<>();

        SessionsOnNew(LiveDomain domain) {
            this.domain = domain;
        }

        void more() throws InterruptedException {
            for (int i = 0; i < 8; i++) {
                CounterClient client = new CounterClient(Map.of("balancer", domain.address("balancer")), 0);
                clients.add(client);
                assertThat(client.ask("balancer")).as(client.refusal()).isTrue();
            }
        }

        void assertNothingLost() throws InterruptedException {
            for (CounterClient client : clients) {
                assertThat(client.ask("balancer")).as(client.refusal()).isTrue();
                assertThat(client.problems()).isEmpty();
            }
        }

        @Override
        public void close() {
            clients.clear();
        }
    }

    private static void edit(LiveDomain domain, String method, String path, String body, int status) throws Exception {
        HttpResponse<String> answer = domain.send(
                "AdminServer",
                method,
                path,
                "application/json",
                body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    }

    @Test
    void aServerThatIsWrittenDownIsExpectedAndForgottenWithoutARestartOfTheOthers() throws Exception {
        try (LiveDomain domain = LiveDomain.create(parent.resolve("static"), 2)) {
            domain.launch("AdminServer", "server-1", "server-2");
            domain.awaitRunning("AdminServer", "server-1", "server-2");
            int[] ports = domain.portsFor("server-3");
            edit(domain, "POST", "edit", "", 200);
            edit(
                    domain,
                    "PUT",
                    "edit/value",
                    "{\"path\":\"servers.server-3\",\"value\":{\"cluster\":\"cluster-1\",\"listen-port\":" + ports[0]
                            + ",\"cluster-port\":" + ports[1] + "}}",
                    200);
            edit(domain, "POST", "edit/activate", "{\"comment\":\"one more\"}", 200);
            for (String server : List.of("AdminServer", "server-1", "server-2")) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        domain.manage(server, "server/cluster").body())
                                .contains("\"missing\":[\"server-3\"]"));
                assertThat(domain.manage(server, "server/activation").body()).contains("\"restart-needed\":[]");
                assertThat(domain.output(server)).contains("KLS-300111", "added: server-3; removed: none");
            }
            domain.launch("server-3");
            domain.awaitRunning("server-3");
            for (String server : List.of("server-1", "server-2", "server-3")) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        domain.manage(server, "server/cluster").body())
                                .contains("\"missing\":[]", "\"server\":\"server-3\""));
            }

            edit(domain, "POST", "edit", "", 200);
            edit(domain, "DELETE", "edit/value?path=servers.server-3", "", 200);
            edit(domain, "POST", "edit/activate", "{\"comment\":\"while it runs\"}", 409);
            domain.process("server-3").destroy();
            assertThat(domain.process("server-3").waitFor(60, TimeUnit.SECONDS)).isTrue();
            edit(domain, "POST", "edit/activate", "{\"comment\":\"it has ended\"}", 200);
            for (String server : List.of("AdminServer", "server-1", "server-2")) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        domain.manage(server, "server/cluster").body())
                                .contains("\"missing\":[]")
                                .doesNotContain("server-3"));
            }
        }
    }

    @Test
    void anAdminServerThatIsKilledInTheMiddleGoesOnWhenItIsOrderedAgain() throws Exception {
        LiveDomain domain = dynamic;
        if (!domain.runs("AdminServer")) {
            domain.launch("AdminServer");
            domain.awaitRunning("AdminServer");
        }
        if (domain.cli("node", "status").exit() != 0) {
            assertThat(domain.startNode().exit()).isZero();
        }
        scaled(domain, 3);
        assertThat(scale(domain, "1", "--no-wait", "--pause", "0").exit()).isZero();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> admin(domain, "domain/clusters/cluster-1/scale").contains("\"phase\":\"STOPPING\""));
        domain.signal("AdminServer", "KILL");
        assertThat(domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS)).isTrue();
        domain.forget("AdminServer");
        domain.launch("AdminServer");
        domain.awaitRunning("AdminServer");
        assertThat(admin(domain, "domain/clusters/cluster-1/scale")).contains("\"state\":\"INTERRUPTED\"");
        domain.awaitSaid("AdminServer", "KLS-141015", "keelson scale cluster-1 1");
        assertThat(admin(domain, "domain/servers")).contains("server-3");

        scaled(domain, 1);
        assertThat(admin(domain, "domain/servers")).contains("server-1").doesNotContain("server-2", "server-3");
        assertThat(owner(domain)).isEqualTo("server-1");
        assertThat(admin(domain, "server/leases"))
                .contains("\"missing\":[]", "\"voters\":[\"AdminServer\",\"server-1\"]");

        // And up again: those that were scaled away come back, and two of them vote.
        scaled(domain, 3);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(admin(domain, "server/leases"))
                        .contains("\"voters\":[\"AdminServer\",\"server-1\",\"server-2\"]"));

        // A server whose domain has no file starts with what it has kept: it knows the servers of the last size.
        assertThat(domain.cli("server", "stop", "server-3").exit()).isZero();
        await().atMost(PATIENCE)
                .until(() -> admin(domain, "domain/servers").matches("(?s).*\"server-3\",\"state\":\"SHUTDOWN\".*"));
        Path file = domain.directory().resolve("domain.yaml");
        Files.move(file, parent.resolve("away.yaml"));
        try {
            domain.launch("server-3");
            domain.awaitRunning("server-3");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    domain.manage("server-3", "server/cluster").body())
                            .contains("\"missing\":[]", "server-1", "server-2"));
        } finally {
            Files.move(parent.resolve("away.yaml"), file);
        }
    }
}
