package io.keelson.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.websocket.fixture.RawClient;
import io.keelson.websocket.fixture.TestApplication;
import io.keelson.websocket.webapp.Caller;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections that an application opens itself; TLS, and a front that speaks for its clients. */
@Timeout(120)
class ClientIT {
    @TempDir
    static Path directory;

    private static TestApplication application;
    private static Path certificate;

    @BeforeAll
    static void start() throws Exception {
        certificate = directory.resolve("own.pem");
        Path key = directory.resolve("own.key");
        KeyPair pair = CertificateWriter.newKey();
        Instant now = Instant.now();
        X509Certificate issued = CertificateWriter.selfSigned(
                new CertificateWriter.Content(
                        "test", List.of("127.0.0.1"), true, now.minusSeconds(60), now.plusSeconds(3_600)),
                pair);
        pem(certificate, "CERTIFICATE", issued.getEncoded());
        pem(key, "PRIVATE KEY", pair.getPrivate().getEncoded());
        application = TestApplication.start(
                directory,
                "websocket.close-timeout",
                "1s",
                "websocket.message-maximum",
                "1MiB",
                "servers.AdminServer.tls.certificate",
                certificate.toString(),
                "servers.AdminServer.tls.key",
                key.toString(),
                "servers.AdminServer.tls-listen-port",
                "0",
                "servers.AdminServer.front.trusted-proxies",
                "127.0.0.1");
    }

    private static void pem(Path file, String kind, byte[] content) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                        + kind + "-----\n");
    }

    @AfterAll
    static void stop() {
        if (application != null) {
            application.close();
        }
    }

    private static String call(String root, String as, String to, String... more) throws Exception {
        StringBuilder path = new StringBuilder(root + "/caller?as=" + as + "&to=" + encoded(to));
        for (int i = 0; i < more.length; i += 2) {
            path.append('&').append(more[i]).append('=').append(encoded(more[i + 1]));
        }
        HttpRequest request = HttpRequest.newBuilder(application.server().uri(path.toString()))
                .build();
        return application
                .http()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static String here(String path) {
        return "ws://127.0.0.1:" + application.port() + path;
    }

    @Test
    void sendsAndHears() throws Exception {
        assertThat(call("/app", "echo", here("/app/echo?a=1&a=%C3%A4"), "size", "200"))
                .isEqualTo(
                        "text true, bytes true, secure false, extensions 0, parameters {a=[1, ä]}," + " loader true");
        assertThat(call("/app", "echo", here("/app/echo"), "size", "1000000")).startsWith("text true, bytes true");
        assertThat(call("/app", "echo", here("/app/echo"), "size", "300000", "compressed", "yes"))
                .startsWith("text true, bytes true, secure false, extensions 1");
    }

    @Test
    void annotatedEndpointsAndFieldsOfTheHandshake() throws Exception {
        assertThat(call("/app", "annotated", here("/app/room/annotated/1")))
                .isEqualTo("open before connectToServer returned, protocol chat.v2 true");
        assertThat(call("/app", "fields", here("/app/points"))).isEqualTo("answered [[caller]] true");
        assertThat(call("/app", "class", here("/app/room/made/1"))).isEqualTo("Annotated");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> application.journal().contains("client heard ? hello")
                        || application.journal().contains("client closed 1000"));
    }

    @Test
    void speaksTls() throws Exception {
        String to = "wss://127.0.0.1:"
                + application.server().address("DefaultSecure").getPort() + "/app/echo";
        assertThat(call("/app", "echo", to, "size", "100000", "authority", certificate.toString()))
                .startsWith("text true, bytes true, secure true");
        assertThat(call("/app", "echo", to, "size", "10")).startsWith("SSLHandshakeException");
        String other = to.replace("127.0.0.1", "localhost");
        assertThat(call("/app", "echo", other, "size", "10", "authority", certificate.toString()))
                .startsWith("SSLHandshakeException");
    }

    @Test
    void saysWhyThereIsNoConnection() throws Exception {
        assertThat(call("/app", "annotated", here("/app/none")))
                .startsWith("DeploymentException")
                .contains("answered 404");
        assertThat(call("/app", "annotated", "http://127.0.0.1/"))
                .startsWith("DeploymentException")
                .contains("is no address");
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThat(call("/app", "annotated", "ws://127.0.0.1:" + free + "/")).startsWith("ConnectException");
        assertThat(answered("HTTP/1.1 101 Fine\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n"))
                .startsWith("DeploymentException")
                .contains("does not fit");
        assertThat(answered("SMTP ready\r\n")).startsWith("DeploymentException").contains("does not speak HTTP/1.1");
        assertThat(answered("HTTP/1.1 200 OK\r\nX: " + "y".repeat(40_000))).startsWith("DeploymentException");
        assertThat(answered("HTTP/1.1 101 Fi")).startsWith("EOFException");
    }

    /** Returns what the application says when a server answers its handshake with that. */
    private static String answered(String answer) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread serving = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    socket.setSoTimeout(20_000);
                    byte[] request = new byte[1024];
                    int read = socket.getInputStream().read(request);
                    if (read > 0) {
                        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                        socket.shutdownOutput();
                        socket.getInputStream().readAllBytes();
                    }
                } catch (IOException e) {
                    // The client has heard enough.
                }
            });
            serving.start();
            String said = call("/app", "annotated", "ws://127.0.0.1:" + server.getLocalPort() + "/");
            serving.join();
            return said;
        }
    }

    @Test
    void endsWithTheApplication() throws Exception {
        Deployer deployer = application.server().service(Deployer.class);
        deployer.deploy("second", directory.resolve("war"), "/second");
        assertThat(call("/second", "annotated", here("/app/room/second/1"))).startsWith("open");
        assertThat(clientThreads()).isGreaterThanOrEqualTo(2);
        long before = clientThreads();
        deployer.undeploy("second");
        await().atMost(Duration.ofSeconds(20)).until(() -> application.journal().contains("close second 1001"));
        await().atMost(Duration.ofSeconds(20)).until(() -> clientThreads() <= before - 2);
    }

    private static long clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("keelson.websocket: "))
                .count();
    }

    // ---- what a session knows of its way here

    @Test
    void knowsThatItCameOverTls() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        int port = application.server().address("DefaultSecure").getPort();
        WebSocket socket = HttpClient.newBuilder()
                .sslContext(Caller.trusting(certificate))
                .build()
                .newWebSocketBuilder()
                .buildAsync(URI.create("wss://127.0.0.1:" + port + "/app/room/tls/1"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
                        heard.add(text.toString());
                        return null;
                    }
                })
                .get(60, TimeUnit.SECONDS);
        socket.sendText("about", true).get(60, TimeUnit.SECONDS);
        assertThat(heard.poll(20, TimeUnit.SECONDS))
                .contains("uri wss://127.0.0.1:" + port + "/app/room/tls/1")
                .contains("secure true");
        socket.abort();
    }

    @Test
    void aFrontSpeaksForItsClients() throws Exception {
        try (RawClient client =
                application.open("/room/front/1", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "shop.example")) {
            client.text("about");
            assertThat(client.message().text())
                    .contains("uri wss://shop.example/app/room/front/1")
                    .contains("secure true");
        }
    }
}
