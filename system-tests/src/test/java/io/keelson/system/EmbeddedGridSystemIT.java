package io.keelson.system;

import static io.keelson.system.CountedSessions.SERVERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers whose sessions are on a grid that they have among themselves, and clients that use them on any of the servers: killed one
 * after the other, restarted, and two stopped at once. Nothing that was acknowledged may be lost when the fault comes while every session
 * has its copies.
 */
@Tag("whole")
class EmbeddedGridSystemIT {
    private static final int CLIENTS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path parent;

    private final CountedSessions sessions = new CountedSessions();

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void whatWasAcknowledgedOutlivesItsServer() throws Exception {
        try (LiveDomain domain = begin()) {
            kills(domain, 2);
            leaveAtOnce(domain, SERVERS.subList(1, 3));
            end(domain);
        }
    }

    @Test
    @Tag("soak")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void norInManyKillsPausesAndRestarts() throws Exception {
        try (LiveDomain domain = begin()) {
            kills(domain, Integer.getInteger("keelson.kills", 20));
            for (String server : SERVERS) {
                awaitCopies(domain);
                domain.process(server).destroy();
                CountedSessions.startAgain(domain, server);
                sessions.awaitAnswers(3);
            }
            for (int i = 0; i < SERVERS.size(); i++) {
                awaitCopies(domain);
                pause(domain, SERVERS.get(i), SERVERS.get((i + 1) % SERVERS.size()));
            }
            awaitCopies(domain);
            leaveAtOnce(domain, SERVERS.subList(1, 3));
            end(domain);
        }
    }

    private LiveDomain begin() throws Exception {
        LiveDomain domain = LiveDomain.create(parent, SERVERS.size());
        CountedSessions.start(domain, parent, false, text -> text.replace("replicated_if_clustered", "cache"));
        sessions.begin(CLIENTS, () -> new CounterClient(CountedSessions.addresses(domain::address)), client -> {
            client.ask();
            CountedSessions.pause();
        });
        return domain;
    }

    private void end(LiveDomain domain) throws Exception {
        sessions.end();
        for (String server : SERVERS) { // no request went on from memory alone
            assertThat(domain.output(server)).doesNotContain("KLS-101065");
        }
        System.out.println("sessions: on a grid of the servers, " + sessions.answers() + " answers");
    }

    private void kills(LiveDomain domain, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            awaitCopies(domain);
            kill(domain, SERVERS.get(i % SERVERS.size()));
        }
        awaitCopies(domain);
    }

    private void kill(LiveDomain domain, String server) throws Exception {
        domain.signal(server, "KILL");
        domain.process(server).waitFor();
        sessions.awaitAnswers(5);
        CountedSessions.startAgain(domain, server);
        sessions.awaitAnswers(5);
    }

    /** A server does not run until the others have gone on without it: what it has is old then, and nobody gets that as an answer. */
    private void pause(LiveDomain domain, String server, String other) throws Exception {
        domain.signal(server, "STOP");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(domain.manage(other, "server/cluster").body())
                                .contains("\"missing\":[\"AdminServer\",\"" + server + "\"]"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(domain.manage(other, "server/runtime/embedded-grid")
                                .body())
                        .contains("\"members\":2", "\"parts-without-copies\":0"));
        domain.signal(server, "CONT");
        sessions.awaitAnswers(20);
    }

    /** Who leaves second waits until what the first had is where it belongs. */
    private void leaveAtOnce(LiveDomain domain, List<String> leaving) throws Exception {
        for (String server : leaving) {
            domain.process(server).destroy();
        }
        for (String server : leaving) {
            assertThat(domain.process(server).waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(domain.output(server)).doesNotContain("KLS-101222");
            domain.forget(server);
        }
        sessions.awaitAnswers(20);
        domain.launch(leaving.toArray(String[]::new));
        domain.awaitRunning(leaving.toArray(String[]::new));
        awaitCopies(domain);
        sessions.awaitAnswers(20);
    }

    /** Waits until the servers say that every session has its copies: then one fault loses nothing. */
    private void awaitCopies(LiveDomain domain) {
        for (String server : SERVERS) {
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() -> assertThat(domain.manage(server, "server/runtime/embedded-grid")
                                    .body())
                            .contains("\"standing\":\"ready\"", "\"members\":3", "\"parts-without-copies\":0"));
        }
    }
}
