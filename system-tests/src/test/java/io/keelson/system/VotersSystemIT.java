package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Votes that change hands between real servers: at an orderly leave, by hand, and after a log was lost. */
@Isolated
@Tag("soak")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class VotersSystemIT {
    private static final String[] ALL = {"AdminServer", "server-1", "server-2", "server-3"};

    @TempDir
    private Path parent;

    @Test
    void votesChangeHands() throws Exception {
        try (LiveDomain domain = LiveDomain.create(parent, 3)) {
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            for (String server : ALL) {
                awaitVoters(domain, server, "AdminServer", "server-1", "server-2");
            }

            // Who leaves in order hands its vote on, and does not vote when it comes back.
            domain.process("server-2").destroy();
            assertThat(domain.process("server-2").waitFor(60, TimeUnit.SECONDS)).isTrue();
            domain.awaitSaid("server-2", "KLS-300212");
            assertThat(domain.output("server-2")).doesNotContain("KLS-300344");
            awaitVoters(domain, "AdminServer", "AdminServer", "server-1", "server-3");
            again(domain, "server-2");
            awaitVoters(domain, "server-2", "AdminServer", "server-1", "server-3");
            assertThat(status(domain, "server-2")).contains("\"voter\":null");

            // The admin server's machine is gone.
            domain.signal("AdminServer", "KILL");
            LiveServer.Said replaced =
                    domain.cli("voter", "replace", "AdminServer", "--by", "server-2", "--server", "server-1");
            assertThat(replaced.exit()).as(replaced.text()).isZero();
            awaitVoters(domain, "server-1", "server-1", "server-2", "server-3");
            LiveServer.Said refused = domain.cli("voter", "replace", "AdminServer", "--server", "server-1");
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.text()).contains("'AdminServer' does not vote");
            again(domain, "AdminServer"); // it is told so
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> domain.output("AdminServer").contains("KLS-300212"));
            awaitVoters(domain, "AdminServer", "server-1", "server-2", "server-3");

            // A log is lost: its server votes under another id.
            domain.signal("server-3", "KILL");
            domain.process("server-3").waitFor();
            Path directory = domain.directory().resolve("servers/server-3/voter");
            String id = Files.readString(directory.resolve("id"));
            delete(directory);
            again(domain, "server-3");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(status(domain, "server-3")).contains("\"voter\":\"server-3~"));
            assertThat(Files.readString(directory.resolve("id"))).isNotEqualTo(id);
            awaitVoters(domain, "AdminServer", "server-1", "server-2", "server-3");
            LiveServer.Said back = domain.cli("voter", "replace", "server-3", "--by", "AdminServer");
            assertThat(back.exit()).as(back.text()).isZero();
            awaitVoters(domain, "server-3", "AdminServer", "server-1", "server-2");
            for (String server : ALL) {
                assertThat(domain.output(server)).doesNotContain("Exception").doesNotContain("KLS-300209");
            }
        }
    }

    private static String status(LiveDomain domain, String server) throws Exception {
        return domain.manage(server, "server/leases").body();
    }

    private static void awaitVoters(LiveDomain domain, String seenBy, String... voters) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(status(domain, seenBy))
                        .contains("\"voters\":[\"" + String.join("\",\"", voters) + "\"],\"missing\":[]")
                        .containsPattern("\"leader\":\"(" + String.join("|", List.of(voters)) + ")\""));
    }

    private static void again(LiveDomain domain, String server) throws Exception {
        domain.process(server).waitFor();
        domain.forget(server);
        domain.launch(server);
        domain.awaitRunning(server);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
