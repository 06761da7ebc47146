package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JMS in a cluster: queues that all servers have, topics that one has, and a server that is killed and comes back. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class JmsClusterSystemIT {
    private static final Path JAR = LiveServer.HOME.resolve("client/keelson-client.jar");
    private static final String[] ALL = {"AdminServer", "server-1", "server-2", "server-3"};
    private static final String DESTINATIONS = """

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

    private Client client(LiveDomain domain, String server) throws Exception {
        Client made = Client.start(
                JAR + System.getProperty("path.separator") + classes,
                "jmsclient.Mail",
                "keelson://" + domain.address(server));
        assertThat(made.line()).isEqualTo("ready");
        return made;
    }

    private static int sent(Client client) throws Exception {
        return Integer.parseInt(client.ask("counts").split(" ")[0]);
    }

    @Test
    void noMessageIsStrandedAndAnotherMemberGoesOnWithTheStoreOfOneThatIsKilled() throws Exception {
        Path source = Path.of("src/test/resources/applications/jmsclient/Mail.java");
        assertThat(javax.tools.ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", JAR.toString(), "-d", classes.toString(), source.toString()))
                .isZero();
        try (LiveDomain domain = LiveDomain.create(directory, 3).configure(yaml -> yaml + DESTINATIONS)) {
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            try (Client one = client(domain, "server-1");
                    Client three = client(domain, "server-3")) {
                // The topic is server-1's, and is used through server-3.
                assertThat(three.ask("subscribe")).isEqualTo("subscribed");
                assertThat(three.ask("publish first")).isEqualTo("published");
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> three.ask("heard").equals("1 0"));

                // What is sent to server-1 goes to who receives at server-3.
                assertThat(one.ask("send stranded")).isEqualTo("sent");
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> three.ask("receive").equals("stranded"));

                assertThat(one.ask("traffic")).isEqualTo("begun");
                await().atMost(Duration.ofSeconds(60)).until(() -> sent(one) > 200);
                domain.signal("server-1", "KILL");
                int before = sent(one);
                await().atMost(Duration.ofSeconds(90)).until(() -> sent(one) > before + 200);
                assertThat(three.ask("publish second")).isEqualTo("published");
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> three.ask("heard").equals("2 0"));

                domain.forget("server-1");
                domain.launch("server-1");
                domain.awaitRunning("server-1");
                int again = sent(one);
                await().atMost(Duration.ofSeconds(90)).until(() -> sent(one) > again + 200);
                domain.awaitSaid("server-1", "KLS-040120");
                assertThat(one.ask("stop")).isEqualTo("stopped");
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> one.ask("missing").startsWith("0 missing"));
                assertThat(one.ask("missing")).isEqualTo("0 missing 0 twice without a mark");
            }
        }
    }
}
