package io.keelson.system;

import static io.keelson.system.CountedSessions.SERVERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

/** {@code keelson cluster restart}: three servers and a load balancer, each a JVM of its own, by a node manager. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(Integer.MAX_VALUE - 4)
@Tag("whole")
class RollingRestartSystemIT {
    private static final int CLIENTS = 12;
    private static final int ROUNDS = Integer.getInteger("keelson.rounds", 1);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    static Path parent;

    private LiveDomain domain;

    @BeforeAll
    void make() throws Exception {
        // A request whose session was not kept says why in the log.
        domain = LiveDomain.create(parent, SERVERS.size())
                .withBalancer()
                .configure(text -> text.replaceAll(
                        "(?m)^  (server-\\d):$", "  $1:\n    log: {levels: {io.keelson.servlet: debug}}"));
    }

    @AfterAll
    void end() throws Exception {
        domain.endNode();
        domain.close();
    }

    private static LiveServer.Said restart(LiveDomain domain, String... options) {
        String[] words = new String[options.length + 3];
        System.arraycopy(new String[] {"cluster", "restart", "cluster-1"}, 0, words, 0, 3);
        System.arraycopy(options, 0, words, 3, options.length);
        return domain.cli(words);
    }

    private static String pid(LiveDomain domain, String server) throws Exception {
        return field(Files.readString(domain.directory().resolve("servers/" + server + "/state/server.json")), "pid");
    }

    private static String field(String json, String name) {
        return json.replaceFirst("(?s).*\"" + name + "\":\"?([^,\"}]*).*", "$1");
    }

    private static String state(LiveDomain domain) throws Exception {
        return domain.manage("AdminServer", "domain/clusters/cluster-1/restart").body();
    }

    /** Returns what the servers logged of sessions that were not kept. */
    private static String notKept(LiveDomain domain) throws IOException {
        StringBuilder found = new StringBuilder();
        for (String server : SERVERS) {
            try (Stream<String> lines =
                    Files.lines(domain.directory().resolve("servers/" + server + "/logs/server.log"))) {
                lines.filter(line -> line.contains("could not be kept"))
                        .forEach(line ->
                                found.append(server).append(": ").append(line).append('\n'));
            }
        }
        return found.toString();
    }

    /** The first, as no node manager runs before it. */
    @Test
    @Order(1)
    void clientsNoticeNothing() throws Exception {
        CountedSessions sessions = new CountedSessions();
        AtomicInteger failed = new AtomicInteger();
        try {
            CountedSessions.start(domain, parent, true, text -> text);
            domain.launch("AdminServer");
            domain.awaitRunning("AdminServer");
            assertThat(restart(domain).text()).contains("No node manager runs");
            assertThat(domain.startNode().exit()).isZero();
            sessions.begin(
                    CLIENTS,
                    () -> new CounterClient(CountedSessions.addresses(server -> domain.address("balancer")), 0),
                    client -> {
                        if (!client.ask(SERVERS.get(0))) {
                            failed.incrementAndGet();
                            System.out.println("rolling restart: no answer: " + client.refusal() + "\n"
                                    + domain.cli("session", "trace", client.session())
                                            .text());
                        }
                        CountedSessions.pause();
                    });
            long began = System.nanoTime();
            for (int round = 0; round < ROUNDS; round++) {
                LiveServer.Said said = restart(domain, "--pause", "1");
                assertThat(said.exit()).as(said.text()).isZero();
                assertThat(said.text()).contains("[###] 3 of 3", "All servers of cluster-1 are restarted.");
            }
            long seconds = (System.nanoTime() - began) / 1_000_000_000;
            sessions.awaitAnswers(5);
            sessions.end();
            System.out.println("rolling restart of three servers, " + ROUNDS + " times: " + seconds + " s, "
                    + sessions.answers() + " answers to " + CLIENTS + " clients, " + failed + " failed\n"
                    + notKept(domain));
            assertThat(failed).as("answers other than 200").hasValue(0);
            for (String server : SERVERS) {
                assertThat(pid(domain, server))
                        .isNotEqualTo(String.valueOf(domain.process(server).pid()));
            }
            assertThat(state(domain)).contains("\"state\":\"DONE\"");
        } finally {
            sessions.stop();
        }
    }

    @Test
    void stopsAtTheFirstThatDoesNotComeBackAndGoesOnWhenItIsResumed() throws Exception {
        String[] ended = Stream.of("AdminServer", "server-1", "server-2", "server-3")
                .filter(server -> !domain.runs(server))
                .toArray(String[]::new);
        domain.launch(ended);
        domain.awaitRunning(ended);
        if (domain.cli("node", "status").exit() != 0) {
            assertThat(domain.startNode().exit()).isZero();
        }
        assertThat(restart(domain, "--resume").text()).contains("no restart of cluster-1 that could go on");
        String second = pid(domain, "server-2");
        String third = pid(domain, "server-3");
        domain.configure(text -> text.replaceFirst("  server-1:\n", "  server-1:\n    no-such-setting: 1\n"));
        LiveServer.Said broken = restart(domain, "--pause", "0");
        assertThat(broken.exit()).as(broken.text()).isEqualTo(1);
        assertThat(broken.text()).contains("goes no further: server-1 does not start", "exit code 2", "--resume");
        assertThat(pid(domain, "server-2")).isEqualTo(second);
        assertThat(pid(domain, "server-3")).isEqualTo(third);
        assertThat(restart(domain).text()).contains("stopped in the middle of a server");

        // Mended; the admin server is killed while the restart goes on.
        domain.configure(text -> text.replace("    no-such-setting: 1\n", ""));
        assertThat(restart(domain, "--resume", "--no-wait", "--pause", "0").exit())
                .isZero();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> state(domain).contains("\"server\":\"server-2\",\"phase\":\"ST"));
        domain.signal("AdminServer", "KILL");
        assertThat(domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS)).isTrue();
        domain.forget("AdminServer");
        domain.launch("AdminServer");
        domain.awaitRunning("AdminServer");
        assertThat(state(domain)).contains("\"state\":\"INTERRUPTED\"");
        domain.awaitSaid("AdminServer", "KLS-141047");
        assertThat(pid(domain, "server-3")).isEqualTo(third);

        LiveServer.Said resumed = restart(domain, "--resume", "--pause", "0");
        assertThat(resumed.exit()).as(resumed.text()).isZero();
        assertThat(pid(domain, "server-2")).isNotEqualTo(second);
        assertThat(pid(domain, "server-3")).isNotEqualTo(third);
        for (String server : SERVERS) {
            assertThat(domain.cli("node", "status").text()).containsPattern(server + " +RUNNING");
        }
    }
}
