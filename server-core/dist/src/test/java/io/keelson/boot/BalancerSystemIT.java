package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Three servers behind a load balancer, each a JVM of its own, while clients use their sessions. */
@Isolated
@Tag("soak")
class BalancerSystemIT {
    private static final String[] ALL = {"server-1", "server-2", "server-3"};
    private static final int CLIENTS = Integer.getInteger("keelson.clients", 12);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path parent;

    private final List<CounterClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger failed = new AtomicInteger();
    private volatile Kill kill;

    /** Who was killed when, and how long those that it served waited for their next answer, in nanoseconds; 0 as long as they wait. */
    private record Kill(String victim, long nanos, Map<CounterClient, Long> times) {}

    private LiveDomain domain() throws Exception {
        LiveDomain domain = LiveDomain.create(parent, ALL.length).withBalancer();
        String[] servers = Stream.concat(Stream.of(ALL), Stream.of("balancer")).toArray(String[]::new);
        domain.launch(servers);
        domain.awaitRunning(servers);
        WarFile war = WarFile.ofExample("session-counter", parent.resolve("classes"), "WEB-INF/classes/");
        for (String file : List.of("web.xml", "weblogic.xml")) {
            war.text(
                    "WEB-INF/" + file,
                    Files.readString(Path.of("../../examples/session-counter/src/main/webapp/WEB-INF/" + file)));
        }
        for (String server : ALL) {
            domain.deploy(server, "counter", war);
        }
        awaitReady(domain, 3);
        return domain;
    }

    private static void awaitReady(LiveDomain domain, int servers) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(domain.manage("balancer", "server/runtime/balancer")
                                .body()
                                .split("\"condition\":\"ready\"", -1))
                        .hasSize(servers + 1));
    }

    private void begin(LiveDomain domain) {
        Map<String, String> addresses = new LinkedHashMap<>();
        for (String server : ALL) {
            addresses.put(server, domain.address("balancer"));
        }
        for (int i = 0; i < CLIENTS; i++) {
            CounterClient client = new CounterClient(addresses);
            clients.add(client);
            Thread thread = new Thread(() -> use(client), "client-" + i);
            threads.add(thread);
            thread.start();
        }
        awaitAnswers(10);
    }

    private void use(CounterClient client) {
        try {
            while (!over.get()) {
                if (!client.ask(ALL[0])) {
                    if (failed.incrementAndGet() <= 20 || failed.get() % 500 == 0) {
                        System.out.println("balancer: " + Instant.now() + " no answer: " + client.refusal());
                    }
                }
                Kill now = kill;
                if (now != null && !client.server().equals(now.victim()) && client.answeredNanos() > now.nanos()) {
                    now.times()
                            .computeIfPresent(client, (c, at) -> at == 0 ? client.answeredNanos() - now.nanos() : at);
                }
                Thread.sleep(5);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitAnswers(int more) {
        List<Integer> before = clients.stream().map(CounterClient::answers).toList();
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (int i = 0; i < clients.size(); i++) {
                assertThat(clients.get(i).answers()).isGreaterThanOrEqualTo(before.get(i) + more);
            }
        });
    }

    private void end() throws InterruptedException {
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        for (CounterClient client : clients) {
            assertThat(client.problems()).isEmpty();
        }
    }

    private static void startAgain(LiveDomain domain, String server) throws Exception {
        assertThat(domain.process(server).waitFor(60, TimeUnit.SECONDS)).isTrue();
        domain.forget(server);
        domain.launch(server);
        domain.awaitRunning(server);
        awaitReady(domain, 3);
        for (String each : ALL) { // the admin server does not run
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    domain.manage(each, "server/cluster").body())
                            .contains("\"missing\":[\"AdminServer\"]"));
        }
    }

    /** Waits until every session has its copy: then one fault loses nothing. */
    private static void awaitCopies(LiveDomain domain) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            for (String server : ALL) {
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
            begin(domain);
            for (int round = 0; round < Integer.getInteger("keelson.rounds", 3); round++) {
                for (String server : ALL) {
                    awaitCopies(domain);
                    domain.process(server).destroy();
                    startAgain(domain, server);
                    awaitAnswers(5);
                    System.out.println("balancer: restarted " + server + ", failed so far " + failed);
                }
            }
            end();
            int answers = clients.stream().mapToInt(CounterClient::answers).sum();
            System.out.println("balancer: rolling restart, " + answers + " answers, " + failed + " failed");
            assertThat(failed).hasValue(0);
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void aSessionGoesOnWhenItsServerIsKilled() throws Exception {
        List<Long> times = new ArrayList<>();
        try (LiveDomain domain = domain()) {
            begin(domain);
            for (int i = 0; i < Integer.getInteger("keelson.kills", 20); i++) {
                awaitCopies(domain);
                String victim = clients.get(i % clients.size()).server();
                List<CounterClient> served = clients.stream()
                        .filter(client -> client.server().equals(victim))
                        .toList();
                Map<CounterClient, Long> waiting = new ConcurrentHashMap<>();
                served.forEach(client -> waiting.put(client, 0L));
                domain.signal(victim, "KILL");
                kill = new Kill(victim, System.nanoTime(), waiting);
                await().atMost(PATIENCE).until(() -> !waiting.containsValue(0L));
                waiting.values().forEach(nanos -> times.add(nanos / 1_000_000));
                kill = null;
                awaitAnswers(3);
                startAgain(domain, victim);
            }
            end();
        }
        times.sort(Long::compare);
        System.out.println("balancer: kill -9 to the next right answer, ms: median " + times.get(times.size() / 2)
                + ", p99 " + times.get(times.size() * 99 / 100) + ", longest " + times.get(times.size() - 1) + ", of "
                + times.size() + "; failed " + failed);
    }
}
