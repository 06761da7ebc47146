package io.keelson.system;

import static io.keelson.system.CountedSessions.SERVERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replicated sessions on three servers, each a JVM of its own, while clients use them: killed, paused, stopped in good order. Nothing
 * that was acknowledged may be lost when the fault comes while every session has its copy.
 */
class SessionFailoverSystemIT {
    private static final int CLIENTS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern EXPOSED = Pattern.compile("\"sessions-without-secondary\":(\\d+)");
    private static final Pattern PRIMARIES = Pattern.compile("\"primaries\":(\\d+)");

    private static final Pattern BEHIND = Pattern.compile("\"updates-behind\":(\\d+)");

    private boolean lossy;

    @TempDir
    private Path parent;

    private final CountedSessions sessions = new CountedSessions();
    private final AtomicBoolean quiet = new AtomicBoolean();
    /** Who holds it for writing knows that no request is under way. */
    private final ReentrantReadWriteLock asking = new ReentrantReadWriteLock(true);

    private LiveDomain domain() throws Exception {
        return domain(text -> text, false);
    }

    private LiveDomain domain(UnaryOperator<String> descriptor, boolean lossy) throws Exception {
        this.lossy = lossy;
        LiveDomain domain = LiveDomain.create(parent, SERVERS.size());
        CountedSessions.start(domain, parent, false, descriptor);
        return domain;
    }

    private void begin(LiveDomain domain) {
        sessions.begin(
                CLIENTS, () -> new CounterClient(CountedSessions.addresses(domain::address), lossy), this::askAny);
    }

    private void askAny(CounterClient client) throws InterruptedException {
        if (!quiet.get()) {
            asking.readLock().lock();
            try {
                client.ask();
            } finally {
                asking.readLock().unlock();
            }
        }
        Thread.sleep(10);
    }

    /** Waits until the servers say that every session has its copy: then one fault loses nothing. */
    private void awaitCopies(LiveDomain domain) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            int primaries = 0;
            for (String server : SERVERS) {
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

    private int lost() {
        return sessions.clients().stream().mapToInt(CounterClient::lost).sum();
    }

    /** Kills a server; returns for each client that it served how long it was until its next right answer, in milliseconds. */
    private List<Long> kill(LiveDomain domain, String server) throws Exception {
        List<CounterClient> served = sessions.clients().stream()
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
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void whatWasAcknowledgedOutlivesItsServer() throws Exception {
        try (LiveDomain domain = domain()) {
            begin(domain);
            awaitCopies(domain);

            String first = sessions.clients().get(0).server();
            System.out.println(
                    "sessions: kill -9 to the next right answer of each client: " + kill(domain, first) + " ms");
            sessions.awaitAnswers(5);
            traced(domain);
            CountedSessions.startAgain(domain, first);
            awaitCopies(domain);

            String paused = sessions.clients().get(0).server();
            domain.signal(paused, "STOP");
            CountedSessions.awaitGone(domain, paused);
            domain.signal(paused, "CONT");
            sessions.awaitAnswers(5);
            awaitCopies(domain);

            leave(domain, sessions.clients().get(0).server());
            kills(domain, 4);
            awaitCopies(domain);
            sessions.end();

            elsewhere();
        }
    }

    /** The command line asks all servers that run, and one of them knows why the session moved. */
    private void traced(LiveDomain domain) {
        String session = sessions.clients().get(0).session();
        LiveServer.Said trace = domain.cli("session", "trace", session);
        assertThat(trace.exit()).as(trace.text()).isZero();
        assertThat(trace.text()).contains("Session of counter (replicated)", " was not there");
        LiveServer.Said seen = domain.cli("session", "inspect", session);
        assertThat(seen.exit()).as(seen.text()).isZero();
        assertThat(seen.text()).contains("  PRIMARY  ", "java.lang.Integer");
    }

    /** Nobody asks while the server leaves: else the next request would take its session away, and there would be nothing to hand over. */
    private void leave(LiveDomain domain, String leaving) throws Exception {
        quiet.set(true);
        awaitCopies(domain);
        domain.process(leaving).destroy();
        assertThat(domain.process(leaving).waitFor(60, TimeUnit.SECONDS)).isTrue();
        domain.awaitSaid(leaving, "KLS-101073");
        assertThat(domain.output(leaving)).doesNotContain("KLS-101072");
        quiet.set(false);
        sessions.awaitAnswers(5);
        CountedSessions.startAgain(domain, leaving);
    }

    /** Each client asks a server that has nothing of its session. */
    private void elsewhere() throws InterruptedException {
        for (CounterClient client : sessions.clients()) {
            for (int i = 0; i < 3; i++) {
                String third = SERVERS.stream()
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
        try (LiveDomain domain = domain()) {
            begin(domain);
            kills(domain, Integer.getInteger("keelson.kills", 200));
            sessions.end();
        }
    }

    private void kills(LiveDomain domain, int count) throws Exception {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            awaitCopies(domain);
            String victim =
                    sessions.clients().get(i % sessions.clients().size()).server();
            times.addAll(kill(domain, victim));
            sessions.awaitAnswers(3);
            CountedSessions.startAgain(domain, victim);
        }
        times.sort(Long::compare);
        System.out.println("sessions: kill -9 to the next right answer, ms: median " + times.get(times.size() / 2)
                + ", p99 " + times.get(times.size() * 99 / 100) + ", longest " + times.get(times.size() - 1) + ", of "
                + times.size());
    }

    /** Of a server that is killed no more is lost than its lag said, when nothing was acknowledged after it had said that. */
    @Test
    @Tag("soak")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void asynchronousSessionsLoseNoMoreThanTheLagSaid() throws Exception {
        try (LiveDomain domain = domain(text -> text.replace("replicated_if_clustered", "async-replicated"), true)) {
            begin(domain);
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < Integer.getInteger("keelson.kills", 200) / 4; i++) {
                awaitCopies(domain);
                String victim =
                        sessions.clients().get(i % sessions.clients().size()).server();
                int lostBefore = lost();
                int lag;
                asking.writeLock().lock();
                try {
                    Matcher behind = BEHIND.matcher(domain.manage(victim, "server/runtime/session-replication")
                            .body());
                    assertThat(behind.find()).isTrue();
                    lag = Integer.parseInt(behind.group(1));
                    domain.signal(victim, "KILL");
                    domain.process(victim).waitFor();
                } finally {
                    asking.writeLock().unlock();
                }
                sessions.awaitAnswers(3);
                int lost = lost() - lostBefore;
                seen.add(lost + " of " + lag);
                assertThat(lost).as("lost of what the lag said").isLessThanOrEqualTo(lag);
                CountedSessions.startAgain(domain, victim);
            }
            System.out.println("sessions: asynchronous, lost at a kill of what the lag said: " + seen);
            sessions.end();
        }
    }
}
