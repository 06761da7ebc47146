package io.keelson.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.http.HttpServer;
import io.keelson.http.OutgoingHttp;
import io.keelson.http.OutgoingLoop;
import io.keelson.testkit.TestServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that takes requests to another one, over sockets. */
@Timeout(120)
class RelayIT {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private TestServer server;
    private Behind there;
    private Relay relay;
    private OutgoingLoop.Destination to;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start();
        there = new Behind("there", "1");
        relay = new Relay(server.service(OutgoingHttp.class), "keelson.test.relay");
        to = new OutgoingLoop.Destination(new InetSocketAddress("127.0.0.1", there.port()), "127.0.0.1", null);
        server.service(HttpServer.class).register("/", HttpServer.Audience.APPLICATION, exchange -> {
            if (!relay.take(exchange, to, "there", Map.of("Keelson-Said", "ours"))) {
                exchange.reply(200, "served here");
            }
        });
    }

    @AfterEach
    void stop() {
        relay.close();
        server.close();
        there.close();
    }

    private HttpResponse<String> send(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path)).timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
    }

    @Test
    void aRequestGoesOnWithWhatIsSaidOfItAndNotWithWhatItsClientSaid() throws Exception {
        String seen = send("/a?b=c", "Keelson-Said", "the client's", "Cookie", "JSESSIONID=x!1!2")
                .body();
        assertThat(seen).startsWith("there GET /a?b=c\n").containsIgnoringCase("Keelson-Said: ours");
        assertThat(seen).containsIgnoringCase("Cookie: JSESSIONID=x!1!2").doesNotContain("the client's");
        byte[] body = "body ".repeat(40_000).getBytes(StandardCharsets.US_ASCII);
        HttpRequest echo = HttpRequest.newBuilder(server.uri("/echo"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        assertThat(client.send(echo, HttpResponse.BodyHandlers.ofByteArray()).body())
                .isEqualTo(body);
    }

    @Test
    void whereTheOtherServerIsGoneTheClientIsToldAndAsSoonAsItIsBackItIsAsked() throws Exception {
        assertThat(send("/a").statusCode()).isEqualTo(200);
        int port = there.port();
        there.close();
        HttpResponse<String> refused = send("/a");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        TestServer again = TestServer.builder()
                .yaml("name: test\nservers:\n  AdminServer:\n    listen-port: " + port + "\n")
                .start();
        there = new Behind("back", "1", again);
        await().untilAsserted(() -> assertThat(send("/a").body()).startsWith("back GET /a"));
    }

    @Test
    void whatWantsAnotherProtocolIsServedHereAndSoIsAllAfterTheEnd() throws Exception {
        try (java.net.Socket socket =
                new java.net.Socket("127.0.0.1", server.address().getPort())) {
            socket.getOutputStream()
                    .write(("GET /a HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .contains("served here");
        }
        relay.close();
        assertThat(send("/a").body()).contains("served here");
    }

    /**
     * Ended in good order the connection would deliver a request that nobody waits for any more as soon as a network that was cut
     * delivers again.
     */
    @Test
    void aRequestThatNobodyWaitsForAnyMoreIsCutOff() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket impatient = new Socket("127.0.0.1", server.address().getPort())) {
            to = new OutgoingLoop.Destination(
                    new InetSocketAddress("127.0.0.1", silent.getLocalPort()), "127.0.0.1", null);
            impatient.getOutputStream().write("GET /a HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            try (Socket taken = silent.accept()) {
                InputStream in = taken.getInputStream();
                assertThat(in.read()).isEqualTo('G');
                impatient.close();
                taken.setSoTimeout(20_000);
                assertThatThrownBy(in::readAllBytes).isInstanceOf(SocketException.class);
            }
        }
    }
}
