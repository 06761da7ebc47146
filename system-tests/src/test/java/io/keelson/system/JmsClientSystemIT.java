package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client in a JVM of its own, with the thin jar and nothing else of ours, uses JMS by the port of HTTP. */
class JmsClientSystemIT {
    private static final Path JAR = LiveServer.HOME.resolve("client/keelson-client.jar");
    private static final String QUEUES = """
            jms-queues:
              letters: {}
            jms-topics:
              news: {}
            """;

    @TempDir
    private Path directory;

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compile() throws Exception {
        Path source = Path.of("src/test/resources/applications/jmsclient/Mail.java");
        assertThat(javax.tools.ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", JAR.toString(), "-d", classes.toString(), source.toString()))
                .isZero();
    }

    private LiveServer started(String yaml, String... options) throws Exception {
        LiveServer server = LiveServer.create(directory).configure(yaml);
        server.launch(options);
        server.awaitRunning();
        return server;
    }

    private static Client client(String address, String... user) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("keelson://" + address));
        arguments.addAll(List.of(user));
        return Client.start(
                JAR + System.getProperty("path.separator") + classes,
                "jmsclient.Mail",
                arguments.toArray(String[]::new));
    }

    @Test
    @Timeout(value = 4, unit = TimeUnit.MINUTES)
    void allInterfacesWork() throws Exception {
        try (LiveServer server = started(QUEUES);
                Client client = client(server.address())) {
            assertThat(client.line()).isEqualTo("ready");
            assertThat(client.ask("send hello")).isEqualTo("sent");
            assertThat(client.ask("send world")).isEqualTo("sent");
            assertThat(client.ask("browse")).isEqualTo("2");
            assertThat(client.ask("receive colour='blue'")).isEqualTo("null");
            assertThat(client.ask("receive colour='red'")).isEqualTo("hello");
            assertThat(client.ask("receive")).isEqualTo("world");
            assertThat(client.ask("receive colour=")).startsWith("InvalidSelectorRuntimeException: ");
            assertThat(client.ask("transacted")).isEqualTo("kept kept true null");
            assertThat(client.ask("legacy")).isEqualTo("old");
            assertThat(client.ask("subscribe")).isEqualTo("subscribed");
            assertThat(client.ask("publish one")).isEqualTo("published");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> client.ask("heard").equals("1 0"));
            assertThat(client.ask("unsubscribe")).isEqualTo("closed");
            assertThat(client.ask("publish two")).isEqualTo("published");
            assertThat(client.ask("subscribe")).isEqualTo("subscribed");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> client.ask("heard").equals("2 0"));
        }
    }

    @Test
    @Timeout(value = 4, unit = TimeUnit.MINUTES)
    void whoMayComeInIsAsForCalls() throws Exception {
        try (LiveServer server = started(QUEUES, "-Dkeelson.servers.AdminServer.remoting.anonymous-access=never")) {
            assertThat(server.manageUser("ada").statusCode()).isBetween(200, 201);
            try (Client ada = client(server.address(), "ada", "a long password")) {
                assertThat(ada.line()).isEqualTo("ready");
                assertThat(ada.ask("send mine")).isEqualTo("sent");
                assertThat(ada.ask("as ada a_long_password")).isEqualTo("sent");
                assertThat(ada.ask("as ada wrong")).startsWith("JMSSecurityRuntimeException: ");
                assertThat(ada.ask("receive")).isEqualTo("mine");
            }
            assertThat(server.get("/nothing").statusCode()).isEqualTo(404);
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void trafficGoesOnOverAServerThatIsKilled() throws Exception {
        try (LiveServer server = started(QUEUES)) {
            String address = server.address();
            String port = address.substring(address.lastIndexOf(':') + 1);
            try (Client client = client(address)) {
                assertThat(client.line()).isEqualTo("ready");
                assertThat(client.ask("subscribe")).isEqualTo("subscribed");
                assertThat(client.ask("traffic")).isEqualTo("begun");
                for (int i = 0; i < 3; i++) {
                    int before = sent(client);
                    await().atMost(Duration.ofSeconds(60)).until(() -> sent(client) > before + 200);
                    server.kill();
                    server.restart("-Dkeelson.ListenPort=" + port);
                }
                int before = sent(client);
                await().atMost(Duration.ofSeconds(60)).until(() -> sent(client) > before + 200);
                assertThat(client.ask("stop")).isEqualTo("stopped");
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> client.ask("missing").startsWith("0 missing"));
                assertThat(client.ask("missing")).isEqualTo("0 missing 0 twice without a mark");
                assertThat(client.ask("publish after")).isEqualTo("published");
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> client.ask("heard").equals("1 0"));
                assertThat(client.ask("browse")).isEqualTo("0");
            }
        }
    }

    private static int sent(Client client) throws Exception {
        Matcher counts = Pattern.compile("(\\d+) \\d+").matcher(client.ask("counts"));
        assertThat(counts.matches()).isTrue();
        return Integer.parseInt(counts.group(1));
    }

    /** Rubbish on the port ends its own socket only. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void rubbishIsRefused() throws Exception {
        try (LiveServer server = started(QUEUES)) {
            String[] at = server.address().split(":");
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(at[0], Integer.parseInt(at[1])), 5_000);
                socket.setSoTimeout(20_000);
                byte[] bytes = new byte[512];
                bytes[0] = (byte) 0x8b;
                bytes[1] = 'K';
                bytes[2] = 'L';
                bytes[3] = 'S';
                java.util.Arrays.fill(bytes, 4, bytes.length, (byte) 0x7f);
                socket.getOutputStream().write(bytes);
                InputStream in = socket.getInputStream();
                int next = in.read();
                while (next >= 0) {
                    next = in.read();
                }
            } catch (IOException e) {
                assertThat(e).as("reset, which is an end, too").isNotInstanceOf(java.net.SocketTimeoutException.class);
            }
            try (Client client = client(server.address())) {
                assertThat(client.line()).isEqualTo("ready");
                assertThat(client.ask("send hello")).isEqualTo("sent");
            }
        }
    }
}
