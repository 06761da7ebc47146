package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.http.FileBody;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer.Audience;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.H2Client;
import io.keelson.net.fixture.H2Frames;
import io.keelson.net.fixture.LeakWatch;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.OpenFiles;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import io.keelson.net.fixture.TestKeys;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files to clients that bytes have to be made for: over TLS, and over HTTP/2. One worker; run on each muxer. */
@Timeout(60)
abstract class FilesAsBytesContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final byte[] MARK = "here it ends".getBytes(StandardCharsets.US_ASCII);

    private final TestKeys authority = new TestKeys("Test authority");
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final List<AutoCloseable> clients = new ArrayList<>();

    @TempDir
    private Path directory;

    private volatile boolean closing;
    private NetServer server;
    private Path file;

    abstract Muxer.Kind muxer();

    private void serve(long length, Map<String, Object> limits) throws Exception {
        file = directory.resolve("file");
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(length - MARK.length);
            made.seek(length - MARK.length);
            made.write(MARK);
        }
        file = file.toRealPath();
        authority.issue("files", "127.0.0.1").write(directory.resolve("c.pem"), directory.resolve("c.key"));
        Map<String, Object> settings = new HashMap<>(MuxerChoice.of(muxer()));
        settings.put("listenPort", 0);
        settings.put("tlsListenPort", 0);
        settings.put("socketReaders", 1);
        settings.put(
                "tls",
                Defaults.of(TlsSettings.class, Map.of("certificate", Path.of("c.pem"), "key", Path.of("c.key"))));
        settings.put("limits", Defaults.of(ChannelLimits.class, limits));
        server =
                new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(1, 1000), directory).start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, exchange -> {
            exchange.onEnd(ended::incrementAndGet);
            assertThat(exchange.handOver(server.managers().standard(), () -> work(exchange)))
                    .isTrue();
        });
    }

    private void work(HttpExchange exchange) {
        try {
            if (exchange.request().path().equals("/small")) {
                exchange.reply(200, "small");
            } else {
                try (FileBody body = exchange.response().openFile(file)) {
                    exchange.response().writeFile(body, 0, body.length(), true);
                }
            }
            served.incrementAndGet();
        } catch (IOException e) {
            exchange.abort(e);
        }
    }

    private Socket socket(boolean tls, String... alpn) throws Exception {
        Socket plain = new Socket();
        // So that little of a file finds room on its way to a client that does not read.
        plain.setReceiveBufferSize(16 * 1024);
        plain.setTcpNoDelay(true);
        plain.connect(server.address(tls ? "DefaultSecure" : "Default"), 5_000);
        clients.add(plain);
        if (!tls) {
            return plain;
        }
        SSLSocket socket = (SSLSocket)
                authority.client().getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(alpn);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private RawClient http1() throws Exception {
        return new RawClient(socket(true));
    }

    private H2Client http2(boolean tls, long... settings) throws Exception {
        return H2Client.begin(socket(tls, "h2"), settings);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable client : clients) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private void awaitServed(int most) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(served).hasValue(most));
        assertThat(server.managers().standard().load()).isZero();
    }

    private void noneIsOpen() {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(OpenFiles.of(file)).isZero());
    }

    private static void isWhole(String body, int length) {
        assertThat(body.length()).isEqualTo(length);
        assertThat(body.substring(length - MARK.length)).isEqualTo(new String(MARK, StandardCharsets.US_ASCII));
        assertThat(body.chars().limit(length - MARK.length).allMatch(c -> c == 0))
                .isTrue();
    }

    @Test
    void manySlowReadersHoldNoWorkerOverTls() throws Exception {
        int length = 16 << 20;
        serve(length, Map.of());
        List<RawClient> slow = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            slow.add(http1().send(GET));
        }
        awaitServed(30);
        assertThat(OpenFiles.of(file)).isEqualTo(30);
        assertThat(ended).hasValue(0);
        assertThat(http1().send("GET /small HTTP/1.1\r\nHost: a\r\n\r\n").response())
                .endsWith("small\n");
        for (RawClient one : List.of(slow.get(29), slow.get(0))) {
            assertThat(one.head()).contains("Content-Length: " + length + "\n");
            isWhole(one.exactly(length), length);
            assertThat(one.send("GET /small HTTP/1.1\r\nHost: a\r\n\r\n").response())
                    .endsWith("small\n");
        }
        for (RawClient one : slow) {
            one.socket().close();
        }
        noneIsOpen();
        await().untilAsserted(() -> assertThat(ended).hasValue(33));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void manySlowReadersHoldNoWorkerOverHttp2(boolean tls) throws Exception {
        int length = 1 << 20;
        serve(length, Map.of());
        List<H2Client> slow = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            H2Client one = http2(tls);
            slow.add(one);
            for (int stream = 1; stream < 40; stream += 2) {
                one.get(stream, "/");
            }
        }
        awaitServed(60);
        // What fits into the windows of a connection is less than one of the files.
        assertThat(OpenFiles.of(file)).isEqualTo(60);
        assertThat(ended).hasValue(0);
        // An answer without window: behind the files' frames, but not behind the files.
        H2Client other = http2(tls);
        other.get(1, "/small");
        assertThat(other.answer(1).body()).isEqualTo("small\n");
        H2Client reads = slow.get(1);
        H2Client.Answer answer = reads.answer(39);
        assertThat(answer.status()).isEqualTo("200");
        isWhole(answer.body(), length);
        slow.get(0).send(H2Frames.reset(1, 8));
        await().untilAsserted(() -> assertThat(OpenFiles.of(file)).isLessThanOrEqualTo(58));
        for (H2Client one : slow) {
            one.socket().close();
        }
        noneIsOpen();
        await().untilAsserted(() -> assertThat(ended).hasValue(61));
    }

    /**
     * One reader for all: while a large file goes to a client that reads as fast as it can, others are answered. The file is so
     * large that it takes minutes: a server that lets others wait for its end fails by their time-outs.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLargeFileTakesTurnsWithOtherConnections(boolean tls) throws Exception {
        long length = 1L << 40;
        serve(length, Map.of());
        Socket large = socket(tls, "h2");
        large.setReceiveBufferSize(1 << 20);
        H2Client.begin(large, 4, Integer.MAX_VALUE)
                .send(H2Frames.windowUpdate(0, Integer.MAX_VALUE - 65_535))
                .get(1, "/");
        AtomicLong received = new AtomicLong();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> drain(large, received));
        await().untilAsserted(() -> assertThat(received).hasValueGreaterThan(1 << 20));
        H2Client small = http2(false);
        for (int stream = 1; stream < 21; stream += 2) {
            small.get(stream, "/small");
            assertThat(small.answer(stream).body()).isEqualTo("small\n");
        }
        long then = received.get();
        assertThat(then).as("received when others had been answered").isLessThan(length);
        await().untilAsserted(() -> assertThat(received).hasValueGreaterThan(then));
        closing = true;
        large.close();
        reader.get(60, TimeUnit.SECONDS);
        noneIsOpen();
    }

    private void drain(Socket from, AtomicLong received) {
        byte[] bytes = new byte[1 << 16];
        int credit = 0;
        try {
            int n;
            while ((n = from.getInputStream().read(bytes)) >= 0) {
                received.addAndGet(n);
                credit += n;
                // The heads of frames are counted too: less than a hundredth, made up for by leaving every 64th byte
                // out.
                if (credit >= 1 << 28) {
                    int granted = credit - credit / 64;
                    from.getOutputStream().write(H2Frames.windowUpdate(0, granted));
                    from.getOutputStream().write(H2Frames.windowUpdate(1, granted));
                    credit = 0;
                }
            }
        } catch (IOException e) {
            assertThat(closing).as("closed by the test: %s", e).isTrue();
        }
    }

    /** The request after a file is dispatched when the file has gone, so a client that does not read holds one descriptor. */
    @Test
    void aClientThatOnlySendsHoldsOneFile() throws Exception {
        serve(16 << 20, Map.of());
        RawClient client = http1().send(GET.repeat(100));
        await().during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(10))
                .until(() -> OpenFiles.of(file) == 1 && served.get() == 1);
        for (int i = 0; i < 2; i++) {
            assertThat(client.head()).contains("Content-Length: 16777216\n");
            isWhole(client.exactly(16 << 20), 16 << 20);
        }
        client.socket().close();
        noneIsOpen();
    }

    @Test
    void whoDoesNotReadIsCutOffAndTheFileClosed() throws Exception {
        serve(16 << 20, Map.of("writeTimeout", Duration.ofMillis(300)));
        RawClient reads = http1().send(GET);
        awaitServed(1);
        noneIsOpen();
        assertThat(reads.head()).startsWith("HTTP/1.1 200 ");
        int all = 1;
        for (boolean tls : new boolean[] {false, true}) {
            // No window of the stream; then no room in the socket.
            H2Client shut = http2(tls).send(H2Frames.windowUpdate(0, 1_000_000)).get(1, "/");
            assertThat(shut.until(f -> f.type().equals("RST_STREAM")))
                    .last()
                    .asString()
                    .isEqualTo("RST_STREAM 1 CANCEL");
            noneIsOpen();
            shut.get(3, "/small");
            assertThat(shut.answer(3).body()).isEqualTo("small\n");
            H2Client full = http2(tls, 4, Integer.MAX_VALUE);
            full.send(H2Frames.windowUpdate(0, Integer.MAX_VALUE - 65_535)).get(1, "/");
            all += 3;
            awaitServed(all);
            noneIsOpen();
        }
    }

    @Test
    void clientsThatGoLeaveNothingBehind() throws Exception {
        try (LeakWatch leaks = new LeakWatch()) {
            serve(16 << 20, Map.of());
            for (int i = 0; i < 20; i++) {
                Socket goes;
                if (i % 2 == 0) {
                    RawClient client = http1().send(GET);
                    assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
                    goes = client.socket();
                } else {
                    H2Client client = http2(i % 4 == 1);
                    client.send(
                            client.frames().headers(1, true, H2Frames.fields("GET", "/")),
                            client.frames().headers(3, true, H2Frames.fields("GET", "/")));
                    client.until(f -> f.type().equals("DATA"));
                    goes = client.socket();
                }
                if (i % 3 == 0) {
                    goes.setSoLinger(true, 0);
                }
                goes.close();
            }
            await().untilAsserted(() -> assertThat(ended).hasValue(30));
            noneIsOpen();
            server.close();
            server = null;
            assertThat(leaks.found()).isEmpty();
        }
    }
}
