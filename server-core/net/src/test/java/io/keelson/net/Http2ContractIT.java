package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.DataSize;
import io.keelson.http.FileBody;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpServer.Audience;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.H2Client;
import io.keelson.net.fixture.H2Frames;
import io.keelson.net.fixture.H2Frames.Frame;
import io.keelson.net.fixture.LeakWatch;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.PoolManagers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what HTTP/2 does over real sockets, with workers; run on each muxer. */
@Timeout(60)
abstract class Http2ContractIT {
    private static final byte[] KIB_64 = new byte[64 * 1024];

    private NetServer server;

    abstract Muxer.Kind muxer();

    interface Work {
        void on(HttpExchange exchange) throws Exception;
    }

    private void serve(Map<String, Object> limits, Work work) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put("listenPort", 0);
        settings.putAll(MuxerChoice.of(muxer()));
        settings.put("limits", Defaults.of(ChannelLimits.class, limits));
        server = new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(8, 100));
        server.start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, worker(work));
    }

    private HttpHandler worker(Work work) {
        return exchange -> {
            boolean taken = exchange.handOver(server.managers().standard(), () -> {
                try {
                    work.on(exchange);
                } catch (Exception e) {
                    exchange.abort(e);
                }
            });
            if (!taken) {
                exchange.overloaded();
            }
        };
    }

    private H2Client client(long... settings) throws IOException {
        return H2Client.begin(server.address("Default"), settings);
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        exchange.response().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), true);
    }

    private static void echo(HttpExchange e) throws IOException {
        byte[] bytes = new byte[30_000];
        int n;
        while ((n = e.body().read(bytes, 0, bytes.length)) > 0) {
            e.response().write(ByteBuffer.wrap(bytes, 0, n), false);
        }
        e.response().complete();
    }

    @Test
    void answersManyRequestsAtATime() throws Exception {
        serve(Map.of(), e -> answer(e, e.request().path()));
        try (H2Client client = client()) {
            Set<String> missing = new HashSet<>();
            int stream = 1;
            for (int round = 0; round < 20; round++) {
                List<byte[]> requests = new ArrayList<>();
                for (int i = 0; i < 90; i++, stream += 2) {
                    requests.add(client.frames().headers(stream, true, H2Frames.fields("GET", "/" + stream)));
                    missing.add(stream + " /" + stream);
                }
                client.send(requests.toArray(byte[][]::new));
                while (!missing.isEmpty()) {
                    Frame f = client.next();
                    if (f.type().equals("DATA")) {
                        assertThat(missing.remove(f.stream() + " " + f.data())).isTrue();
                        client.send(H2Frames.windowUpdate(0, f.data().length()));
                    }
                }
            }
        }
    }

    @Test
    void goesOnFromHttp1WithTheJdksClient() throws Exception {
        serve(Map.of(), e -> {
            if (e.request().method().equals("POST")) {
                echo(e);
            } else {
                answer(e, e.request().protocol() + " " + e.request().headers().get("Host"));
            }
        });
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        URI uri = URI.create("http://127.0.0.1:" + server.address("Default").getPort() + "/");
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> response =
                    client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.body()).isEqualTo("HTTP/2.0 " + uri.getAuthority());
        }
        byte[] data = new byte[3_000_000];
        new Random(1).nextBytes(data);
        List<CompletableFuture<HttpResponse<byte[]>>> sent = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            HttpRequest post = HttpRequest.newBuilder(uri)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(data))
                    .build();
            sent.add(client.sendAsync(post, HttpResponse.BodyHandlers.ofByteArray()));
        }
        for (CompletableFuture<HttpResponse<byte[]>> one : sent) {
            assertThat(one.get(30, TimeUnit.SECONDS).body()).isEqualTo(data);
        }
    }

    @Test
    void sendsFilesAndLargeBodies(@TempDir Path folder) throws Exception {
        byte[] data = new byte[3_000_000];
        new Random(3).nextBytes(data);
        Path file = Files.write(folder.resolve("f"), data);
        serve(Map.of(), e -> {
            if (e.request().path().equals("/file")) {
                try (FileBody body = e.response().openFile(file)) {
                    e.response().writeFile(body, 500_000, 2_000_000, true);
                }
            } else if (e.request().path().equals("/parts")) {
                try (FileBody body = e.response().openFile(file)) {
                    e.response().writeFile(body, 0, 1_000_000, false);
                    e.response().writeFile(body, 1_000_000, 2_000_000, false);
                }
                e.response().complete();
            } else {
                e.response().write(ByteBuffer.wrap(data), true);
            }
        });
        try (H2Client client = client(4, 1_000_000)) {
            client.get(1, "/file");
            assertThat(client.answer(1).bytes()).isEqualTo(Arrays.copyOfRange(data, 500_000, 2_500_000));
            client.get(3, "/parts");
            assertThat(client.answer(3).bytes()).isEqualTo(data);
            client.get(5, "/");
            assertThat(client.answer(5).bytes()).isEqualTo(data);
        }
    }

    @Test
    void aLargeResponseDoesNotHoldUpSmallOnes() throws Exception {
        serve(Map.of(), e -> {
            if (e.request().path().equals("/endless")) {
                while (true) {
                    e.response().write(ByteBuffer.wrap(KIB_64), false);
                }
            }
            answer(e, "small");
        });
        try (H2Client client = client(4, Integer.MAX_VALUE)) {
            client.send(H2Frames.windowUpdate(0, Integer.MAX_VALUE - 65_535))
                    .get(1, "/endless")
                    .get(3, "/endless");
            client.until(f -> f.type().equals("DATA"));
            for (int stream = 5; stream < 45; stream += 2) {
                int s = stream;
                client.get(stream, "/small");
                List<Frame> until = client.until(f -> f.stream() == s && f.end());
                assertThat(until).anySatisfy(f -> assertThat(f.data()).isEqualTo("small"));
            }
            client.send(H2Frames.reset(1, 8), H2Frames.reset(3, 8));
            await().until(() -> server.managers().standard().load() == 0);
        }
    }

    /** A worker that waits for a window is freed by the reset, and what was not begun is not served. */
    @Test
    void aResetFreesTheWorker() throws Exception {
        AtomicInteger ends = new AtomicInteger();
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        serve(Map.of(), e -> {
            e.onEnd(ends::incrementAndGet);
            try {
                while (true) {
                    e.response().write(ByteBuffer.wrap(KIB_64), false);
                }
            } catch (IOException reset) {
                failure.complete(reset);
            }
        });
        try (H2Client client = client()) {
            client.get(1, "/").until(f -> f.type().equals("DATA"));
            client.send(H2Frames.reset(1, 8));
            assertThat(failure.get(60, TimeUnit.SECONDS)).isInstanceOf(io.keelson.http.ClientGoneException.class);
            await().untilAsserted(() -> assertThat(ends).hasValue(1));
            await().until(() -> server.managers().standard().load() == 0);
        }
    }

    @Test
    void freesTheWorkerOfAClientThatGivesNoWindow() throws Exception {
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        AtomicLong written = new AtomicLong();
        serve(Map.of("writeTimeout", Duration.ofMillis(500)), e -> {
            try {
                while (e.request().path().equals("/")) {
                    e.response().write(ByteBuffer.wrap(KIB_64), false);
                    written.addAndGet(KIB_64.length);
                }
                answer(e, "other");
            } catch (IOException stuck) {
                failure.complete(stuck);
            }
        });
        try (H2Client client = client()) {
            client.send(H2Frames.windowUpdate(0, 1_000_000)).get(1, "/");
            assertThat(client.until(f -> f.type().equals("RST_STREAM")))
                    .last()
                    .asString()
                    .isEqualTo("RST_STREAM 1 CANCEL");
            assertThat(failure.get(10, TimeUnit.SECONDS)).hasMessageContaining("");
            assertThat(written.get()).isLessThan(256 * 1024);
            client.get(3, "/other");
            assertThat(client.answer(3).body()).isEqualTo("other");
        }
    }

    @Test
    void freesTheWorkerOfAClientThatReadsNothing() throws Exception {
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        serve(Map.of("writeTimeout", Duration.ofMillis(500)), e -> {
            try {
                while (true) {
                    e.response().write(ByteBuffer.wrap(KIB_64), false);
                }
            } catch (IOException stuck) {
                failure.complete(stuck);
            }
        });
        try (H2Client client = client(4, Integer.MAX_VALUE)) {
            client.send(H2Frames.windowUpdate(0, Integer.MAX_VALUE - 65_535)).get(1, "/");
            assertThat(failure.get(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void holdsAClientBackWhoseBodyNobodyTakes() throws Exception {
        CountDownLatch mayRead = new CountDownLatch(1);
        serve(Map.of(), e -> {
            if (e.request().path().equals("/held")) {
                mayRead.await(20, TimeUnit.SECONDS);
                byte[] bytes = new byte[64 * 1024];
                long all = 0;
                int n;
                while ((n = e.body().read(bytes, 0, bytes.length)) > 0) {
                    all += n;
                }
                answer(e, Long.toString(all));
            } else {
                echo(e);
            }
        });
        try (H2Client client = client()) {
            client.post(1, "/held");
            for (int i = 0; i < 4; i++) {
                client.send(H2Frames.data(1, "x".repeat(16_384), false));
            }
            // The window of that stream is shut; another goes on.
            client.post(3, "/").send(H2Frames.data(3, "other", true));
            assertThat(client.answer(3).body()).isEqualTo("other");
            mayRead.countDown();
            client.until(f -> f.type().equals("WINDOW_UPDATE") && f.stream() == 1);
            client.send(H2Frames.data(1, "y", true));
            assertThat(client.answer(1).body()).isEqualTo(Integer.toString(4 * 16_384 + 1));
        }
    }

    @Test
    void failsABodyThatStopsAndServesOn() throws Exception {
        serve(Map.of("bodyTimeout", Duration.ofMillis(300)), e -> {
            try {
                echo(e);
            } catch (IOException stopped) {
                e.reply(408, "too slow");
            }
        });
        try (H2Client client = client()) {
            client.post(1, "/", "content-length", "3").send(H2Frames.data(1, "ab", false));
            assertThat(client.answer(1).status()).isEqualTo("reset INTERNAL_ERROR");
            client.post(3, "/").send(H2Frames.data(3, "", false));
            assertThat(client.answer(3).status()).isEqualTo("408");
            client.post(5, "/").send(H2Frames.data(5, "ab", true));
            assertThat(client.answer(5).body()).isEqualTo("ab");
        }
    }

    @Test
    void servesWhatCameWholeBeforeTheClientClosedItsSide() throws Exception {
        serve(Map.of(), HttpExchangeEcho::late);
        try (H2Client client = client()) {
            client.get(1, "/").get(3, "/");
            client.socket().shutdownOutput();
            client.until(f -> f.stream() == 1 && f.end() || f.stream() == 3 && f.end());
            client.until(f -> f.stream() == 1 && f.end() || f.stream() == 3 && f.end());
            assertThat(client.closed()).isTrue();
        }
        await().until(() -> server.managers().standard().load() == 0);
    }

    /** Who has closed gives no window any more, so nobody waits for it. */
    @Test
    void freesTheWorkerOfAClientThatClosedItsSideWithAWindowShut() throws Exception {
        serve(Map.of(), e -> e.response().write(ByteBuffer.wrap(new byte[300_000]), true));
        try (H2Client client = client()) {
            client.send(H2Frames.windowUpdate(0, 100_000)).get(1, "/").get(3, "/");
            client.until(f -> f.stream() == 3 && f.type().equals("DATA"));
            assertThat(server.managers().standard().load()).isEqualTo(2);
            client.socket().shutdownOutput();
            await().until(() -> server.managers().standard().load() == 0);
            assertThat(client.closed()).isTrue();
        }
    }

    private static final class HttpExchangeEcho {
        static void late(HttpExchange e) throws Exception {
            CountDownLatch never = new CountDownLatch(1);
            assertThat(never.await(200, TimeUnit.MILLISECONDS)).isFalse();
            answer(e, "late");
        }
    }

    @Test
    void suspendsGracefully() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        serve(Map.of(), e -> {
            begun.countDown();
            mayEnd.await(10, TimeUnit.SECONDS);
            answer(e, "done");
        });
        try (H2Client busy = client();
                H2Client idle = client()) {
            busy.get(1, "/");
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> suspended = CompletableFuture.runAsync(() -> {
                try {
                    server.subsystem()
                            .suspend(io.keelson.base.time.Deadline.in(
                                    io.keelson.base.time.Ticker.system(), Duration.ofSeconds(10)));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(idle.until(f -> f.type().equals("GOAWAY")).size()).isPositive();
            assertThat(idle.closed()).isTrue();
            busy.until(f -> f.type().equals("GOAWAY"));
            assertThat(suspended).isNotDone();
            mayEnd.countDown();
            busy.until(f -> f.stream() == 1 && f.end());
            suspended.get(60, TimeUnit.SECONDS);
            assertThat(busy.closed()).isTrue();
        }
    }

    @Test
    void cutsOffWhatHasNotEndedInTime() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        serve(Map.of(), e -> {
            begun.countDown();
            mayEnd.await(10, TimeUnit.SECONDS);
        });
        try (H2Client busy = client()) {
            busy.get(1, "/");
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            server.subsystem()
                    .suspend(io.keelson.base.time.Deadline.in(
                            io.keelson.base.time.Ticker.system(), Duration.ofMillis(300)));
            assertThat(busy.closed()).isTrue();
        } finally {
            mayEnd.countDown();
        }
    }

    @Test
    void refusesALargeBodyAndStillSaysSo() throws Exception {
        serve(Map.of("maxBodySize", new DataSize(1000)), Http2ContractIT::echo);
        try (H2Client client = client()) {
            client.post(1, "/", "content-length", "60000").send(H2Frames.data(1, "x".repeat(16_000), false));
            assertThat(client.answer(1).status()).isEqualTo("413");
            client.send(H2Frames.data(1, "x".repeat(16_000), false)).post(3, "/");
            client.send(H2Frames.data(3, "ab", true));
            assertThat(client.answer(3).body()).isEqualTo("ab");
        }
    }

    /** Resets, closes and floods at random places of real exchanges: afterwards nothing is left over. */
    @Test
    void leavesNothingBehindWhateverClientsDo() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (LeakWatch leaks = new LeakWatch()) {
            serve(Map.of(), e -> {
                if (e.request().path().equals("/large")) {
                    e.response().write(ByteBuffer.wrap(new byte[300_000]), true);
                } else {
                    echo(e);
                }
            });
            for (int i = 0; i < 60; i++) {
                try (H2Client client = client(4, random.nextInt(100_000))) {
                    client.socket().setSoTimeout(50);
                    for (int stream = 1; stream < 30; stream += 2) {
                        switch (random.nextInt(4)) {
                            case 0 -> client.get(stream, "/large");
                            case 1 -> client.post(stream, "/").send(H2Frames.data(stream, "abc", random.nextBoolean()));
                            case 2 -> client.post(stream, "/").send(H2Frames.reset(stream, 8));
                            default -> client.get(stream, "/large").send(H2Frames.reset(stream, 8));
                        }
                    }
                    for (int n = random.nextInt(20); n > 0; n--) {
                        client.next();
                    }
                    if (random.nextBoolean()) {
                        client.send(H2Frames.frame(H2Frames.PING, 0, 1, new byte[8]));
                    }
                } catch (IOException closed) {
                    // Some of them are ended by the server, others wait for nothing.
                }
            }
            await().untilAsserted(() -> assertThat(server.managers().standard().load())
                    .as("seed " + seed)
                    .isZero());
            try (H2Client client = client()) {
                client.get(1, "/large");
                assertThat(client.answer(1).body()).hasSize(300_000);
            }
            server.close();
            server = null;
            assertThat(leaks.found()).as("seed " + seed).isEmpty();
        } catch (UncheckedIOException e) {
            throw new IllegalStateException("seed " + seed, e);
        }
    }
}
