package io.keelson.system;

import static io.keelson.system.CountedSessions.SERVERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three servers behind a load balancer, each a JVM of its own, while clients use their sessions. */
@Isolated
@Tag("soak")
class BalancerSystemIT {
    private static final int CLIENTS = Integer.getInteger("keelson.clients", 12);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path parent;

    private final CountedSessions sessions = new CountedSessions();
    private final AtomicInteger failed = new AtomicInteger();
    private volatile Kill kill;

    /** Who was killed when, and how long those that it served waited for their next answer, in nanoseconds; 0 as long as they wait. */
    private record Kill(String victim, long nanos, Map<CounterClient, Long> times) {}

    private LiveDomain domain() throws Exception {
        LiveDomain domain = LiveDomain.create(parent, SERVERS.size()).withBalancer();
        CountedSessions.start(domain, parent, true, text -> text);
        awaitReady(domain, SERVERS.size());
        return domain;
    }

    private static void awaitReady(LiveDomain domain, int servers) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(domain.manage("balancer", "server/runtime/balancer")
                                .body()
                                .split("\"condition\":\"ready\"", -1))
                        .hasSize(servers + 1));
    }

    private void begin(String address, int repetitions) {
        sessions.begin(
                CLIENTS,
                () -> new CounterClient(CountedSessions.addresses(server -> address), repetitions),
                this::askTheBalancer);
    }

    private void askTheBalancer(CounterClient client) throws InterruptedException {
        if (!client.ask(SERVERS.get(0))) {
            if (failed.incrementAndGet() <= 20 || failed.get() % 500 == 0) {
                System.out.println("balancer: " + Instant.now() + " no answer: " + client.refusal());
            }
        }
        Kill now = kill;
        if (now != null && !client.server().equals(now.victim()) && client.answeredNanos() > now.nanos()) {
            now.times().computeIfPresent(client, (c, at) -> at == 0 ? client.answeredNanos() - now.nanos() : at);
        }
        Thread.sleep(5);
    }

    private static void startAgain(LiveDomain domain, String server) throws Exception {
        CountedSessions.startAgain(domain, server);
        awaitReady(domain, SERVERS.size());
    }

    /** Waits until every session has its copy: then one fault loses nothing. */
    private static void awaitCopies(LiveDomain domain) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            for (String server : SERVERS) {
                assertThat(domain.manage(server, "server/runtime/session-replication")
                                .body())
                        .contains("\"sessions-without-secondary\":0");
            }
        });
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void nobodyNoticesThatTheServersAreRestartedOneByOne() throws Exception {
        try (LiveDomain domain = domain()) {
            begin(domain.address("balancer"), 0);
            for (int round = 0; round < Integer.getInteger("keelson.rounds", 3); round++) {
                for (String server : SERVERS) {
                    awaitCopies(domain);
                    domain.process(server).destroy();
                    startAgain(domain, server);
                    sessions.awaitAnswers(5);
                    System.out.println("balancer: restarted " + server + ", failed so far " + failed);
                }
            }
            sessions.end();
            int answers = sessions.answers();
            System.out.println("balancer: rolling restart, " + answers + " answers, " + failed + " failed");
            assertThat(failed).hasValue(0);
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void aSessionGoesOnWhenItsServerIsKilled() throws Exception {
        List<Long> times = new ArrayList<>();
        try (LiveDomain domain = domain()) {
            begin(domain.address("balancer"), 1);
            for (int i = 0; i < Integer.getInteger("keelson.kills", 20); i++) {
                awaitCopies(domain);
                String victim =
                        sessions.clients().get(i % sessions.clients().size()).server();
                List<CounterClient> served = sessions.clients().stream()
                        .filter(client -> client.server().equals(victim))
                        .toList();
                Map<CounterClient, Long> waiting = new ConcurrentHashMap<>();
                served.forEach(client -> waiting.put(client, 0L));
                domain.signal(victim, "KILL");
                kill = new Kill(victim, System.nanoTime(), waiting);
                await().atMost(PATIENCE).until(() -> !waiting.containsValue(0L));
                waiting.values().forEach(nanos -> times.add(nanos / 1_000_000));
                kill = null;
                sessions.awaitAnswers(3);
                startAgain(domain, victim);
            }
            times.sort(Long::compare);
            System.out.println("balancer: kill -9 to the next right answer, ms: median " + times.get(times.size() / 2)
                    + ", p99 " + times.get(times.size() * 99 / 100) + ", longest " + times.get(times.size() - 1)
                    + ", of "
                    + times.size() + "; failed " + failed);
            sessions.end();
        }
    }

    @ParameterizedTest
    @EnumSource(OtherBalancer.class)
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void othersKeepSessionsWithTheirServersToo(OtherBalancer front) throws Exception {
        front.assumeInstalled();
        try (LiveDomain domain = domain();
                ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = free.getLocalPort();
            free.close();
            Process process = front.start(domain, port, parent.resolve(front.name()));
            try {
                begin("127.0.0.1:" + port, 1);
                staysWithItsServer();
                for (String server : SERVERS) {
                    awaitCopies(domain);
                    domain.process(server).destroy();
                    startAgain(domain, server);
                    sessions.awaitAnswers(5);
                }
                int restarting = failed.get();
                awaitCopies(domain);
                String victim = sessions.clients().get(0).server();
                domain.signal(victim, "KILL");
                sessions.awaitAnswers(5);
                startAgain(domain, victim);
                sessions.end();
                System.out.println(front + ": "
                        + sessions.answers() + " answers, " + restarting
                        + " failed in a rolling restart, " + (failed.get() - restarting) + " at a kill -9");
                assertThat(restarting).isZero();
            } finally {
                process.destroy();
                process.waitFor(20, TimeUnit.SECONDS);
            }
        }
    }

    private void staysWithItsServer() {
        List<String> servers =
                sessions.clients().stream().map(CounterClient::server).toList();
        sessions.awaitAnswers(20);
        assertThat(sessions.clients().stream().map(CounterClient::server).toList())
                .isEqualTo(servers);
        assertThat(Set.copyOf(servers)).hasSizeGreaterThan(1);
    }
}
