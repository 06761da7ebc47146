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
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.OpenFiles;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what HTTP does over real sockets; run on each muxer. */
@Timeout(60)
abstract class HttpContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final byte[] KIB_64 = new byte[64 * 1024];

    private NetServer server;

    abstract Muxer.Kind muxer();

    interface Work {
        void on(HttpExchange exchange) throws Exception;
    }

    /** Starts a server whose handler hands everything to a worker. */
    private void serve(Map<String, Object> limits, Work work) throws Exception {
        start(limits);
        server.http().register("/", Audience.APPLICATION, worker(work));
    }

    private void start(Map<String, Object> limits) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put("listenPort", 0);
        settings.putAll(MuxerChoice.of(muxer()));
        settings.put("limits", Defaults.of(ChannelLimits.class, limits));
        server = new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(8, 100));
        server.start();
        server.subsystem().administer();
        server.subsystem().resume();
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

    private RawClient client() throws IOException {
        return new RawClient(server.address("Default"));
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    static void answer(HttpExchange exchange, String text) throws IOException {
        exchange.response().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), true);
    }

    private static String readAll(HttpExchange exchange) throws IOException {
        StringBuilder all = new StringBuilder();
        byte[] bytes = new byte[1000];
        int n;
        while ((n = exchange.body().read(bytes, 0, bytes.length)) > 0) {
            all.append(new String(bytes, 0, n, StandardCharsets.ISO_8859_1));
        }
        return all.toString();
    }

    @Test
    void answersOnAWorker() throws Exception {
        serve(Map.of(), e -> answer(e, Thread.currentThread().getName()));
        try (RawClient client = client()) {
            for (int i = 0; i < 3; i++) {
                client.send(GET);
                assertThat(client.response())
                        .startsWith("HTTP/1.1 200 OK\nDate: ")
                        .contains("test-standard-");
            }
        }
    }

    @Test
    void keepsTheOrderOfPipelinedRequests() throws Exception {
        serve(Map.of(), e -> answer(e, e.request().path()));
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            all.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        try (RawClient client = client()) {
            client.send(all.toString());
            for (int i = 0; i < 500; i++) {
                assertThat(client.response()).endsWith("\n/" + i);
            }
        }
    }

    @Test
    void takesAndGivesChunks() throws Exception {
        serve(Map.of(), e -> {
            byte[] bytes = new byte[100];
            int n;
            while ((n = e.body().read(bytes, 0, 100)) > 0) {
                e.response().write(ByteBuffer.wrap(bytes, 0, n), false);
            }
            e.response().trailers(() -> e.body().trailers());
            e.response().complete();
        });
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
            assertThat(client.head()).contains("Transfer-Encoding: chunked\n");
            assertThat(client.line()).isEqualTo("5");
            assertThat(client.line()).isEqualTo("hello");
            client.send("1\r\n!\r\n0\r\nX-Sum: 9\r\n\r\n");
            assertThat(client.line()).isEqualTo("1");
            assertThat(client.line()).isEqualTo("!");
            assertThat(client.line()).isEqualTo("0");
            assertThat(client.line()).isEqualTo("X-Sum: 9");
            assertThat(client.line()).isEmpty();
        }
    }

    @Test
    void letsTheClientSendWhenTheBodyIsRead() throws Exception {
        serve(Map.of(), e -> answer(e, readAll(e)));
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
            assertThat(client.head()).isEqualTo("HTTP/1.1 100 Continue\n\n");
            client.send("abc");
            assertThat(client.response()).startsWith("HTTP/1.1 200").endsWith("\nabc");
            client.send(GET);
            assertThat(client.response()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void movesLargeBodiesBothWaysUnchanged() throws Exception {
        serve(Map.of(), e -> {
            byte[] bytes = new byte[30_000];
            int n;
            while ((n = e.body().read(bytes, 0, bytes.length)) > 0) {
                e.response().write(ByteBuffer.wrap(bytes, 0, n), false);
            }
            e.response().complete();
        });
        byte[] data = new byte[8 * 1024 * 1024];
        new Random(1).nextBytes(data);
        try (RawClient client = client()) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + data.length + "\r\n\r\n");
                    client.socket().getOutputStream().write(data);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            String response = client.response();
            sent.get(60, TimeUnit.SECONDS);
            StringBuilder body = new StringBuilder(data.length);
            // Chunk sizes stand on lines of their own between data of known length.
            int at = response.indexOf("\n\n") + 2;
            while (true) {
                int end = response.indexOf('\n', at);
                int size = Integer.parseInt(response.substring(at, end), 16);
                if (size == 0) {
                    break;
                }
                body.append(response, end + 1, end + 1 + size);
                at = end + 1 + size;
            }
            assertThat(body.toString().getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(data);
        }
    }

    @Test
    void writesAResponseOfManyMarks() throws Exception {
        byte[] data = new byte[5_000_000];
        new Random(2).nextBytes(data);
        serve(Map.of(), e -> e.response().write(ByteBuffer.wrap(data), true));
        try (RawClient client = client()) {
            client.send(GET);
            assertThat(client.head()).contains("Content-Length: 5000000\n");
            assertThat(client.exactly(data.length).getBytes(StandardCharsets.ISO_8859_1))
                    .isEqualTo(data);
        }
    }

    @Test
    void sendsFiles(@TempDir Path folder) throws Exception {
        byte[] data = new byte[3_000_000];
        new Random(3).nextBytes(data);
        Path file = Files.write(folder.resolve("f"), data);
        serve(Map.of(), e -> {
            boolean last = e.request().path().equals("/last");
            if (!last) {
                e.response().headers().set("Content-Length", Integer.toString(2_000_000));
            }
            try (FileBody body = e.response().openFile(file)) {
                e.response().writeFile(body, 500_000, 2_000_000, last);
            }
            if (!last) {
                e.response().complete();
            }
        });
        byte[] part = Arrays.copyOfRange(data, 500_000, 2_500_000);
        try (RawClient client = client()) {
            for (String path : new String[] {"/last", "/more", "/last"}) {
                client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.head()).contains("Content-Length: 2000000\n");
                assertThat(client.exactly(part.length).getBytes(StandardCharsets.ISO_8859_1))
                        .isEqualTo(part);
                await().until(() -> OpenFiles.of(file) == 0);
            }
        }
    }

    @Test
    void cutsOffASlowLoris() throws Exception {
        serve(Map.of("headerTimeout", Duration.ofMillis(600)), e -> answer(e, "x"));
        try (RawClient client = client()) {
            client.send("GET / HTTP/1.1\r\n");
            long start = System.nanoTime();
            CountDownLatch over = new CountDownLatch(1);
            CompletableFuture<Void> drip = CompletableFuture.runAsync(() -> {
                try {
                    while (!over.await(50, TimeUnit.MILLISECONDS)) {
                        client.send("X: y\r\n");
                    }
                } catch (IOException | InterruptedException e) {
                    // The server has cut the client off.
                }
            });
            assertThat(client.line()).startsWith("HTTP/1.1 408 ");
            over.countDown();
            drip.get(5, TimeUnit.SECONDS);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        }
    }

    @Test
    void failsAReadOfABodyThatStops() throws Exception {
        CompletableFuture<IOException> failure = new CompletableFuture<>();
        serve(Map.of("bodyTimeout", Duration.ofMillis(300)), e -> {
            try {
                readAll(e);
            } catch (IOException stopped) {
                failure.complete(stopped);
                e.reply(408, "too slow");
            }
        });
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab");
            assertThat(client.response()).startsWith("HTTP/1.1 408 ");
            assertThat(failure.get(60, TimeUnit.SECONDS)).hasMessageContaining("in time");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void freesTheWorkerOfAClientThatDoesNotRead() throws Exception {
        CompletableFuture<IOException> failure = new CompletableFuture<>();
        AtomicInteger ends = new AtomicInteger();
        AtomicLong written = new AtomicLong();
        serve(Map.of("writeTimeout", Duration.ofMillis(500)), e -> {
            e.onEnd(ends::incrementAndGet);
            try {
                while (true) {
                    e.response().write(ByteBuffer.wrap(KIB_64), false);
                    written.addAndGet(KIB_64.length);
                }
            } catch (IOException stuck) {
                failure.complete(stuck);
            }
        });
        try (RawClient client = client()) {
            client.socket().setReceiveBufferSize(16 * 1024);
            client.send(GET);
            assertThat(failure.get(60, TimeUnit.SECONDS)).isNotNull();
            await().untilAsserted(() -> assertThat(ends).hasValue(1));
            // What the kernel's buffers of a loopback connection hold, and the server's marks.
            assertThat(written.get()).isLessThan(16 * 1024 * 1024);
        }
    }

    @Test
    void stopsReadingABodyThatNobodyTakes() throws Exception {
        CountDownLatch mayRead = new CountDownLatch(1);
        AtomicInteger waiting = new AtomicInteger();
        AtomicReference<HttpExchange> exchange = new AtomicReference<>();
        long size = 64L * 1024 * 1024;
        serve(Map.of(), e -> {
            exchange.set(e);
            mayRead.await(20, TimeUnit.SECONDS);
            waiting.set(e.body().available());
            byte[] bytes = new byte[64 * 1024];
            long all = 0;
            int n;
            while ((n = e.body().read(bytes, 0, bytes.length)) > 0) {
                all += n;
            }
            answer(e, Long.toString(all));
        });
        long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + size + "\r\n\r\n");
            AtomicLong sent = new AtomicLong();
            CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
                try {
                    while (sent.get() < size) {
                        client.socket().getOutputStream().write(KIB_64);
                        sent.addAndGet(KIB_64.length);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            AtomicLong last = new AtomicLong(-1);
            await().pollInterval(Duration.ofMillis(300)).until(() -> last.getAndSet(sent.get()) == sent.get());
            assertThat(sent.get()).isLessThan(size / 2);
            assertThat(PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - before)
                    .isLessThan(24L * 1024 * 1024);
            mayRead.countDown();
            assertThat(client.response()).endsWith("\n" + size);
            sender.get(60, TimeUnit.SECONDS);
            // The mark and what one turn read beyond it.
            assertThat(waiting.get()).isBetween(64 * 1024, 2 * 1024 * 1024);
        }
    }

    @Test
    void tellsTheWorkerThatTheClientBrokeOff() throws Exception {
        CompletableFuture<IOException> failure = new CompletableFuture<>();
        AtomicInteger ends = new AtomicInteger();
        serve(Map.of(), e -> {
            e.onEnd(ends::incrementAndGet);
            try {
                readAll(e);
            } catch (IOException broken) {
                failure.complete(broken);
                e.abort(broken);
            }
        });
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab");
        }
        assertThat(failure.get(60, TimeUnit.SECONDS)).hasMessageContaining("closed");
        await().untilAsserted(() -> assertThat(ends).hasValue(1));
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcx");
            assertThat(ends).hasValue(1);
        }
    }

    @Test
    void completesAfterTheWorkerHasReturned() throws Exception {
        AtomicReference<HttpExchange> kept = new AtomicReference<>();
        CountDownLatch returned = new CountDownLatch(1);
        serve(Map.of(), e -> {
            kept.set(e);
            returned.countDown();
        });
        try (RawClient client = client()) {
            for (int i = 0; i < 3; i++) {
                client.send(GET);
                returned.await(5, TimeUnit.SECONDS);
                await().until(() ->
                        kept.get() != null && server.managers().standard().load() == 0);
                HttpExchange e = kept.getAndSet(null);
                CompletableFuture.runAsync(() -> {
                    try {
                        e.response().write(ByteBuffer.wrap("late".getBytes(StandardCharsets.UTF_8)), false);
                        e.response().complete();
                    } catch (IOException failure) {
                        throw new UncheckedIOException(failure);
                    }
                });
                assertThat(client.response()).contains("late");
            }
        }
    }

    @Test
    void writesWithoutWaiting() throws Exception {
        AtomicLong left = new AtomicLong(20_000_000);
        start(Map.of());
        server.http().register("/", Audience.APPLICATION, e -> {
            e.response().headers().set("Content-Length", "20000000");
            pump(e, left);
        });
        try (RawClient client = client()) {
            client.send(GET);
            client.head();
            assertThat(client.exactly(20_000_000)).hasSize(20_000_000);
        }
    }

    private static void pump(HttpExchange e, AtomicLong left) {
        try {
            while (left.get() > 0) {
                if (!e.response().writable()) {
                    e.response().onWritable(() -> pump(e, left));
                    return;
                }
                int n = (int) Math.min(10_000, left.get());
                e.response().writeNow(ByteBuffer.wrap(KIB_64, 0, n), false);
                left.addAndGet(-n);
            }
            e.response().complete();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void closesIdleConnections() throws Exception {
        serve(Map.of("idleTimeout", Duration.ofMillis(300)), e -> answer(e, "x"));
        try (RawClient client = client()) {
            client.send(GET);
            client.response();
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void closesAfterTheMostRequests() throws Exception {
        serve(Map.of("maxKeepAliveRequests", 2), e -> answer(e, "x"));
        try (RawClient client = client()) {
            client.send(GET);
            assertThat(client.response()).doesNotContain("Connection: close");
            client.send(GET);
            assertThat(client.response()).contains("Connection: close");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void stopsAcceptingAtTheMostOpenSocketsAndRecovers() throws Exception {
        serve(Map.of("maxOpenSockets", 2), e -> answer(e, "x"));
        try (RawClient one = client();
                RawClient two = client()) {
            one.send(GET).response();
            two.send(GET).response();
            try (RawClient three = client()) {
                three.send(GET);
                three.socket().setSoTimeout(300);
                boolean silent;
                try {
                    silent = three.socket().getInputStream().read() < 0;
                } catch (java.net.SocketTimeoutException waiting) {
                    silent = true;
                }
                assertThat(silent).isTrue();
                one.close();
                three.socket().setSoTimeout(5_000);
                assertThat(three.response()).startsWith("HTTP/1.1 200");
            }
        }
    }

    @Test
    void recoversFromManyConnectionsBeyondTheLimit() throws Exception {
        serve(Map.of("maxOpenSockets", 3), e -> answer(e, "x"));
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            clients.add(client());
        }
        for (RawClient c : clients) {
            c.close();
        }
        for (int i = 0; i < 5; i++) {
            try (RawClient one = client()) {
                assertThat(one.send(GET).response()).startsWith("HTTP/1.1 200");
            }
        }
    }

    @Test
    void answers503WhenTheWorkManagerIsFull() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        server = null;
        Map<String, Object> settings = new HashMap<>();
        settings.put("listenPort", 0);
        settings.putAll(MuxerChoice.of(muxer()));
        server = new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(1, 1)).start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, worker(e -> {
            mayEnd.await(10, TimeUnit.SECONDS);
            answer(e, "x");
        }));
        try (RawClient one = client();
                RawClient two = client()) {
            one.send(GET);
            await().until(() -> server.managers().standard().load() == 1);
            two.send(GET);
            assertThat(two.response()).startsWith("HTTP/1.1 503 ").contains("Retry-After: ");
            mayEnd.countDown();
            assertThat(one.response()).startsWith("HTTP/1.1 200");
            await().until(() -> server.managers().standard().load() == 0);
            assertThat(two.send(GET).response()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void refusesALargeBodyAndStillSaysSo() throws Exception {
        serve(Map.of("maxBodySize", new DataSize(1000)), e -> {
            try {
                answer(e, readAll(e));
            } catch (io.keelson.http.RequestBodyException tooLarge) {
                e.reply(tooLarge.status(), "too large");
            }
        });
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n");
            CompletableFuture.runAsync(() -> {
                try {
                    client.socket().getOutputStream().write(new byte[3_000_000]);
                } catch (IOException e) {
                    // The server closes before all is sent.
                }
            });
            assertThat(client.response()).startsWith("HTTP/1.1 413 ");
        }
    }
}
