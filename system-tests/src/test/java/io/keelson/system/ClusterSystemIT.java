package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An admin server and two managed servers as one cluster: real processes, killed and paused for real. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClusterSystemIT {
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};

    @TempDir
    private Path parent;

    private void awaitMembers(LiveDomain domain, int members, String... servers) {
        for (String server : servers) {
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                String cluster = domain.manage(server, "server/cluster").body();
                assertThat(cluster.split("\"server\":", -1).length - 2)
                        .as(cluster)
                        .isEqualTo(members);
                assertThat(cluster).contains("\"formed\":true");
            });
        }
    }

    @Test
    void threeServersAreOneClusterUntilOneDiesAndAgainWhenItComesBack() throws Exception {
        try (LiveDomain domain = LiveDomain.create(parent, 2)) {
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            awaitMembers(domain, 3, ALL);
            assertThat(domain.cli("status", "--json").text())
                    .contains("\"name\":\"AdminServer\"")
                    .containsPattern("\"name\":\"server-1\",\"state\":\"RUNNING\".*\"cluster\":\"cluster-1\"")
                    .containsPattern("\"name\":\"server-2\",\"state\":\"RUNNING\".*\"cluster\":\"cluster-1\"");
            assertThat(domain.directory().resolve("servers/server-1/server.lock"))
                    .exists();
            assertThat(domain.directory().resolve("servers/server-2/server.lock"))
                    .exists();
            String key = Files.readString(domain.directory().resolve("security/domain-key"))
                    .strip();
            for (String server : ALL) {
                assertThat(domain.output(server))
                        .contains("KLS-300101")
                        .doesNotContain(key)
                        .doesNotContain("Exception");
            }

            // Dead: the others notice at once.
            domain.forget("server-1");
            domain.signal("server-2", "KILL");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(domain.output("server-1"))
                            .containsPattern("KLS-300100.*left: server-2; missing: server-2"));

            // Started again: another run of the same server.
            domain.forget("server-2");
            domain.launch("server-2");
            domain.awaitRunning("server-2");
            awaitMembers(domain, 3, ALL);

            // Paused for longer than the failure time-out: it is taken out, and comes back as it was.
            domain.forget("server-1");
            domain.signal("server-2", "STOP");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(domain.output("server-1")).containsPattern("KLS-300100.*left: server-2"));
            domain.signal("server-2", "CONT");
            awaitMembers(domain, 3, ALL);
            domain.awaitSaid("server-1", "KLS-300103");

            assertThat(domain.cli("stop").exit()).isZero();
            for (String server : ALL) {
                assertThat(domain.process(server).waitFor(30, TimeUnit.SECONDS)).isTrue();
                assertThat(domain.process(server).exitValue()).as(server).isZero();
            }
        }
    }
}
