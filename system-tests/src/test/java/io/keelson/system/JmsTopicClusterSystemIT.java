package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Topics that several servers of a cluster have. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
@Tag("whole")
class JmsTopicClusterSystemIT {
    private static final Path JAR = LiveServer.HOME.resolve("client/keelson-client.jar");
    private static final String[] ALL = {"AdminServer", "server-1", "server-2", "server-3"};

    @TempDir
    private Path directory;

    @TempDir
    private Path classes;

    @BeforeEach
    void compile() {
        Path source = Path.of("src/test/resources/applications/jmstopics/Wire.java");
        assertThat(javax.tools.ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", JAR.toString(), "-d", classes.toString(), source.toString()))
                .isZero();
    }

    private Client client(LiveDomain domain, String server) throws Exception {
        Client made = Client.start(
                JAR + System.getProperty("path.separator") + classes,
                "jmstopics.Wire",
                "keelson://" + domain.address(server));
        assertThat(made.line()).isEqualTo("ready");
        return made;
    }

    private static void hears(Client client, int count) {
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(
                        () -> assertThat(client.ask("heard")).isEqualTo(count + " heard, 0 twice, 0 out of order"));
    }

    private LiveDomain started(String policy) throws Exception {
        LiveDomain domain = LiveDomain.create(directory, 3).configure(yaml -> yaml + """

                        jms-topics:
                          news:
                            forwarding-policy: %s
                        """.formatted(policy));
        domain.launch(ALL);
        domain.awaitRunning(ALL);
        return domain;
    }

    @Test
    void aReplicatedTopicReachesSubscribersOfAllMembersAlsoOverOneThatIsKilled() throws Exception {
        try (LiveDomain domain = started("replicated");
                Client one = client(domain, "server-1");
                Client two = client(domain, "server-2");
                Client three = client(domain, "server-3")) {
            assertThat(two.ask("listen")).isEqualTo("listening");
            assertThat(three.ask("listen")).isEqualTo("listening");
            assertThat(one.ask("publish a 400")).isEqualTo("published");
            hears(two, 400);
            hears(three, 400);
            assertThat(three.ask("publish b 400")).isEqualTo("published");
            hears(two, 800);
            hears(three, 800);

            // A durable subscription is one of the cluster, whichever member a client is at.
            assertThat(one.ask("durable reader")).isEqualTo("subscribed");
            assertThat(two.ask("publish c 10")).isEqualTo("published");
            hears(one, 10);
            assertThat(one.ask("close")).isEqualTo("closed");
            assertThat(three.ask("publish d 100")).isEqualTo("published");
            try (Client reader = client(domain, "server-3")) {
                assertThat(reader.ask("durable reader")).isEqualTo("subscribed");
                hears(reader, 100);

                domain.signal("server-2", "KILL");
                assertThat(one.ask("publish e 300")).isEqualTo("published");
                hears(reader, 400);
                assertThat(three.ask("publish f 100")).isEqualTo("published");
                hears(reader, 500);
                hears(three, 1310);
                assertThat(reader.ask("close")).isEqualTo("closed");
                assertThat(reader.ask("unsubscribe reader")).isEqualTo("unsubscribed");
                assertThat(reader.ask("unsubscribe reader")).startsWith("InvalidDestinationRuntimeException: ");
            }
        }
    }

    @Test
    void aPartitionedTopicReachesSubscribersOfOneMember() throws Exception {
        try (LiveDomain domain = started("partitioned");
                Client one = client(domain, "server-1");
                Client two = client(domain, "server-2")) {
            assertThat(one.ask("listen")).isEqualTo("listening");
            assertThat(two.ask("listen")).isEqualTo("listening");
            assertThat(one.ask("publish a 100")).isEqualTo("published");
            hears(one, 100);
            assertThat(two.ask("publish b 50")).isEqualTo("published");
            hears(two, 50);
            hears(one, 100);
        }
    }
}
