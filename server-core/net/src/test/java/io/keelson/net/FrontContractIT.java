package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.http.AccessLog;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer.Audience;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ForwardedHeaders;
import io.keelson.net.config.FrontSettings;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.H2Client;
import io.keelson.net.fixture.H2Frames;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import io.keelson.net.fixture.ServerSockets;
import io.keelson.net.fixture.TestKeys;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what fronts say of their clients, and who is believed; run on each muxer. */
@Timeout(60)
abstract class FrontContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: own.example:7001\r\n";
    private static final String FORWARDED =
            "X-Forwarded-For: 6.6.6.6, 192.0.2.1\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: shop.example\r\n";

    private final List<String> logged = new CopyOnWriteArrayList<>();

    @TempDir
    private Path domain;

    private NetServer server;

    abstract Muxer.Kind muxer();

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private void start(FrontSettings front, Map<String, Object> more) throws Exception {
        Map<String, Object> settings = new HashMap<>(MuxerChoice.of(muxer()));
        settings.put("listenPort", 0);
        settings.put("tlsListenPort", 0);
        settings.put("front", front);
        settings.putAll(more);
        server = new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(2, 10), domain).start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, e -> e.reply(200, describe(e)));
        AccessLog log = entry -> logged.add(entry.remoteAddress().getHostString());
        server.http().accessLog(log);
    }

    private static FrontSettings front(String trusted, ForwardedHeaders headers, boolean proxy) {
        return new FrontSettings(trusted.isEmpty() ? List.of() : List.of(trusted), headers, proxy, null);
    }

    private static String describe(HttpExchange e) {
        return text(e.remoteAddress()) + " " + text(e.localAddress()) + " " + e.secure() + " "
                + e.request().scheme() + " " + e.request().authority();
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private RawClient client() throws Exception {
        return new RawClient(server.address("Default"));
    }

    private String ask(String before, String fields) throws Exception {
        try (RawClient client = client()) {
            String response = client.send(before + GET + fields + "\r\n").response();
            return response.substring(response.indexOf("\n\n") + 2).strip();
        }
    }

    @Test
    void believesHeaderFieldsOfTrustedFrontsOnly() throws Exception {
        start(front("127.0.0.1", ForwardedHeaders.X_FORWARDED, false), Map.of());
        assertThat(ask("", FORWARDED)).startsWith("192.0.2.1:0 127.0.0.1:").endsWith(" true https shop.example");
        assertThat(ask("", "")).startsWith("127.0.0.1:").endsWith(" false http own.example:7001");
        assertThat(ask("", "Forwarded: for=9.9.9.9\r\n")).startsWith("127.0.0.1:");
        assertThat(logged).containsExactly("192.0.2.1", "127.0.0.1", "127.0.0.1");
        server.close();
        start(front("127.0.0.2", ForwardedHeaders.X_FORWARDED, false), Map.of());
        assertThat(ask("", FORWARDED)).startsWith("127.0.0.1:").endsWith(" false http own.example:7001");
        server.close();
        start(front("", ForwardedHeaders.X_FORWARDED, false), Map.of());
        assertThat(ask("", FORWARDED)).startsWith("127.0.0.1:").endsWith(" false http own.example:7001");
    }

    @Test
    void believesForwardedWhereThatIsConfigured() throws Exception {
        start(front("127.0.0.0/8", ForwardedHeaders.FORWARDED, false), Map.of());
        String field = "Forwarded: for=\"[2001:db8::7]:81\";proto=https;host=\"shop.example:8443\"\r\n";
        assertThat(ask("", field)).startsWith("2001:db8:0:0:0:0:0:7:81 ").endsWith("true https shop.example:8443");
        assertThat(ask("", FORWARDED)).startsWith("127.0.0.1:").endsWith(" false http own.example:7001");
    }

    @Test
    void forgetsTheOriginOfTheRequestBefore() throws Exception {
        start(front("127.0.0.1", ForwardedHeaders.X_FORWARDED, false), Map.of());
        try (RawClient client = client()) {
            assertThat(client.send(GET + FORWARDED + "\r\n").response()).contains("192.0.2.1:0 ");
            assertThat(client.send(GET + "\r\n").response())
                    .contains("127.0.0.1:")
                    .contains("own.example");
            // Refused before it is dispatched, and not logged as of somebody else.
            client.send("GET /\0 HTTP/1.1\r\n\r\n");
            assertThat(client.response()).startsWith("HTTP/1.1 400 ");
        }
        await().untilAsserted(() -> assertThat(logged).containsExactly("192.0.2.1", "127.0.0.1", "127.0.0.1"));
    }

    @Test
    void takesTheClientFromTheProxyProtocol() throws Exception {
        start(front("127.0.0.1", ForwardedHeaders.X_FORWARDED, true), Map.of());
        assertThat(ask("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\n", ""))
                .isEqualTo("192.0.2.1:56324 198.51.100.2:443 false http own.example:7001");
        // The client is no front, whatever it says.
        assertThat(ask("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\n", FORWARDED))
                .isEqualTo("192.0.2.1:56324 198.51.100.2:443 false http own.example:7001");
        assertThat(ask("PROXY UNKNOWN\r\n", "")).startsWith("127.0.0.1:");
        String binary =
                "\r\n\r\n\0\r\nQUIT\n\u0021\u0011\0\u0014\u00c0\0\u0002\u0001\u00c6\u0033\u0064\u0002\u00dc\u0004"
                        + "\u0001\u00bb\u0020\0\u0005\u0001\0\0\0\0";
        assertThat(ask(binary, "")).isEqualTo("192.0.2.1:56324 198.51.100.2:443 true https own.example:7001");
        assertThat(logged).containsExactly("192.0.2.1", "192.0.2.1", "127.0.0.1", "192.0.2.1");
    }

    @Test
    void takesAHeaderInPieces() throws Exception {
        start(front("127.0.0.1", ForwardedHeaders.X_FORWARDED, true), Map.of());
        try (RawClient client = client()) {
            for (byte b : "PROXY TCP6 2001:db8::1 ::1 1 2\r\nGET".getBytes(StandardCharsets.US_ASCII)) {
                client.socket().getOutputStream().write(b);
            }
            assertThat(client.send(GET.substring(3) + "\r\n").response())
                    .contains("2001:db8:0:0:0:0:0:1:1 0:0:0:0:0:0:0:1:2");
        }
    }

    @Test
    void closesConnectionsThatDoNotBeginWithTheProxyProtocol() throws Exception {
        ChannelLimits limits = Defaults.of(ChannelLimits.class, Map.of("headerTimeout", Duration.ofMillis(300)));
        start(front("127.0.0.1", ForwardedHeaders.X_FORWARDED, true), Map.of("limits", limits));
        for (String bytes :
                List.of(GET + "\r\n", "PROXY TCP4 a b 1 2\r\n" + GET + "\r\n", "\r\n\r\n\0\r\nQUIX", "", "PROXY T")) {
            try (RawClient client = client()) {
                assertThat(client.send(bytes).closed()).as(bytes).isTrue();
            }
        }
        awaitNoConnections();
    }

    @Test
    void closesConnectionsOfStrangersWhereTheProxyProtocolIsSpoken() throws Exception {
        start(front("127.0.0.2", ForwardedHeaders.X_FORWARDED, true), Map.of());
        for (int i = 0; i < 20; i++) {
            try (RawClient client = client()) {
                assertThat(client.closed()).isTrue();
            }
        }
        try (Socket trusted = new Socket()) {
            trusted.bind(new InetSocketAddress("127.0.0.2", 0));
            trusted.connect(server.address("Default"));
            RawClient client = new RawClient(trusted);
            client.send("PROXY TCP4 192.0.2.1 198.51.100.2 1 443\r\n" + GET + "\r\n");
            assertThat(client.response()).contains("192.0.2.1:1 ");
        }
        awaitNoConnections();
    }

    /** Returns what the server says to a request by HTTP/2 of prior knowledge, behind those bytes. */
    private static String askByHttp2(Socket socket, String before, String... fields) throws Exception {
        socket.getOutputStream().write(before.getBytes(StandardCharsets.ISO_8859_1));
        try (H2Client client = H2Client.begin(socket)) {
            String[] all = H2Frames.fields("GET", "/", fields);
            all[7] = "own.example:7001";
            client.send(client.frames().headers(1, true, all));
            return client.answer(1).body().strip();
        }
    }

    private String askByHttp2(String before, String... fields) throws Exception {
        InetSocketAddress address = server.address("Default");
        return askByHttp2(new Socket(address.getAddress(), address.getPort()), before, fields);
    }

    @Test
    void believesHeaderFieldsOverHttp2() throws Exception {
        String[] forwarded = {
            "x-forwarded-for", "6.6.6.6, 192.0.2.1", "x-forwarded-proto", "https", "x-forwarded-host", "shop.example"
        };
        start(front("127.0.0.1", ForwardedHeaders.X_FORWARDED, false), Map.of());
        assertThat(askByHttp2("", forwarded))
                .startsWith("192.0.2.1:0 127.0.0.1:")
                .endsWith(" true https shop.example");
        assertThat(askByHttp2("")).startsWith("127.0.0.1:").endsWith(" false http own.example:7001");
        assertThat(askByHttp2("", "forwarded", "for=9.9.9.9")).startsWith("127.0.0.1:");
        // Each stream of a connection is somebody else's.
        try (H2Client client = H2Client.begin(server.address("Default"))) {
            client.send(
                    client.frames().headers(1, true, H2Frames.fields("GET", "/", "x-forwarded-for", "192.0.2.1")),
                    client.frames().headers(3, true, H2Frames.fields("GET", "/")),
                    client.frames().headers(5, true, H2Frames.fields("GET", "/", "x-forwarded-for", "192.0.2.2")));
            assertThat(client.answer(1).body()).startsWith("192.0.2.1:0 ");
            assertThat(client.answer(3).body()).startsWith("127.0.0.1:");
            assertThat(client.answer(5).body()).startsWith("192.0.2.2:0 ");
        }
        assertThat(logged)
                .containsExactly("192.0.2.1", "127.0.0.1", "127.0.0.1", "192.0.2.1", "127.0.0.1", "192.0.2.2");
        server.close();
        start(front("127.0.0.1", ForwardedHeaders.FORWARDED, false), Map.of());
        assertThat(askByHttp2("", "forwarded", "for=\"[2001:db8::7]:81\";proto=https;host=\"shop.example:8443\""))
                .startsWith("2001:db8:0:0:0:0:0:7:81 ")
                .endsWith("true https shop.example:8443");
        assertThat(askByHttp2("", forwarded)).startsWith("127.0.0.1:");
        server.close();
        start(front("127.0.0.2", ForwardedHeaders.X_FORWARDED, false), Map.of());
        assertThat(askByHttp2("", forwarded)).startsWith("127.0.0.1:").endsWith(" false http own.example:7001");
    }

    @Test
    void takesTheClientFromTheProxyProtocolInFrontOfHttp2() throws Exception {
        start(front("127.0.0.1", ForwardedHeaders.X_FORWARDED, true), Map.of());
        String header = "PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\n";
        assertThat(askByHttp2(header)).isEqualTo("192.0.2.1:56324 198.51.100.2:443 false http own.example:7001");
        assertThat(askByHttp2(header, "x-forwarded-for", "6.6.6.6")).startsWith("192.0.2.1:56324 ");
        // By Upgrade.
        try (RawClient client = client()) {
            client.send(header + GET + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                    + "HTTP2-Settings: AAMAAABk\r\n\r\n");
            assertThat(client.head()).startsWith("HTTP/1.1 101 ");
            H2Client upgraded = new H2Client(client.socket()).send(H2Frames.preface(), H2Frames.settings());
            assertThat(upgraded.answer(1).body().strip())
                    .isEqualTo("192.0.2.1:56324 198.51.100.2:443 false http own.example:7001");
        }
        // The preface without the header before it.
        try (RawClient client = client()) {
            client.send(new String(H2Frames.preface(), StandardCharsets.US_ASCII));
            assertThat(client.closed()).isTrue();
        }
        assertThat(logged).containsExactly("192.0.2.1", "192.0.2.1", "192.0.2.1");
        awaitNoConnections();
    }

    private void awaitNoConnections() {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(
                                ServerSockets.states(server.address("Default").getPort()))
                        .isEmpty());
    }

    @Test
    void speaksTlsBehindTheProxyProtocol() throws Exception {
        TestKeys authority = new TestKeys("Test authority");
        authority.issue("shop", "127.0.0.1").write(domain.resolve("c.pem"), domain.resolve("c.key"));
        TlsSettings tls =
                Defaults.of(TlsSettings.class, Map.of("certificate", Path.of("c.pem"), "key", Path.of("c.key")));
        start(front("127.0.0.1", ForwardedHeaders.X_FORWARDED, true), Map.of("tls", tls));
        InetSocketAddress address = server.address("DefaultSecure");
        Socket plain = new Socket(address.getAddress(), address.getPort());
        plain.getOutputStream()
                .write("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\n".getBytes(StandardCharsets.US_ASCII));
        try (SSLSocket socket = (SSLSocket)
                authority.client().getSocketFactory().createSocket(plain, "127.0.0.1", address.getPort(), true)) {
            RawClient client = new RawClient(socket);
            assertThat(client.send(GET + "\r\n").response())
                    .endsWith("192.0.2.1:56324 198.51.100.2:443 true https own.example:7001\n");
        }
        Socket again = new Socket(address.getAddress(), address.getPort());
        again.getOutputStream()
                .write("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\n".getBytes(StandardCharsets.US_ASCII));
        try (SSLSocket socket = (SSLSocket)
                authority.client().getSocketFactory().createSocket(again, "127.0.0.1", address.getPort(), true)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            assertThat(askByHttp2(socket, ""))
                    .isEqualTo("192.0.2.1:56324 198.51.100.2:443 true https own.example:7001");
        }
        // TLS without the header before it.
        try (RawClient client = new RawClient(address)) {
            assertThat(client.send("\u0016\u0003\u0001").closed()).isTrue();
        }
    }
}
