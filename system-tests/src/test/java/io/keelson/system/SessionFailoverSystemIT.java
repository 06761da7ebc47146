package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replicated sessions on three servers, each a JVM of its own, while clients use them: killed, paused, stopped in good order. Nothing that was
 * acknowledged may be lost when the fault comes while every session has its copy.
 */
class SessionFailoverSystemIT {
    private static final String[] ALL = {"server-1", "server-2", "server-3"};
    private static final int CLIENTS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern EXPOSED = Pattern.compile("\"sessions-without-secondary\":(\\d+)");
    private static final Pattern PRIMARIES = Pattern.compile("\"primaries\":(\\d+)");

    private static final Pattern BEHIND = Pattern.compile("\"updates-behind\":(\\d+)");

    private boolean lossy;

    @TempDir
    private Path parent;

    private final List<CounterClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicBoolean quiet = new AtomicBoolean();

    private LiveDomain domain() throws Exception {
        return domain(text -> text, false);
    }

    private LiveDomain domain(UnaryOperator<String> descriptor, boolean lossy) throws Exception {
        this.lossy = lossy;
        LiveDomain domain = LiveDomain.create(parent, ALL.length);
        domain.launch(ALL);
        domain.awaitRunning(ALL);
        WarFile war = WarFile.ofExample("session-counter", parent.resolve("classes"), "WEB-INF/classes/");
        for (String file : List.of("web.xml", "weblogic.xml")) {
            war.text(
                    "WEB-INF/" + file,
                    descriptor.apply(
                            Files.readString(Path.of("../examples/session-counter/src/main/webapp/WEB-INF/" + file))));
        }
        for (String server : ALL) {
            domain.deploy(server, "counter", war);
        }
        return domain;
    }

    private void begin(LiveDomain domain) {
        Map<String, String> addresses = new LinkedHashMap<>();
        for (String server : ALL) {
            addresses.put(server, domain.address(server));
        }
        for (int i = 0; i < CLIENTS; i++) {
            CounterClient client = new CounterClient(addresses, lossy);
            clients.add(client);
            Thread thread = new Thread(() -> use(client), "client-" + i);
            threads.add(thread);
            thread.start();
        }
        awaitAnswers(5);
    }

    private void use(CounterClient client) {
        try {
            while (!over.get()) {
                if (!quiet.get()) {
                    client.ask();
                }
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    private void awaitAnswers(int more) {
        List<Integer> before = clients.stream().map(CounterClient::answers).toList();
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (int i = 0; i < clients.size(); i++) {
                assertThat(clients.get(i).problems()).isEmpty();
                assertThat(clients.get(i).answers()).isGreaterThanOrEqualTo(before.get(i) + more);
            }
        });
    }

    /** Waits until the servers say that every session has its copy: then one fault loses nothing. */
    private void awaitCopies(LiveDomain domain, String... servers) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            int primaries = 0;
            for (String server : servers) {
                String state = domain.manage(server, "server/runtime/session-replication")
                        .body();
                Matcher exposed = EXPOSED.matcher(state);
                assertThat(exposed.find()).as(state).isTrue();
                assertThat(exposed.group(1)).as(server + ": " + state).isEqualTo("0");
                Matcher has = PRIMARIES.matcher(state);
                assertThat(has.find()).as(state).isTrue();
                primaries += Integer.parseInt(has.group(1));
            }
            assertThat(primaries).isGreaterThanOrEqualTo(CLIENTS);
        });
    }

    private void restart(LiveDomain domain, String server) throws Exception {
        domain.process(server).waitFor(40, TimeUnit.SECONDS);
        domain.forget(server);
        domain.launch(server);
        domain.awaitRunning(server);
        for (String each : ALL) { // the admin server does not run
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    domain.manage(each, "server/cluster").body())
                            .contains("\"missing\":[\"AdminServer\"]"));
        }
    }

    /** Kills a server; returns for each client that it served how long it was until its next right answer, in milliseconds. */
    private List<Long> kill(LiveDomain domain, String server) throws Exception {
        List<CounterClient> served = clients.stream()
                .filter(client -> client.server().equals(server))
                .toList();
        domain.signal(server, "KILL");
        domain.process(server).waitFor();
        long killed = System.nanoTime();
        List<Long> times = new ArrayList<>();
        for (CounterClient client : served) {
            int before = client.answers();
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> client.answers() > before);
            times.add(Math.max(0, (client.answeredNanos() - killed) / 1_000_000));
        }
        return times;
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void whatWasAcknowledgedOutlivesItsServer() throws Exception {
        try (LiveDomain domain = domain()) {
            begin(domain);
            awaitCopies(domain, ALL);

            String first = clients.get(0).server();
            System.out.println(
                    "sessions: kill -9 to the next right answer of each client: " + kill(domain, first) + " ms");
            awaitAnswers(5);
            restart(domain, first);
            awaitCopies(domain, ALL);

            String paused = clients.get(0).server();
            domain.signal(paused, "STOP");
            Thread.sleep(5_000); // longer than the others wait for a sign of life
            domain.signal(paused, "CONT");
            awaitAnswers(5);
            awaitCopies(domain, ALL);

            leave(domain, clients.get(0).server());
            awaitCopies(domain, ALL);
            end();

            elsewhere();
        }
    }

    /** Nobody asks while the server leaves: else the next request would take its session away, and there would be nothing to hand over. */
    private void leave(LiveDomain domain, String leaving) throws Exception {
        quiet.set(true);
        awaitCopies(domain, ALL);
        domain.process(leaving).destroy();
        assertThat(domain.process(leaving).waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(domain.output(leaving)).contains("KLS-101073").doesNotContain("KLS-101072");
        quiet.set(false);
        awaitAnswers(5);
        restart(domain, leaving);
    }

    /** Each client asks a server that has nothing of its session. */
    private void elsewhere() throws InterruptedException {
        for (CounterClient client : clients) {
            for (int i = 0; i < 3; i++) {
                String third = List.of(ALL).stream()
                        .filter(server -> !client.route().contains(server))
                        .findFirst()
                        .orElseThrow();
                assertThat(client.ask(third)).as(third).isTrue();
                assertThat(client.server()).isEqualTo(third);
                assertThat(client.problems()).isEmpty();
            }
        }
    }

    @Test
    @Tag("soak")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void norInTwoHundredKills() throws Exception {
        List<Long> times = new ArrayList<>();
        try (LiveDomain domain = domain()) {
            begin(domain);
            for (int i = 0; i < Integer.getInteger("keelson.kills", 200); i++) {
                awaitCopies(domain, ALL);
                String victim = clients.get(i % clients.size()).server();
                times.addAll(kill(domain, victim));
                awaitAnswers(3);
                restart(domain, victim);
            }
            end();
        }
        times.sort(Long::compare);
        System.out.println("sessions: kill -9 to the next right answer, ms: median " + times.get(times.size() / 2)
                + ", p99 " + times.get(times.size() * 99 / 100) + ", longest " + times.get(times.size() - 1) + ", of "
                + times.size());
    }

    /** Of a server that is killed no more is lost than its lag said, and what was acknowledged after it had said that. */
    @Test
    @Tag("soak")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void asynchronousSessionsLoseNoMoreThanTheLagSaid() throws Exception {
        try (LiveDomain domain = domain(text -> text.replace("replicated_if_clustered", "async-replicated"), true)) {
            begin(domain);
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < Integer.getInteger("keelson.kills", 200) / 4; i++) {
                awaitCopies(domain, ALL);
                String victim = clients.get(i % clients.size()).server();
                int lostBefore = clients.stream().mapToInt(CounterClient::lost).sum();
                int answersBefore =
                        clients.stream().mapToInt(CounterClient::answers).sum();
                Matcher behind = BEHIND.matcher(domain.manage(victim, "server/runtime/session-replication")
                        .body());
                assertThat(behind.find()).isTrue();
                domain.signal(victim, "KILL");
                domain.process(victim).waitFor();
                int since = clients.stream().mapToInt(CounterClient::answers).sum() - answersBefore;
                // Each client has one request under way that may have been acknowledged.
                int allowed = Integer.parseInt(behind.group(1)) + since + CLIENTS;
                awaitAnswers(3);
                int lost = clients.stream().mapToInt(CounterClient::lost).sum() - lostBefore;
                seen.add(lost + " of " + allowed + " (" + behind.group(1) + " by lag)");
                assertThat(lost).as("lost of what may be").isLessThanOrEqualTo(allowed);
                restart(domain, victim);
            }
            System.out.println("sessions: asynchronous, lost at a kill of what may be: " + seen);
            end();
        }
    }
}
