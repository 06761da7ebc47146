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

/** Replicated message stores: the owner is killed and its disk is taken away while a client in a process of its own counts. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class JmsReplicatedStoreSystemIT {
    private static final Path JAR = LiveServer.HOME.resolve("client/keelson-client.jar");
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};
    private static final String SETTINGS = """

            jms:
              message-store: replicated
            jms-queues:
              letters: {}
            jms-topics:
              news:
                servers: [server-1]
            """;

    @TempDir
    private Path directory;

    @TempDir
    private Path classes;

    private static int sent(Client client) throws Exception {
        return Integer.parseInt(client.ask("counts").split(" ")[0]);
    }

    @Test
    void aMemberWithTheCopyGoesOnWhenTheOwnerAndItsDiskAreLost() throws Exception {
        Path source = Path.of("src/test/resources/applications/jmsclient/Mail.java");
        assertThat(javax.tools.ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", JAR.toString(), "-d", classes.toString(), source.toString()))
                .isZero();
        try (LiveDomain domain = LiveDomain.create(directory, 2).configure(yaml -> yaml + SETTINGS)) {
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            // A server is RUNNING before it has the leases of its JMS server.
            domain.awaitSaid("server-1", "KLS-040120", "JMS server server-1 is open");
            try (Client client = Client.start(
                    JAR + System.getProperty("path.separator") + classes,
                    "jmsclient.Mail",
                    "keelson://" + domain.address("server-1"))) {
                assertThat(client.line()).isEqualTo("ready");
                assertThat(client.ask("traffic")).isEqualTo("begun");
                await().atMost(Duration.ofSeconds(60)).until(() -> sent(client) > 200);
                domain.awaitSaid("server-1", "KLS-040102", "copy of the message store server-1");

                domain.signal("server-1", "KILL");
                Path store = domain.directory().resolve("servers/server-1/jms");
                Files.move(store, domain.directory().resolve("lost"));
                int before = sent(client);
                await().atMost(Duration.ofSeconds(60)).until(() -> sent(client) > before + 200);

                // The home gets a copy, then its JMS server.
                domain.forget("server-1");
                domain.launch("server-1");
                domain.awaitRunning("server-1");
                domain.awaitSaid("server-1", "JMS server server-1 is open");
                int again = sent(client);
                await().atMost(Duration.ofSeconds(60)).until(() -> sent(client) > again + 200);
                assertThat(client.ask("stop")).isEqualTo("stopped");
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> client.ask("missing").startsWith("0 missing"));
                assertThat(client.ask("missing")).isEqualTo("0 missing 0 twice without a mark");
                assertThat(client.ask("disorder")).isEqualTo("0 out of order");
            }
        }
    }
}
