package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.http.FileBody;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer.Audience;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.OpenFiles;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files as bodies over real sockets; run on each muxer. */
@Timeout(60)
abstract class FilesContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    @TempDir
    Path directory;

    private final BlockingQueue<String> returned = new LinkedBlockingQueue<>();
    private NetServer server;
    private Path file;

    abstract Muxer.Kind muxer();

    private interface Work {
        void on(HttpExchange exchange) throws Exception;
    }

    /** Starts a server with a single worker. */
    private void serve(Map<String, Object> limits, Work work) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put("listenPort", 0);
        settings.putAll(MuxerChoice.of(muxer()));
        settings.put("limits", Defaults.of(ChannelLimits.class, limits));
        server = new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(1, 1000));
        server.start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, exchange -> {
            String path = exchange.request().path();
            boolean taken = exchange.handOver(server.managers().standard(), () -> {
                try {
                    work.on(exchange);
                    returned.add(path);
                } catch (Exception e) {
                    returned.add("failed: " + e);
                    exchange.abort(e);
                }
            });
            assertThat(taken).isTrue();
        });
    }

    /** A file of zeros that takes no room on the disk. */
    private void file(long length) throws IOException {
        file = directory.resolve("file");
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(length);
        }
        file = file.toRealPath();
    }

    private void sendAll(HttpExchange exchange) throws IOException {
        try (FileBody body = exchange.response().openFile(file)) {
            exchange.response().writeFile(body, 0, body.length(), true);
        }
    }

    private RawClient client() throws IOException {
        return new RawClient(server.address("Default"));
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private void noneIsOpen() {
        await().untilAsserted(() -> assertThat(OpenFiles.of(file)).isZero());
    }

    @Test
    void noWorkerWaitsUntilAFileHasBeenRead() throws Exception {
        file(64 << 20);
        serve(Map.of(), this::sendAll);
        try (RawClient first = client();
                RawClient second = client()) {
            first.send(GET);
            second.send(GET);
            // Neither client has read a byte, and there is one worker.
            assertThat(returned.poll(10, TimeUnit.SECONDS)).isEqualTo("/");
            assertThat(returned.poll(10, TimeUnit.SECONDS)).isEqualTo("/");
            assertThat(OpenFiles.of(file)).isEqualTo(2);
            for (RawClient client : new RawClient[] {second, first}) {
                assertThat(client.head()).contains("Content-Length: 67108864\n");
                assertThat(client.exactly(64 << 20)).hasSize(64 << 20);
                client.send(GET);
                assertThat(client.head()).startsWith("HTTP/1.1 200 OK\n");
            }
        }
        noneIsOpen();
    }

    /** The request after a file is dispatched when the file has gone, so a client that does not read holds one descriptor. */
    @Test
    void aClientThatOnlySendsHoldsOneFile() throws Exception {
        file(16 << 20);
        serve(Map.of(), this::sendAll);
        try (RawClient client = client()) {
            client.send(GET.repeat(200));
            assertThat(returned.poll(10, TimeUnit.SECONDS)).isEqualTo("/");
            await().during(Duration.ofMillis(300))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> OpenFiles.of(file) <= 1 && returned.isEmpty());
            for (int i = 0; i < 3; i++) {
                assertThat(client.head()).contains("Content-Length: 16777216\n");
                client.exactly(16 << 20);
            }
        }
        noneIsOpen();
    }

    @Test
    void aFileThatBecomesShorterBreaksTheConnectionOff() throws Exception {
        file(64 << 20);
        serve(Map.of(), this::sendAll);
        try (RawClient client = client()) {
            client.send(GET);
            assertThat(returned.poll(10, TimeUnit.SECONDS)).isEqualTo("/");
            try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
                cut.setLength(1 << 20);
            }
            assertThat(client.head()).contains("Content-Length: 67108864\n");
            long got = 0;
            try {
                int n;
                byte[] bytes = new byte[1 << 16];
                while ((n = client.socket().getInputStream().read(bytes)) >= 0) {
                    got += n;
                }
            } catch (IOException reset) {
                // as good as an end
            }
            assertThat(got).isLessThan(64 << 20);
        }
        noneIsOpen();
    }

    @Test
    void aClientThatDoesNotReadIsCutOffAndItsFileClosed() throws Exception {
        file(64 << 20);
        serve(Map.of("writeTimeout", Duration.ofMillis(300)), this::sendAll);
        try (RawClient client = client()) {
            client.send(GET);
            assertThat(returned.poll(10, TimeUnit.SECONDS)).isEqualTo("/");
            noneIsOpen();
            assertThat(client.head()).contains("Content-Length: 67108864\n");
        }
    }

    @Test
    void aClientThatGoesLeavesNothingBehind() throws Exception {
        file(64 << 20);
        CountDownLatch ends = new CountDownLatch(10);
        serve(Map.of(), exchange -> {
            exchange.onEnd(ends::countDown);
            sendAll(exchange);
        });
        for (int i = 0; i < 10; i++) {
            try (RawClient client = client()) {
                client.send(GET);
                assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
                client.socket().setSoLinger(true, 0);
            }
        }
        assertThat(ends.await(60, TimeUnit.SECONDS)).isTrue();
        noneIsOpen();
    }

    /** Parts of a file with bytes between them, as several ranges are sent, and a chunked body that ends with one. */
    @Test
    void filesStandBetweenBytes() throws Exception {
        file(3 << 20);
        serve(Map.of(), exchange -> {
            try (FileBody body = exchange.response().openFile(file)) {
                exchange.response().write(java.nio.ByteBuffer.wrap(new byte[] {'a'}), false);
                exchange.response().writeFile(body, 5, 1 << 20, false);
                exchange.response().write(java.nio.ByteBuffer.wrap(new byte[] {'b'}), false);
                exchange.response().writeFile(body, 0, 7, true);
            }
        });
        try (RawClient client = client()) {
            for (int i = 0; i < 2; i++) {
                client.send(GET);
                String response = client.response();
                assertThat(response).contains("Transfer-Encoding: chunked\n");
                String zeros = "\0".repeat(1 << 20);
                assertThat(response.substring(response.indexOf("\n\n") + 2))
                        .isEqualTo("1\na100000\n" + zeros + "1\nb7\n\0\0\0\0\0\0\0" + "0\n\n");
            }
        }
        noneIsOpen();
    }

    /** A part of a file that does not end the response is waited for, however small it is. */
    @Test
    void smallPartsDoNotPileUp() throws Exception {
        file(1 << 20);
        serve(Map.of(), exchange -> {
            exchange.response().headers().set("Content-Length", "1048577");
            try (FileBody body = exchange.response().openFile(file)) {
                exchange.response().writeFile(body, 0, (1 << 20) - 1, false);
                exchange.response().writeFile(body, 0, 1, false);
                exchange.response().write(java.nio.ByteBuffer.wrap(new byte[] {'b'}), true);
            }
        });
        try (RawClient client = client()) {
            client.send(GET.repeat(300));
            await().during(Duration.ofMillis(300))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> OpenFiles.of(file) <= 1);
            for (int i = 0; i < 20; i++) {
                assertThat(client.head()).contains("Content-Length: 1048577\n");
                assertThat(client.exactly(1_048_577)).endsWith("b");
            }
        }
        noneIsOpen();
    }
}
