package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.http.FileBody;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer.Audience;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.CertificateSettings;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ClientAuth;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.H2Client;
import io.keelson.net.fixture.LeakWatch;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import io.keelson.net.fixture.ServerSockets;
import io.keelson.net.fixture.TestKeys;
import io.keelson.net.fixture.TestKeys.Issued;
import io.keelson.net.spi.TlsSession;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS on a channel; run on each muxer. Keys are made anew. */
@Timeout(60)
abstract class TlsContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: shop.example.com\r\n\r\n";
    private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");
    private static final int LARGE = 24 * 1024 * 1024;

    private final TestKeys authority = new TestKeys("Test authority");
    private final AtomicInteger fullHandshakes = new AtomicInteger();

    @TempDir
    private Path domain;

    private NetServer server;

    abstract Muxer.Kind muxer();

    @BeforeEach
    void issue() throws Exception {
        authority
                .issue("shop", "shop.example.com", "127.0.0.1")
                .write(domain.resolve("c.pem"), domain.resolve("c.key"));
        authority.write(domain.resolve("authority.pem"));
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private void start(Map<String, Object> tls) throws Exception {
        start(tls, Map.of());
    }

    private void start(Map<String, Object> tls, Map<String, Object> limits) throws Exception {
        server = new NetServer(settings(tls, limits), new PoolManagers(8, 100), domain).start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, this::handle);
    }

    /** Changes what the channel grants while it listens. */
    private void limit(Map<String, Object> limits) throws Exception {
        server.subsystem().prepare(NetServer.configuration(settings(Map.of(), limits)));
        server.subsystem().commit();
    }

    private ServerNetwork settings(Map<String, Object> tls, Map<String, Object> limits) {
        Map<String, Object> values = new HashMap<>(Map.of("certificate", Path.of("c.pem"), "key", Path.of("c.key")));
        values.putAll(tls);
        Map<String, Object> settings = new HashMap<>(MuxerChoice.of(muxer()));
        settings.put("listenPort", 0);
        settings.put("tlsListenPort", 0);
        settings.put("tls", Defaults.of(TlsSettings.class, values));
        settings.put("limits", Defaults.of(ChannelLimits.class, limits));
        return Defaults.of(ServerNetwork.class, settings);
    }

    private void handle(HttpExchange exchange) {
        exchange.body().limit(-1);
        exchange.handOver(server.managers().standard(), () -> {
            try {
                serve(exchange);
            } catch (IOException e) {
                exchange.abort(e);
            }
        });
    }

    private void serve(HttpExchange exchange) throws IOException {
        switch (exchange.request().path()) {
            case "/tls" -> exchange.reply(200, describe(exchange));
            case "/digest" -> exchange.reply(200, digest(exchange));
            case "/large" -> large(exchange);
            case "/file" -> {
                try (FileBody file = exchange.response().openFile(domain.resolve("file"))) {
                    exchange.response().writeFile(file, 0, LARGE, true);
                }
            }
            case "/abort" -> {
                exchange.response().headers().set("Connection", "close");
                exchange.response().write(ByteBuffer.wrap(new byte[1000]), false);
                exchange.response().flush();
                exchange.abort(null);
            }
            case "/refuse" -> {
                exchange.response().headers().set("Connection", "close");
                exchange.reply(413, "no");
            }
            default -> exchange.reply(200, "hello");
        }
    }

    private static String describe(HttpExchange exchange) {
        TlsSession tls = exchange.tls();
        if (tls == null) {
            return exchange.secure() + " " + exchange.request().scheme();
        }
        List<String> peers = tls.peerCertificates().stream()
                .map(c -> c.getSubjectX500Principal().getName())
                .toList();
        return exchange.secure() + " " + exchange.request().scheme() + " " + tls.protocol() + " " + tls.keySize() + " "
                + tls.cipherSuite() + " " + tls.id().length() + " " + peers;
    }

    private static String digest(HttpExchange exchange) throws IOException {
        MessageDigest digest = sha();
        byte[] piece = new byte[64 * 1024];
        int n;
        while ((n = exchange.body().read(piece, 0, piece.length)) >= 0) {
            digest.update(piece, 0, n);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void large(HttpExchange exchange) throws IOException {
        Random random = new Random(LARGE);
        byte[] piece = new byte[1024 * 1024];
        for (int sent = 0; sent < LARGE; sent += piece.length) {
            random.nextBytes(piece);
            exchange.response().write(ByteBuffer.wrap(piece.clone()), sent + piece.length == LARGE);
        }
    }

    private static String digestOfLarge() {
        MessageDigest digest = sha();
        Random random = new Random(LARGE);
        byte[] piece = new byte[1024 * 1024];
        for (int sent = 0; sent < LARGE; sent += piece.length) {
            random.nextBytes(piece);
            digest.update(piece);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    // ---- clients

    private SSLSocket connect(SSLContext context, String version, String name) throws IOException {
        return wrap(new Socket("127.0.0.1", port()), context, version, name);
    }

    private int port() {
        return server.address("DefaultSecure").getPort();
    }

    private static SSLSocket wrap(Socket plain, SSLContext context, String version, String name) throws IOException {
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true);
        socket.setEnabledProtocols(new String[] {version});
        SSLParameters parameters = socket.getSSLParameters();
        if (name != null) {
            parameters.setServerNames(List.of(new SNIHostName(name)));
        }
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(20_000);
        return socket;
    }

    private RawClient client(String version) throws Exception {
        return new RawClient(connect(authority.client(), version, null));
    }

    /** A context that counts the certificates it is shown: a resumed session shows none. */
    private SSLContext counting() throws Exception {
        X509TrustManager counting = new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {
                fullHandshakes.incrementAndGet();
            }

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        return TestKeys.client(null, new TrustManager[] {counting});
    }

    private static String subject(SSLSocket socket) throws IOException {
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                .getSubjectX500Principal()
                .getName();
    }

    private void awaitNoConnections() {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(ServerSockets.states(port())).isEmpty());
    }

    // ---- what must be

    @Test
    void servesBothVersionsAndSaysWhatWasAgreedOn() throws Exception {
        start(Map.of());
        for (String version : VERSIONS) {
            try (RawClient client = client(version)) {
                String answer =
                        client.send("GET /tls HTTP/1.1\r\nHost: a\r\n\r\n").response();
                assertThat(answer)
                        .contains("true https " + version + " 128 TLS_")
                        .contains("AES_128_GCM_SHA256 64 []");
                assertThat(client.send(GET).response()).endsWith("hello\n");
            }
        }
        try (RawClient clear = new RawClient(server.address("Default"))) {
            assertThat(clear.send("GET /tls HTTP/1.1\r\nHost: a\r\n\r\n").response())
                    .endsWith("false http\n");
        }
        assertThat(server.channels().tls("DefaultSecure").handshakes()).isEqualTo(2);
        awaitNoConnections();
    }

    @Test
    void agreesOnAProtocolByItsNameOrRefuses() throws Exception {
        start(Map.of());
        for (List<String> offered : List.of(List.of("http/1.1"), List.of("spdy/3", "http/1.0"))) {
            try (SSLSocket socket = connect(authority.client(), "TLSv1.3", null)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setApplicationProtocols(offered.toArray(String[]::new));
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                assertThat(socket.getApplicationProtocol()).isEqualTo(offered.get(offered.size() - 1));
                assertThat(new RawClient(socket).send(GET).response()).endsWith("hello\n");
            }
        }
        try (SSLSocket socket = connect(authority.client(), "TLSv1.3", null)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"smtp"});
            socket.setSSLParameters(parameters);
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
        }
    }

    /** The setting is live, and connections that have chosen HTTP/2 keep it. */
    @Test
    void offersHttp2OnlyWhereItIsSpoken() throws Exception {
        start(Map.of());
        try (SSLSocket before = offering("h2", "http/1.1")) {
            assertThat(before.getApplicationProtocol()).isEqualTo("h2");
            H2Client old = H2Client.begin(before);
            for (boolean spoken : new boolean[] {false, true}) {
                limit(Map.of("http2Enabled", spoken));
                try (SSLSocket socket = offering("h2", "http/1.1")) {
                    assertThat(socket.getApplicationProtocol()).isEqualTo(spoken ? "h2" : "http/1.1");
                    if (spoken) {
                        assertThat(H2Client.begin(socket).get(1, "/").answer(1).body())
                                .isEqualTo("hello\n");
                    } else {
                        assertThat(new RawClient(socket).send(GET).response()).endsWith("hello\n");
                        assertThatThrownBy(() -> offering("h2")).isInstanceOf(SSLException.class);
                    }
                }
            }
            assertThat(old.get(1, "/").answer(1).body()).isEqualTo("hello\n");
        }
    }

    @Test
    void offersNoHttp2WhereItIsSwitchedOffFromTheStart() throws Exception {
        start(Map.of(), Map.of("http2Enabled", false));
        try (SSLSocket socket = offering("h2", "http/1.1")) {
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
    }

    private SSLSocket offering(String... alpn) throws Exception {
        SSLSocket socket = connect(authority.client(), "TLSv1.3", null);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(alpn);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    @Test
    void servesTheJdksHttpClient() throws Exception {
        start(Map.of());
        HttpClient client =
                HttpClient.newBuilder().sslContext(authority.client()).build();
        URI uri = URI.create("https://127.0.0.1:" + port() + "/digest");
        byte[] body = new byte[100_000];
        new Random(1).nextBytes(body);
        String expected = HexFormat.of().formatHex(sha().digest(body));
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .POST(BodyPublishers.ofByteArray(body))
                    .build();
            answers.add(client.sendAsync(request, BodyHandlers.ofString())
                    .thenApply(r -> r.body().strip()));
        }
        for (CompletableFuture<String> answer : answers) {
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
        }
    }

    @Test
    void resumesSessions() throws Exception {
        start(Map.of());
        for (String version : VERSIONS) {
            SSLContext context = counting();
            fullHandshakes.set(0);
            for (int i = 0; i < 3; i++) {
                try (RawClient client = new RawClient(connect(context, version, null))) {
                    assertThat(client.send(GET).response()).endsWith("hello\n");
                }
            }
            assertThat(fullHandshakes).as(version).hasValue(1);
        }
    }

    @Test
    void choosesTheCertificateByTheNameThatIsAskedFor() throws Exception {
        authority.issueRsa("other", "other.example.com").write(domain.resolve("o.pem"), domain.resolve("o.key"));
        authority.issue("wild", "*.example.org").write(domain.resolve("w.pem"), domain.resolve("w.key"));
        start(Map.of(
                "certificates",
                List.of(
                        new CertificateSettings(Path.of("o.pem"), Path.of("o.key"), null, null, null, null),
                        new CertificateSettings(Path.of("w.pem"), Path.of("w.key"), null, null, null, null))));
        Map<String, String> expected = Map.of(
                "shop.example.com", "CN=shop",
                "other.example.com", "CN=other",
                "a.example.org", "CN=wild",
                "a.b.example.org", "CN=shop",
                "nobody.example.com", "CN=shop");
        for (String version : VERSIONS) {
            for (Map.Entry<String, String> one : expected.entrySet()) {
                try (SSLSocket socket = connect(authority.client(), version, one.getKey())) {
                    socket.startHandshake();
                    assertThat(subject(socket)).isEqualTo(one.getValue());
                }
            }
            try (SSLSocket socket = connect(authority.client(), version, null)) {
                socket.startHandshake();
                assertThat(subject(socket)).isEqualTo("CN=shop");
            }
        }
    }

    @Test
    void wantsOrRequiresClientCertificates() throws Exception {
        Issued alice = authority.issue("alice");
        Issued stranger = new TestKeys("Another authority").issue("mallory");
        for (ClientAuth auth : List.of(ClientAuth.WANTED, ClientAuth.REQUIRED)) {
            start(Map.of("clientAuth", auth, "trust", Path.of("authority.pem")));
            for (String version : VERSIONS) {
                assertThat(ask(authority.client(alice.keyManagers()), version)).contains("[CN=alice]");
                if (auth == ClientAuth.WANTED) {
                    assertThat(ask(authority.client(), version)).endsWith(" []\n");
                } else {
                    SSLContext nobody = authority.client();
                    assertThatThrownBy(() -> ask(nobody, version)).isInstanceOf(IOException.class);
                }
                SSLContext unknown = showing(stranger);
                assertThatThrownBy(() -> ask(unknown, version)).isInstanceOf(IOException.class);
            }
            awaitNoConnections();
            server.close();
        }
    }

    /** One that shows its certificate also where its issuer is not asked for. */
    private SSLContext showing(Issued issued) throws Exception {
        javax.net.ssl.X509ExtendedKeyManager keys = (javax.net.ssl.X509ExtendedKeyManager) issued.keyManagers()[0];
        return authority.client(new javax.net.ssl.X509ExtendedKeyManager() {
            @Override
            public String[] getClientAliases(String type, java.security.Principal[] issuers) {
                return keys.getClientAliases(type, null);
            }

            @Override
            public String chooseClientAlias(String[] type, java.security.Principal[] issuers, Socket socket) {
                return keys.chooseClientAlias(type, null, socket);
            }

            @Override
            public String[] getServerAliases(String type, java.security.Principal[] issuers) {
                return null;
            }

            @Override
            public String chooseServerAlias(String type, java.security.Principal[] issuers, Socket socket) {
                return null;
            }

            @Override
            public X509Certificate[] getCertificateChain(String alias) {
                return keys.getCertificateChain(alias);
            }

            @Override
            public java.security.PrivateKey getPrivateKey(String alias) {
                return keys.getPrivateKey(alias);
            }
        });
    }

    private String ask(SSLContext context, String version) throws IOException {
        try (RawClient client = new RawClient(connect(context, version, null))) {
            return client.send("GET /tls HTTP/1.1\r\nHost: a\r\n\r\n").response();
        }
    }

    @Test
    void resumesASessionWithItsClientCertificate() throws Exception {
        Issued alice = authority.issue("alice");
        start(Map.of("clientAuth", ClientAuth.REQUIRED, "trust", Path.of("authority.pem")));
        for (String version : VERSIONS) {
            SSLContext context = authority.client(alice.keyManagers());
            assertThat(ask(context, version)).contains("[CN=alice]");
            assertThat(ask(context, version)).contains("[CN=alice]");
        }
    }

    /** Also where it was in already, by an idle connection or a session that it resumes. */
    @Test
    void letsNobodyStayWhoseCertificateWasRevoked() throws Exception {
        Issued alice = authority.issue("alice");
        Issued bob = authority.issue("bob");
        start(Map.of("clientAuth", ClientAuth.WANTED, "trust", Path.of("authority.pem")));
        for (String version : VERSIONS) {
            assertThat(server.channels().refuse(certificate -> false)).isZero();
            SSLContext revoked = authority.client(alice.keyManagers());
            try (RawClient idle = new RawClient(connect(revoked, version, null));
                    RawClient other = new RawClient(connect(authority.client(bob.keyManagers()), version, null));
                    RawClient nobody = client(version)) {
                assertThat(idle.send(GET).response()).endsWith("hello\n");
                assertThat(other.send(GET).response()).endsWith("hello\n");
                assertThat(nobody.send(GET).response()).endsWith("hello\n");
                assertThat(server.channels()
                                .refuse(certificate -> certificate
                                        .getSubjectX500Principal()
                                        .getName()
                                        .equals("CN=alice")))
                        .isEqualTo(1);
                assertThat(idle.closed()).isTrue();
                assertThatThrownBy(() -> ask(revoked, version)).isInstanceOf(IOException.class);
                assertThat(other.send(GET).response()).endsWith("hello\n");
                assertThat(nobody.send(GET).response()).endsWith("hello\n");
            }
        }
        awaitNoConnections();
    }

    @Test
    void tellsWhoForgotTheSOfHttps() throws Exception {
        start(Map.of());
        try (RawClient client = new RawClient(server.address("DefaultSecure"))) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(4000));
            assertThat(client.rest())
                    .startsWith("HTTP/1.1 400 ")
                    .endsWith("Ask for https in the place of http, please.");
        }
        for (String garbage :
                List.of("\0\0\0\0\0\0", "\u0080\u002e\u0001\u0000", "\u0015\u0003\u0001\u0000\u0002\u0001\u0000")) {
            try (RawClient client = new RawClient(server.address("DefaultSecure"))) {
                assertThat(client.send(garbage).rest()).isEmpty();
            }
        }
        // The first byte is right, and nothing else.
        try (RawClient client = new RawClient(server.address("DefaultSecure"))) {
            client.send("\u0016hello, is anybody there?");
            client.rest();
        }
        await().until(() -> server.channels().tls("DefaultSecure").failedHandshakes() == 5);
        awaitNoConnections();
    }

    @Test
    void closesWhoIsTooSlowInTheHandshake() throws Exception {
        start(Map.of("handshakeTimeout", Duration.ofMillis(300)));
        try (RawClient silent = new RawClient(server.address("DefaultSecure"));
                RawClient slow = new RawClient(server.address("DefaultSecure"))) {
            slow.send("\u0016\u0003\u0001\u0002\u0000\u0001");
            assertThat(silent.closed()).isTrue();
            assertThat(slow.closed()).isTrue();
        }
        await().until(() -> server.channels().tls("DefaultSecure").failedHandshakes() == 2);
        awaitNoConnections();
    }

    @Test
    void closesWhoSendsMuchBeforeTheHandshakeIsOver() throws Exception {
        start(Map.of("handshakeTimeout", Duration.ofSeconds(2)));
        try (RawClient flood = new RawClient(server.address("DefaultSecure"))) {
            // A record whose end never comes, and then as much as the client can get rid of.
            flood.send("\u0016\u0003\u0001\u003f\u00ff\u0001");
            byte[] much = new byte[1024 * 1024];
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 500; i++) {
                            flood.socket().getOutputStream().write(much);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        awaitNoConnections();
    }

    @Test
    void refusesRenegotiation() throws Exception {
        start(Map.of());
        try (SSLSocket socket = connect(authority.client(), "TLSv1.2", null)) {
            RawClient client = new RawClient(socket);
            assertThat(client.send(GET).response()).endsWith("hello\n");
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        client.send(GET).response();
                    })
                    .isInstanceOf(IOException.class);
        }
        awaitNoConnections();
    }

    @Test
    void movesMuchBothWays() throws Exception {
        byte[] piece = new byte[1024 * 1024];
        Random random = new Random(LARGE);
        try (OutputStream file = Files.newOutputStream(domain.resolve("file"))) {
            for (int i = 0; i < LARGE; i += piece.length) {
                random.nextBytes(piece);
                file.write(piece);
            }
        }
        start(Map.of());
        String expected = digestOfLarge();
        try (RawClient client = client("TLSv1.3")) {
            client.send("POST /digest HTTP/1.1\r\nHost: a\r\nContent-Length: " + LARGE + "\r\n\r\n");
            try (InputStream file = Files.newInputStream(domain.resolve("file"))) {
                file.transferTo(client.socket().getOutputStream());
            }
            assertThat(client.response()).endsWith(expected + "\n");
            for (String path : List.of("/file", "/large")) {
                client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
                String head = client.head();
                assertThat(head).startsWith("HTTP/1.1 200 ");
                assertThat(digestOf(client.socket().getInputStream(), head.contains("chunked")))
                        .isEqualTo(expected);
            }
            assertThat(client.send(GET).response()).endsWith("hello\n");
        }
        awaitNoConnections();
    }

    private static String digestOf(InputStream in, boolean chunked) throws IOException {
        MessageDigest digest = sha();
        int left = LARGE;
        byte[] piece = new byte[64 * 1024];
        while (left > 0) {
            int size = left;
            if (chunked) {
                size = Integer.parseInt(line(in), 16);
            }
            left -= size;
            while (size > 0) {
                int n = in.read(piece, 0, Math.min(size, piece.length));
                if (n < 0) {
                    throw new IOException("closed");
                }
                digest.update(piece, 0, n);
                size -= n;
            }
            if (chunked) {
                line(in);
            }
        }
        if (chunked) {
            assertThat(line(in)).isEqualTo("0");
            line(in);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("closed");
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    @Test
    void answersWhoHasEndedItsSideInTls13() throws Exception {
        start(Map.of());
        try (RawClient client = client("TLSv1.3")) {
            client.send(GET);
            client.socket().shutdownOutput();
            assertThat(client.rest()).endsWith("hello\n");
        }
        awaitNoConnections();
    }

    /** A socket that keeps what it has received, as the JDK's client does not say how TLS ended. */
    private static final class Recording extends Socket {
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();

        Recording(int port) throws IOException {
            super("127.0.0.1", port);
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    int n = super.read(target, offset, length);
                    received.write(target, offset, Math.max(0, n));
                    return n;
                }
            };
        }

        /** The records by type and length. */
        List<String> records() {
            List<String> records = new ArrayList<>();
            ByteBuffer all = ByteBuffer.wrap(received.toByteArray());
            while (all.remaining() >= 5) {
                int type = all.get();
                all.getShort();
                int length = all.getShort();
                records.add(type + ":" + length);
                all.position(all.position() + length);
            }
            return records;
        }
    }

    /** The last record that the server sends. */
    private String lastRecord(String version, String request) throws Exception {
        Recording recording = new Recording(port());
        try (RawClient client = new RawClient(wrap(recording, authority.client(), version, null))) {
            assertThat(client.send(request).rest()).startsWith("HTTP/1.1 200 ");
            List<String> records = recording.records();
            return records.get(records.size() - 1);
        }
    }

    @Test
    void endsWithACloseNotifyButDoesNotPretendToBeAtTheEnd() throws Exception {
        start(Map.of());
        for (String version : VERSIONS) {
            // An alert: two bytes and a tag; in TLS 1.2 a nonce before it, in TLS 1.3 a type and padding of 16.
            String alert = version.equals("TLSv1.3") ? "23:35" : "21:26";
            String close = "Host: a\r\nConnection: close\r\n\r\n";
            assertThat(lastRecord(version, "GET / HTTP/1.1\r\n" + close)).isEqualTo(alert);
            assertThat(lastRecord(version, "GET /abort HTTP/1.0\r\n\r\n")).isNotEqualTo(alert);
        }
        awaitNoConnections();
    }

    @Test
    void answersWhoStillSendsABodyThatIsRefused() throws Exception {
        start(Map.of());
        for (String version : VERSIONS) {
            try (RawClient client = client(version)) {
                client.send("POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n");
                CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                    try {
                        byte[] much = new byte[64 * 1024];
                        for (int i = 0; i < 8; i++) {
                            client.socket().getOutputStream().write(much);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                assertThat(client.response()).startsWith("HTTP/1.1 413 ");
                // Whether it could send all of it does not matter.
                sending.handle((done, failure) -> null).get(60, TimeUnit.SECONDS);
            }
            awaitNoConnections();
        }
    }

    @Test
    void forgetsWhoGoesInTheMiddle() throws Exception {
        start(Map.of());
        byte[] hello = clientHello();
        for (int cut : new int[] {1, 5, 6, hello.length / 2, hello.length - 1, hello.length}) {
            for (boolean reset : new boolean[] {false, true}) {
                try (RawClient client = new RawClient(server.address("DefaultSecure"))) {
                    client.socket().getOutputStream().write(Arrays.copyOf(hello, cut));
                    if (reset) {
                        client.socket().setSoLinger(true, 0);
                    }
                }
            }
        }
        await().until(() -> server.channels().tls("DefaultSecure").failedHandshakes() == 12);
        awaitNoConnections();
        try (RawClient client = client("TLSv1.3")) {
            assertThat(client.send(GET).response()).endsWith("hello\n");
        }
    }

    private byte[] clientHello() throws Exception {
        var engine = authority.client().createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer out = ByteBuffer.allocate(64 * 1024);
        engine.wrap(ByteBuffer.allocate(0), out);
        return Arrays.copyOf(out.array(), out.position());
    }

    @Test
    void givesNewConnectionsTheNewCertificate() throws Exception {
        start(Map.of("reloadInterval", Duration.ofMillis(50)));
        try (SSLSocket old = connect(authority.client(), "TLSv1.3", null)) {
            RawClient open = new RawClient(old);
            assertThat(open.send(GET).response()).endsWith("hello\n");
            authority.issue("new", "127.0.0.1").write(domain.resolve("c.pem"), domain.resolve("c.key"));
            await().until(() -> shown().equals("CN=new"));
            assertThat(subject(old)).isEqualTo("CN=shop");
            assertThat(open.send(GET).response()).endsWith("hello\n");
        }
        Files.writeString(domain.resolve("c.key"), "broken");
        assertThatThrownBy(() -> server.channels().reloadTls("DefaultSecure")).hasMessageContaining("no private key");
        assertThat(shown()).isEqualTo("CN=new");
        assertThatThrownBy(() -> server.channels().reloadTls("Default")).isInstanceOf(IllegalArgumentException.class);
    }

    private String shown() throws Exception {
        try (SSLSocket socket = connect(authority.client(), "TLSv1.3", null)) {
            socket.startHandshake();
            return subject(socket);
        }
    }

    @Test
    void computesHandshakesOnThreadsOfTheirOwn() throws Exception {
        start(Map.of());
        try (RawClient client = client("TLSv1.3")) {
            assertThat(client.send(GET).response()).endsWith("hello\n");
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .contains("keelson.tls.Handshake-1");
    }

    @Test
    void givesBackEveryBuffer() throws Exception {
        try (LeakWatch leaks = new LeakWatch()) {
            start(Map.of("handshakeTimeout", Duration.ofSeconds(5)));
            byte[] hello = clientHello();
            for (int i = 0; i < 30; i++) {
                try (RawClient client = client(VERSIONS.get(i % 2))) {
                    client.send(GET);
                    client.response();
                    client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
                    client.head();
                }
                try (RawClient client = new RawClient(server.address("DefaultSecure"))) {
                    client.socket().getOutputStream().write(hello, 0, hello.length - i);
                }
                try (RawClient client = new RawClient(server.address("DefaultSecure"))) {
                    client.send("GET / HTTP/1.1\r\n");
                }
            }
            awaitNoConnections();
            assertThat(leaks.found()).isEmpty();
        }
    }

    @Test
    void knowsWhereToSendWhatNeedsTls() throws Exception {
        start(Map.of());
        assertThat(server.channels().confidentialPort()).hasValue(port());
        assertThat(server.channels().listening())
                .extracting("name", "secure")
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("Default", false),
                        org.assertj.core.groups.Tuple.tuple("DefaultSecure", true));
    }
}
