package io.keelson.system;

import static io.keelson.system.CountedSessions.SERVERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.session.hotrod.GridServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three servers whose sessions are on a grid over Hot Rod, and all of them killed at once (SIGKILL) while clients use their sessions. */
@Tag("whole")
class GridSessionsSystemIT {
    private static final int CLIENTS = 6;

    @TempDir
    private Path parent;

    private final CountedSessions sessions = new CountedSessions();

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void nothingIsLostWhenAllServersEndAtOnce() throws Exception {
        try (GridServer grid = GridServer.startAuthenticated();
                LiveDomain domain = LiveDomain.create(parent, SERVERS.size())) {
            Files.writeString(domain.directory().resolve("grid-password"), GridServer.PASSWORD + "\n");
            domain.configure(text -> text + "\nsession-grids:\n  main:\n    addresses: [\"127.0.0.1:" + grid.port()
                    + "\"]\n    tls-enabled: false\n    user: " + GridServer.USER
                    + "\n    password-file: grid-password\n    sasl-mechanism: DIGEST-MD5\n");
            CountedSessions.start(domain, parent, false, text -> text.replace("replicated_if_clustered", "cache"));
            sessions.begin(CLIENTS, () -> new CounterClient(CountedSessions.addresses(domain::address)), client -> {
                client.ask();
                CountedSessions.pause();
            });
            for (int round = 0; round < Integer.getInteger("keelson.rounds", 2); round++) {
                sessions.awaitAnswers(20);
                for (String server : SERVERS) {
                    domain.signal(server, "KILL");
                }
                for (String server : SERVERS) {
                    assertThat(domain.process(server).waitFor(60, TimeUnit.SECONDS))
                            .isTrue();
                    domain.forget(server);
                }
                domain.launch(SERVERS.toArray(String[]::new));
                domain.awaitRunning(SERVERS.toArray(String[]::new));
                sessions.awaitAnswers(5);
            }
            sessions.end();
            for (String server : SERVERS) {
                assertThat(domain.output(server)).doesNotContain(GridServer.PASSWORD);
            }
            System.out.println("sessions: on a grid, all servers killed at once, " + sessions.answers() + " answers");
        }
    }
}
