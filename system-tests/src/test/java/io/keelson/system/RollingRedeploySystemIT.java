package io.keelson.system;

import static io.keelson.system.CountedSessions.SERVERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
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

/** {@code keelson redeploy --rolling}: three servers, each a JVM of its own, by a node manager. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(Integer.MAX_VALUE - 3)
@Tag("whole")
class RollingRedeploySystemIT {
    private static final int CLIENTS = 12;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    static Path parent;

    private LiveDomain shared;

    @BeforeAll
    void make() throws Exception {
        shared = LiveDomain.create(parent, SERVERS.size()).withBalancer();
    }

    @AfterAll
    void end() throws Exception {
        shared.endNode();
        shared.close();
    }

    /** The example session-counter, with a file that says its version. */
    private Path war(String version) throws Exception {
        WarFile war = WarFile.ofExample("session-counter", parent.resolve("classes"), "WEB-INF/classes/");
        WarFile.ofSources("rolled", parent.resolve("trial")).entries().forEach((name, content) -> {
            if (name.endsWith(".class")) {
                war.bytes(name, content);
            }
        });
        for (String file : List.of("web.xml", "weblogic.xml")) {
            war.text(
                    "WEB-INF/" + file,
                    Files.readString(Path.of("../examples/session-counter/src/main/webapp/WEB-INF/" + file)));
        }
        return Files.write(
                parent.resolve("counter-" + version + ".war"),
                war.text("version.txt", version).packed());
    }

    /** Starts what does not run of these servers and the node manager, and deploys the first version. */
    private void start(LiveDomain domain, String... servers) throws Exception {
        String[] ended =
                Stream.of(servers).filter(server -> !domain.runs(server)).toArray(String[]::new);
        domain.launch(ended);
        domain.awaitRunning(ended);
        if (domain.cli("node", "status").exit() != 0) {
            assertThat(domain.startNode().exit()).isZero();
        }
        says(domain, "deploy", war("one").toString(), "--name", "counter", "--target", "cluster-1");
        SERVERS.forEach(server -> assertThat(version(domain, server)).isEqualTo("one"));
    }

    private static String says(LiveDomain domain, String... words) {
        LiveServer.Said said = domain.cli(words);
        assertThat(said.exit()).as(said.text()).isZero();
        return said.text();
    }

    private static String version(LiveDomain domain, String server) {
        try {
            return domain.ask(server, "GET", "/counter/version.txt");
        } catch (Exception e) {
            return e.toString();
        }
    }

    private static String state(LiveDomain domain) throws Exception {
        return domain.manage("AdminServer", "domain/clusters/cluster-1/restart").body();
    }

    private static void awaitState(LiveDomain domain, String part) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(state(domain)).contains(part));
    }

    @Test
    @Order(1)
    void clientsNoticeNothing() throws Exception {
        start(shared, "AdminServer", "server-1", "server-2", "server-3", "balancer");
        clientsNoticeNothing(shared, shared.address("balancer"), 0);
        says(shared, "undeploy", "counter");
    }

    @Test
    @Tag("soak")
    void norBehindHaProxy() throws Exception {
        OtherBalancer.HAPROXY.assumeInstalled();
        LiveDomain domain = LiveDomain.create(parent.resolve("proxied"), SERVERS.size());
        try (domain;
                ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            start(domain, "AdminServer", "server-1", "server-2", "server-3");
            int port = free.getLocalPort();
            free.close();
            Process front = OtherBalancer.HAPROXY.start(domain, port, parent.resolve("front"));
            try {
                clientsNoticeNothing(domain, "127.0.0.1:" + port, 1);
            } finally {
                front.destroy();
                front.waitFor(60, TimeUnit.SECONDS);
            }
        } finally {
            domain.endNode();
        }
    }

    private void clientsNoticeNothing(LiveDomain domain, String balancer, int repetitions) throws Exception {
        CountedSessions sessions = new CountedSessions();
        AtomicInteger failed = new AtomicInteger();
        AtomicInteger toRepeat = new AtomicInteger();
        try {
            sessions.begin(
                    CLIENTS,
                    () -> new CounterClient(CountedSessions.addresses(server -> balancer), repetitions),
                    client -> {
                        if (!client.ask(SERVERS.get(0))) {
                            String why = String.valueOf(client.refusal());
                            System.out.println("rolling redeployment: no answer: " + why);
                            boolean nothingDone =
                                    why.contains("could not be kept") || why.contains("cannot be had now");
                            (nothingDone ? toRepeat : failed).incrementAndGet();
                        }
                        CountedSessions.pause();
                    });
            long began = System.nanoTime();
            assertThat(says(domain, "redeploy", "counter", war("two").toString(), "--rolling", "--pause", "1"))
                    .contains("[###] 3 of 3", "All servers have the new version of counter.");
            long seconds = (System.nanoTime() - began) / 1_000_000_000;
            sessions.awaitAnswers(5);
            sessions.end();
            System.out.println("rolling redeployment over three servers: " + seconds + " s, " + sessions.answers()
                    + " answers to " + CLIENTS + " clients, " + failed + " failed, " + toRepeat + " to be repeated");
            assertThat(failed).hasValue(0);
            // Such a request did nothing and says so: docs/design/rolling-restart.md, "What was seen".
            assertThat(toRepeat.get()).isLessThanOrEqualTo(1);
            SERVERS.forEach(server -> assertThat(version(domain, server)).isEqualTo("two"));
            assertThat(domain.manage("AdminServer", "domain/deployments/counter")
                            .body())
                    .contains("counter-two.war")
                    .doesNotContain("next-", "counter-one.war");
        } finally {
            sessions.stop();
        }
    }

    @Test
    void stopsWhereTheVersionDoesNotStartAndGoesBackOrOn() throws Exception {
        LiveDomain domain = shared;
        Path broken = parent.resolve("broken");
        String plan = Files.writeString(
                        parent.resolve("plan.yaml"),
                        "WEB-INF/web.xml:\n  listener/listener-class: rolled.Trial\n"
                                + "  context-param[param-name=broken-when]/param-value: " + broken + "\n")
                .toString();
        start(domain, "AdminServer", "server-1", "server-2", "server-3");
        assertThat(domain.cli("redeploy", "counter", "--rolling", "--rollback").text())
                .contains("No version of application 'counter' waits");
        says(
                domain,
                "redeploy",
                "counter",
                war("two").toString(),
                "--plan",
                plan,
                "--rolling",
                "--no-wait",
                "--pause",
                "5");
        awaitState(domain, "\"server\":\"server-1\",\"phase\":\"DONE\"");
        Files.writeString(broken, "");
        awaitState(domain, "\"state\":\"FAILED\"");
        assertThat(state(domain)).contains("counter does not start on server-2", "this version does not start here");
        assertThat(version(domain, "server-1")).isEqualTo("two");
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(version(domain, "server-2")).isEqualTo("one");
            assertThat(version(domain, "server-3")).isEqualTo("one");
        });
        assertThat(domain.cli("redeploy", "counter", war("one").toString()).text())
                .contains("A rolling redeployment of application 'counter' is under way or has stopped");

        assertThat(says(domain, "redeploy", "counter", "--rolling", "--rollback", "--pause", "0"))
                .contains("All servers have the version of counter that was.");
        SERVERS.forEach(server -> assertThat(version(domain, server)).isEqualTo("one"));
        assertThat(domain.manage("AdminServer", "domain/deployments/counter").body())
                .doesNotContain("next-", "planned");

        // Mended; the admin server is killed while it goes on.
        Files.delete(broken);
        says(
                domain,
                "redeploy",
                "counter",
                war("two").toString(),
                "--plan",
                plan,
                "--rolling",
                "--no-wait",
                "--pause",
                "0");
        awaitState(domain, "\"server\":\"server-2\",\"phase\":\"ST");
        domain.signal("AdminServer", "KILL");
        assertThat(domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS)).isTrue();
        domain.forget("AdminServer");
        domain.launch("AdminServer");
        domain.awaitRunning("AdminServer");
        assertThat(state(domain)).contains("\"state\":\"INTERRUPTED\"", "\"application\":\"counter\"");
        assertThat(version(domain, "server-1")).isEqualTo("two");
        assertThat(version(domain, "server-3")).isEqualTo("one");
        assertThat(says(domain, "redeploy", "counter", "--rolling", "--resume", "--pause", "0"))
                .contains("All servers have the new version of counter.");
        SERVERS.forEach(server -> assertThat(version(domain, server)).isEqualTo("two"));
        assertThat(says(domain, "deployments", "show", "counter")).contains("listener/listener-class");
    }
}
