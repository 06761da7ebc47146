package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A domain of three processes in which the configuration is changed while servers are killed, stopped and away. Tests that only end
 * processes have one domain, whose servers are started when the first of them needs them; each can run alone.
 */
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(3)
@Tag("whole")
class DomainChangeSystemIT {
    private static final List<String> ALL = List.of("AdminServer", "server-1", "server-2");
    private static final Pattern REVISION = Pattern.compile("\"revision\":(\\d+),");
    private static final String LIVE = "servers.server-1.graceful-shutdown-timeout";

    @TempDir
    static Path common;

    @TempDir
    Path directory;

    private LiveDomain shared;

    /** A domain for a test that needs its servers to be down. */
    private LiveDomain own() throws Exception {
        return LiveDomain.create(directory, 2);
    }

    @BeforeAll
    void make() throws Exception {
        // Longer than an audit log becomes in these tests, so that a limit can lie between the two.
        shared = LiveDomain.create(common, 2).configure(text -> text + "\n# " + "of some length ".repeat(3_000) + "\n");
    }

    @AfterAll
    void stop() throws Exception {
        shared.close();
    }

    /** Whatever a test did or failed to do: the next one finds servers that can go on. */
    @AfterEach
    void goOn() throws Exception {
        shared.options();
        for (String server : ALL) {
            if (runs(server)) {
                shared.signal(server, "CONT");
                Usage.limit(shared.process(server), "--fsize=unlimited:");
            }
        }
    }

    /** The shared domain, all of whose servers run the revision that is in force. */
    private LiveDomain allRun() throws Exception {
        for (String server : ALL) {
            if (!runs(server)) {
                shared.forget(server);
                shared.launch(server);
            }
        }
        shared.awaitRunning(ALL.toArray(String[]::new));
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(revision()).isPositive());
        awaitRevision(shared, revision());
        return shared;
    }

    private boolean runs(String server) {
        Process process = shared.process(server);
        return process != null && process.isAlive();
    }

    /** The revision that is in force in the shared domain. */
    private int revision() throws Exception {
        Matcher revision = REVISION.matcher(
                shared.manage("AdminServer", "server/activation").body());
        assertThat(revision.find()).isTrue();
        return Integer.parseInt(revision.group(1));
    }

    private static void start(LiveDomain domain, String... servers) throws IOException {
        domain.launch(servers);
        domain.awaitRunning(servers);
    }

    private static String text(LiveDomain domain) throws IOException {
        return Files.readString(domain.directory().resolve("domain.yaml"));
    }

    private static void awaitRevision(LiveDomain domain, int revision) {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            for (String server : ALL) {
                assertThat(domain.manage(server, "server/activation").body())
                        .as(server)
                        .contains("\"revision\":" + revision + ",");
            }
        });
    }

    private static HttpResponse<String> send(LiveDomain domain, String method, String path, String json)
            throws Exception {
        return domain.send("AdminServer", method, path, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    private static void edit(LiveDomain domain, String value) throws Exception {
        assertThat(send(domain, "POST", "edit", "{}").statusCode()).isEqualTo(200);
        HttpResponse<String> edited =
                send(domain, "PUT", "edit/value", "{\"path\":\"" + LIVE + "\",\"value\":\"" + value + "\"}");
        assertThat(edited.statusCode()).as(edited.body()).isEqualTo(200);
    }

    /** The first, as it counts revisions from the one that the domain was found with. */
    @Test
    @Order(1)
    void theWholeStoryByTheCommandLine() throws Exception {
        LiveDomain domain = shared;
        start(domain, "AdminServer", "server-1");
        awaitOne(domain, "server-1", 1);
        LiveServer.Said live = domain.cli("config", "set", LIVE, "21s", "--activate", "--comment", "slower");
        assertThat(live.exit()).as(live.text()).isZero();
        assertThat(live.text())
                .contains(
                        "Revision 2 is in force.",
                        "AdminServer  applied",
                        "server-1  applied",
                        "server-2  unreachable");
        assertThat(text(domain)).contains("graceful-shutdown-timeout: 21s");

        start(domain, "server-2");
        awaitRevision(domain, 2);
        String restart = domain.cli("config", "set", "servers.server-2.cluster", "cluster-1", "--dry-run")
                .text();
        assertThat(restart).doesNotContain("Problem");
        LiveServer.Said needs = domain.cli("config", "set", "production-mode", "true", "--activate");
        assertThat(needs.exit()).as(needs.text()).isZero();
        assertThat(needs.text())
                .contains("AdminServer  restart-needed: production-mode", "server-2  restart-needed: production-mode");
        awaitRevision(domain, 3);

        LiveServer.Said back = domain.cli("config", "rollback", "2");
        assertThat(back.exit()).as(back.text()).isZero();
        assertThat(back.text()).contains("Revision 4 is in force.", "server-1  applied");
        assertThat(domain.cli("config", "history").text())
                .contains("slower", "Back to revision 2.", "The domain as it was found.");
        assertThat(domain.cli("config", "set", "servers.server-1.no-such", "1").exit())
                .isEqualTo(1);
        aDataSourceComesChangesAndGoes(domain);
    }

    /** On a server that runs, by REST, with an application that asks it all the while. */
    private void aDataSourceComesChangesAndGoes(LiveDomain domain) throws Exception {
        String first = "jdbc:h2:file:" + directory.resolve("first");
        String second = "jdbc:h2:file:" + directory.resolve("second");
        String source = "{\"url\":\"%s\",\"user\":\"sa\",\"password\":\"%s\",\"jndi-names\":[\"jdbc/orders\"],"
                + "\"servers\":[\"server-1\"],\"test-at-activation\":true%s}";
        HttpResponse<String> done = describe(domain, source.formatted(first, "one", ""));
        assertThat(done.body())
                .contains("{\"server\":\"server-1\",\"result\":\"applied\"}")
                .doesNotContain("restart");
        assertThat(domain.cli("data-source", "test", "orders", "--server", "server-1")
                        .text())
                .contains("The data source orders has reached " + first);
        assertThat(domain.cli("data-source", "test", "orders", "--server", "server-2")
                        .exit())
                .as("it is not on that one")
                .isNotZero();

        domain.deploy("server-1", "orders", WarFile.ofSources("orders", directory.resolve("classes")));
        assertThat(domain.ask("server-1", "GET", "/orders/orders")).isEqualTo("1");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger answered = new AtomicInteger();
        ExecutorService clients = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                asking.add(clients.submit(() -> {
                    while (!over.get()) {
                        assertThat(domain.ask("server-1", "GET", "/orders/orders"))
                                .as("nobody notices")
                                .matches("[0-9]+");
                        answered.incrementAndGet();
                    }
                    return null;
                }));
            }
            awaitMore(answered);
            describe(domain, source.formatted(second, "two", ",\"max-capacity\":4"));
            awaitMore(answered);
            describe(domain, source.formatted(second, "two", ",\"max-capacity\":2"));
            awaitMore(answered);
            over.set(true);
            for (Future<?> each : asking) {
                each.get(30, TimeUnit.SECONDS);
            }
        } finally {
            over.set(true);
            clients.shutdownNow();
        }
        assertThat(dataSources(domain)).contains("\"url\":\"" + second + "\"", "\"maximum\":2,\"draining\":0,");

        assertThat(send(domain, "POST", "edit", "{}").statusCode()).isEqualTo(200);
        put(domain, source.formatted(first, "wrong", ""));
        HttpResponse<String> wrong = send(domain, "POST", "edit/activate", "{}");
        assertThat(wrong.statusCode()).as(wrong.body()).isEqualTo(409);
        assertThat(wrong.body())
                .contains("data-sources.orders does not reach its database", "28000")
                .doesNotContain("wrong\"");
        HttpResponse<String> removed = send(domain, "DELETE", "edit/value?path=data-sources.orders", "");
        assertThat(removed.statusCode()).as(removed.body()).isEqualTo(200);
        HttpResponse<String> used = send(domain, "POST", "edit/activate", "{}");
        assertThat(used.statusCode()).as(used.body()).isEqualTo(409);
        assertThat(used.body()).contains("data-sources.orders cannot go while it is used by application orders");
        assertThat(domain.ask("server-1", "GET", "/orders/orders")).matches("[0-9]+");

        HttpResponse<String> undeployed =
                domain.send("server-1", "DELETE", "deployments/orders", "application/json", new byte[0]);
        assertThat(undeployed.statusCode()).as(undeployed.body()).isLessThan(300);
        HttpResponse<String> gone = send(domain, "POST", "edit/activate", "{}");
        assertThat(gone.statusCode()).as(gone.body()).isEqualTo(200);
        assertThat(gone.body()).contains("{\"server\":\"server-1\",\"result\":\"applied\"}");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(dataSources(domain)).doesNotContain("\"name\":\"orders\""));
    }

    private static String dataSources(LiveDomain domain) throws Exception {
        return domain.manage("server-1", "server/runtime/data-sources").body();
    }

    private static void put(LiveDomain domain, String source) throws Exception {
        HttpResponse<String> edited =
                send(domain, "PUT", "edit/value", "{\"path\":\"data-sources.orders\",\"value\":" + source + "}");
        assertThat(edited.statusCode()).as(edited.body()).isEqualTo(200);
    }

    /** Activates the data source {@code orders} as it is described here. */
    private static HttpResponse<String> describe(LiveDomain domain, String source) throws Exception {
        assertThat(send(domain, "POST", "edit", "{}").statusCode()).isEqualTo(200);
        put(domain, source);
        HttpResponse<String> done = send(domain, "POST", "edit/activate", "{}");
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        return done;
    }

    private static void awaitMore(AtomicInteger answered) {
        int before = answered.get();
        await().atMost(Duration.ofSeconds(30)).until(() -> answered.get() > before + 30);
    }

    /** As on another machine, which has the domain's keys and not its file. */
    @Test
    void aServerWithoutDomainYamlStartsWithWhatItHasKept() throws Exception {
        Path file = directory.resolve("domain/domain.yaml");
        Path away = directory.resolve("away.yaml");
        String capacity = "work-managers.fast.capacity";
        try (LiveDomain domain = own()) {
            start(domain, "AdminServer", "server-1");
            awaitOne(domain, "server-1", 1);
            LiveServer.Said set = domain.cli("config", "set", capacity, "77", "--activate");
            assertThat(set.exit()).as(set.text()).isZero();
            awaitOne(domain, "server-1", 2);
        }
        Files.move(file, away);
        try (LiveDomain domain = LiveDomain.of(directory, ports(Files.readString(away)))) {
            domain.launch("server-2");
            assertThat(domain.process("server-2").waitFor(60, TimeUnit.SECONDS)).isTrue();
            // It has never run and has kept nothing.
            domain.awaitSaid("server-2", "domain.yaml is missing");
            domain.forget("server-1");
            start(domain, "server-1");
            assertThat(domain.manage("server-1", "server/activation").body()).contains("\"revision\":2,");
            assertThat(domain.manage("server-1", "server/work-managers").body()).contains("\"capacity\":77");

            Files.move(away, file);
            domain.forget("AdminServer");
            start(domain, "AdminServer");
            LiveServer.Said set = domain.cli("config", "set", capacity, "78", "--activate");
            assertThat(set.exit()).as(set.text()).isZero();
            assertThat(set.text()).contains("server-1  applied");
            Files.move(file, away);
            awaitOne(domain, "server-1", 3);
        }
        try (LiveDomain domain = LiveDomain.of(directory, ports(Files.readString(away)))) {
            domain.forget("server-1");
            start(domain, "server-1");
            assertThat(domain.manage("server-1", "server/work-managers").body())
                    .as("what it caught up with")
                    .contains("\"capacity\":78");
        }
    }

    /** The listen ports of a domain's servers. */
    private static Map<String, Integer> ports(String text) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        Matcher server = Pattern.compile("(?m)^ {2}(AdminServer|server-\\d):\\R(?: {4}.*\\R)*? {4}listen-port: (\\d+)")
                .matcher(text);
        while (server.find()) {
            ports.put(server.group(1), Integer.valueOf(server.group(2)));
        }
        return ports;
    }

    private static void awaitOne(LiveDomain domain, String server, int revision) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                domain.manage(server, "server/activation").body())
                        .contains("\"revision\":" + revision + ","));
    }

    @ParameterizedTest
    @CsvSource({"before-commit, 0", "after-commit, 1"})
    void theAdminServerDiesAroundTheCommitPoint(String point, int revisions) throws Exception {
        LiveDomain domain = allRun();
        int first = revision();
        String before = text(domain);
        String value = revisions + "22s";
        domain.signal("AdminServer", "KILL");
        assertThat(domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS)).isTrue();
        domain.forget("AdminServer");
        domain.options("-Dkeelson.boot.halt-at=" + point);
        start(domain, "AdminServer");
        awaitRevision(domain, first);
        awaitJoined(domain);
        edit(domain, value);
        assertThatThrownBy(() -> send(domain, "POST", "edit/activate", "{}")).isInstanceOf(IOException.class);
        assertThat(domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(domain.process("AdminServer").exitValue()).isEqualTo(99);
        assertThat(text(domain)).as("the servers run what they ran").isEqualTo(before);
        assertThat(activation(domain, "server-1")).contains("\"prepared\":");

        domain.options().forget("AdminServer");
        start(domain, "AdminServer");
        int then = first + revisions;
        awaitRevision(domain, then);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(activation(domain, "server-1")).doesNotContain("\"prepared\":"));
        if (revisions == 0) {
            assertThat(text(domain)).isEqualTo(before);
        } else {
            assertThat(text(domain)).contains("graceful-shutdown-timeout: " + value);
        }
        // And it goes on from there.
        edit(domain, "23" + revisions + "s");
        HttpResponse<String> next = send(domain, "POST", "edit/activate", "{}");
        assertThat(next.body()).contains("\"revision\":" + (then + 1) + ",");
        awaitRevision(domain, then + 1);
    }

    private static void awaitJoined(LiveDomain domain) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                domain.manage("AdminServer", "server/cluster").body())
                        .contains("\"missing\":[]"));
    }

    private static String activation(LiveDomain domain, String server) throws IOException {
        return Files.readString(domain.directory().resolve("servers/" + server + "/config/activation.json"));
    }

    @Test
    void serversThatHangOrAreKilledHoldUpNobodyAndCatchUp() throws Exception {
        LiveDomain domain = allRun();
        awaitJoined(domain);
        int first = revision();
        domain.signal("server-1", "STOP");
        domain.signal("server-2", "KILL");
        domain.process("server-2").waitFor(60, TimeUnit.SECONDS);
        edit(domain, "24s");
        HttpResponse<String> done = send(domain, "POST", "edit/activate", "{}");
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(done.body())
                .contains("{\"server\":\"server-1\",\"result\":\"unreachable\"")
                .contains("{\"server\":\"server-2\",\"result\":\"unreachable\"")
                .contains("{\"server\":\"AdminServer\",\"result\":\"applied\"}");
        domain.signal("server-1", "CONT");
        domain.forget("server-2");
        start(domain, "server-2");
        awaitRevision(domain, first + 1);
    }

    @Test
    void aFullDiskOfTheAdminServerChangesNothing() throws Exception {
        LiveDomain domain = allRun();
        awaitJoined(domain);
        int first = revision();
        String before = text(domain);
        edit(domain, "25s");
        Usage.limit(domain.process("AdminServer"), "--fsize=0:");
        HttpResponse<String> unaudited = send(domain, "POST", "edit/activate", "{}");
        assertThat(unaudited.statusCode()).as(unaudited.body()).isEqualTo(507);
        assertThat(unaudited.body()).contains("Nothing was changed");
        assertThat(text(domain)).isEqualTo(before);

        // Room for some lines of the audit log, but not for what holds the text of domain.yaml.
        long audited = Files.size(domain.directory().resolve("servers/AdminServer/logs/audit.log"));
        assertThat(audited).isLessThan(before.length() - 8_192);
        Usage.limit(domain.process("AdminServer"), "--fsize=" + (audited + 4_096) + ":");
        HttpResponse<String> refused = send(domain, "POST", "edit/activate", "{}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(refused.body()).contains("nothing was changed", "disk did not take it");
        assertThat(text(domain)).isEqualTo(before);
        Usage.limit(domain.process("AdminServer"), "--fsize=unlimited:");
        HttpResponse<String> done = send(domain, "POST", "edit/activate", "{}");
        assertThat(done.body()).contains("\"revision\":" + (first + 1) + ",");
        awaitRevision(domain, first + 1);
    }
}
