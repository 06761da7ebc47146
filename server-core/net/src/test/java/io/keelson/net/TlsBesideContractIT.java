package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.http.HttpServer.Audience;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.LeakWatch;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import io.keelson.net.fixture.TestKeys;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS beside what a channel speaks in the clear, on one port; run on each muxer. */
@Timeout(60)
abstract class TlsBesideContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: shop.example.com\r\n\r\n";

    private final TestKeys authority = new TestKeys("Test authority");
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch enough = new CountDownLatch(1);
    private volatile boolean waits;
    private volatile boolean fails;

    @TempDir
    private Path domain;

    private NetServer server;

    abstract Muxer.Kind muxer();

    @BeforeEach
    void issue() throws Exception {
        issueCertificate();
    }

    private X509Certificate issueCertificate() throws Exception {
        return authority
                .issue("shop", "127.0.0.1")
                .write(domain.resolve("c.pem"), domain.resolve("c.key"))
                .certificate();
    }

    @AfterEach
    void stop() throws Exception {
        enough.countDown();
        server.close();
    }

    private void start(boolean standard, Map<String, Object> more) throws Exception {
        Map<String, Object> settings = new HashMap<>(MuxerChoice.of(muxer()));
        settings.put("listenPort", 0);
        settings.putAll(more);
        server = new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(8, 100), domain).start();
        server.channels().speakTlsBeside(standard, this::files);
        server.subsystem().administer();
        server.subsystem().resume();
        server.http()
                .register(
                        "/",
                        Audience.ANYONE,
                        exchange -> exchange.handOver(server.managers().standard(), () -> {
                            exchange.reply(
                                    200,
                                    exchange.secure() + " " + exchange.request().scheme());
                        }));
    }

    private TlsSettings files() throws IOException {
        asked.incrementAndGet();
        if (waits) {
            try {
                enough.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (fails) {
            throw new IOException("there is no room");
        }
        return Defaults.of(
                TlsSettings.class,
                Map.of(
                        "certificate", Path.of("c.pem"),
                        "key", Path.of("c.key"),
                        "reloadInterval", Duration.ofMillis(waits ? 0 : 100)));
    }

    private String clear() throws IOException {
        try (RawClient client = new RawClient(server.address("Default"))) {
            return client.send(GET).response().strip();
        }
    }

    private SSLSocket tls(String channel, String... alpn) throws Exception {
        SSLContext context = authority.client();
        Socket plain = new Socket("127.0.0.1", server.address(channel).getPort());
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(alpn);
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(20_000);
        return socket;
    }

    private String secure() throws Exception {
        try (RawClient client = new RawClient(tls("Default"))) {
            return client.send(GET).response().strip();
        }
    }

    @Test
    void bothAreServedAndNothingIsReadBeforeTheFirstNeed() throws Exception {
        start(true, Map.of());
        assertThat(clear()).endsWith("false http");
        assertThat(asked).hasValue(0);
        assertThat(server.channels().tls("Default")).isNull();
        assertThat(server.channels().tlsBeside("Default")).isTrue();
        assertThat(server.channels().listening().get(0).secure()).isFalse();

        assertThat(secure()).endsWith("true https");
        assertThat(clear()).endsWith("false http");
        assertThat(secure()).endsWith("true https");
        assertThat(server.channels().tls("Default").handshakes()).isEqualTo(2);
    }

    @Test
    void theClientChoosesTheProtocol() throws Exception {
        start(true, Map.of());
        try (SSLSocket socket = tls("Default", "h2", "http/1.1")) {
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
        }
    }

    @Test
    void whoComesWhileTheKeyIsMadeWaitsForIt() throws Exception {
        try (LeakWatch leaks = new LeakWatch()) {
            waits = true;
            start(true, Map.of());
            List<CompletableFuture<String>> clients = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                clients.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return secure();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            // Those who leave meanwhile leave nothing behind.
            for (int i = 0; i < 8; i++) {
                try (Socket gone =
                        new Socket("127.0.0.1", server.address("Default").getPort())) {
                    gone.getOutputStream().write(new byte[] {22, 3, 1, 0, 5});
                }
            }
            await().untilAsserted(() -> assertThat(asked).hasPositiveValue());
            assertThat(clear()).endsWith("false http");
            enough.countDown();
            for (CompletableFuture<String> client : clients) {
                assertThat(client.get()).endsWith("true https");
            }
            assertThat(asked).hasValue(1);
            assertThat(leaks.found()).isEmpty();
        }
    }

    @Test
    void whereThereIsNoKeyTheOthersAreServedOnAndItIsTriedAgain() throws Exception {
        fails = true;
        start(true, Map.of());
        for (int i = 0; i < 3; i++) {
            try (RawClient client = new RawClient(server.address("Default"))) {
                client.socket().getOutputStream().write(new byte[] {22, 3, 1, 0, 5});
                assertThat(client.closed()).isTrue();
            }
        }
        assertThat(clear()).endsWith("false http");
        assertThat(asked).hasValue(3);
        fails = false;
        assertThat(secure()).endsWith("true https");
    }

    @Test
    void whoSpeaksNothingOrNeitherIsDisconnected() throws Exception {
        start(true, Map.of("limits", Defaults.of(ChannelLimits.class, Map.of("headerTimeout", Duration.ofSeconds(2)))));
        for (String first : List.of("", "\0\1\2", "\u0016")) {
            try (RawClient client = new RawClient(server.address("Default"))) {
                client.socket().getOutputStream().write(first.getBytes(StandardCharsets.ISO_8859_1));
                if (!first.equals("\u0016")) {
                    assertThat(client.closed()).as(first).isTrue();
                }
            }
        }
        assertThat(secure()).endsWith("true https");
    }

    @Test
    void renewedFilesAreUsed() throws Exception {
        start(true, Map.of());
        assertThat(secure()).endsWith("true https");
        X509Certificate next = issueCertificate();
        await().untilAsserted(() -> {
            try (SSLSocket socket = tls("Default")) {
                socket.startHandshake();
                assertThat(socket.getSession().getPeerCertificates()[0]).isEqualTo(next);
            }
        });
        assertThat(asked).hasValueGreaterThan(1);
    }

    @Test
    void onlyChannelsOfAdministrationWithoutTlsOfTheirOwnSpeakIt() throws Exception {
        ChannelSettings admin = Defaults.of(ChannelSettings.class, Map.of("listenPort", 0, "admin", true));
        ChannelSettings further = Defaults.of(ChannelSettings.class, Map.of("listenPort", 0));
        start(true, Map.of("channels", Map.of("admin", admin, "further", further)));
        assertThat(server.channels().tlsBeside("admin")).isTrue();
        assertThat(server.channels().tlsBeside("Default")).isFalse();
        assertThat(server.channels().tlsBeside("further")).isFalse();
        try (RawClient client = new RawClient(tls("admin"))) {
            assertThat(client.send(GET).response().strip()).endsWith("true https");
        }
        try (RawClient client = new RawClient(server.address("Default"))) {
            client.socket().getOutputStream().write(new byte[] {22, 3, 1, 0, 5});
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void theStandardChannelSpeaksItOnlyWhereItIsAskedTo() throws Exception {
        start(false, Map.of());
        assertThat(server.channels().tlsBeside("Default")).isFalse();
        assertThat(clear()).endsWith("false http");
    }
}
