package io.keelson.ee.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ee.stomp.StompClient.Answer;
import io.keelson.security.RealmEditor;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that log in at a server that asks for it, and those that do not, or send what is no STOMP. */
@Timeout(60)
final class StompLoginIT {
    private final Path directory;
    private TestServer server;

    StompLoginIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void start() throws Exception {
        new RealmEditor(directory.resolve("security/realm"), 4_096, "keelson", List.of())
                .put("alice", "wonder land".toCharArray(), List.of());
        server = TestServer.builder().directory(directory).yaml("""
                        name: test
                        admin-server: AdminServer
                        servers:
                          AdminServer:
                            listen-port: 0
                            stomp: {enabled: true, login-timeout: 2s, max-connections: 12}
                        jms-queues:
                          orders: {}
                        """).start();
    }

    @AfterEach
    void stop() throws Exception {
        try {
            // Whatever was sent, others are served; connections that have just ended may still count.
            Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(this::logsIn);
        } finally {
            server.close();
        }
    }

    private void logsIn() throws IOException {
        try (StompClient client = StompClient.connected(server.address(), "login:alice", "passcode:wonder land")) {
            client.sendSafely("SUBSCRIBE", "", "id:1", "destination:/queue/orders");
            client.sendSafely("DISCONNECT", "");
        }
    }

    private String refusal(String... headers) throws IOException {
        try (StompClient client = new StompClient(server.address())) {
            client.send("CONNECT", "", headers);
            client.send("SEND", "x", "destination:/queue/orders", "receipt:1");
            Answer answer = client.read();
            assertThat(answer.command()).isEqualTo("ERROR");
            assertThat(client.isEnded()).isTrue();
            return answer.header("message");
        }
    }

    @Test
    void withoutALoginNobodyIsServed() throws Exception {
        assertThat(refusal("accept-version:1.2")).contains("a login is needed");
        assertThat(refusal("accept-version:1.2", "login:", "passcode:")).contains("a login is needed");
        assertThat(refusal("accept-version:1.2", "login:alice")).isEqualTo("the login is refused");
        assertThat(refusal("accept-version:1.2", "login:alice", "passcode:wonder lan"))
                .isEqualTo("the login is refused");
        assertThat(refusal("accept-version:1.2", "login:bob", "passcode:wonder land"))
                .isEqualTo("the login is refused");
        assertThat(refusal("accept-version:1.2", "login:alice", "passcode: wonder land"))
                .isEqualTo("the login is refused");
    }

    @Test
    void aPasswordInTheClearIsForTheMachineItself() {
        assertThat(new StompLogin(null, true, false).refusal("alice", "wonder land"))
                .contains("over TLS only");
    }

    @Test
    void whoDoesNotLogInInTimeIsClosed() throws Exception {
        try (StompClient client = new StompClient(server.address())) {
            client.raw("CONNECT\naccept-version:1.2\n");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void thereAreNotTooManyConnections() throws Exception {
        StompClient[] all = new StompClient[12];
        for (int i = 0; i < all.length; i++) {
            all[i] = StompClient.connected(server.address(), "login:alice", "passcode:wonder land");
        }
        assertThatThrownBy(() -> StompClient.connected(server.address(), "login:alice", "passcode:wonder land"))
                .isInstanceOf(IOException.class);
        for (StompClient each : all) {
            each.sendSafely("DISCONNECT", "");
            each.close();
        }
        Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(this::logsIn);
    }

    @Test
    void garbageAndFloodsEndTheirConnectionAlone() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            byte[] garbage = new byte[1 + random.nextInt(2_000)];
            random.nextBytes(garbage);
            try (StompClient client = new StompClient(server.address())) {
                client.raw(i % 2 == 0 ? "CONNECT\n" : "STOMP\r\n");
                client.raw(garbage);
                client.socket().shutdownOutput();
                byte[] answer = client.socket().getInputStream().readAllBytes();
                assertThat(new String(answer, java.nio.charset.StandardCharsets.UTF_8))
                        .as("seed %d", seed)
                        .doesNotStartWith("CONNECTED");
            } catch (SocketException e) {
                continue; // closed before it was written; any other exception fails
            }
        }
        byte[] megabyte = new byte[1 << 20];
        java.util.Arrays.fill(megabyte, (byte) 'a');
        try (StompClient client = new StompClient(server.address())) {
            client.raw("CONNECT\nlogin:");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100_000; i++) {
                            client.raw(megabyte);
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
    }
}
