package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer.Audience;
import io.keelson.http.RequestBody;
import io.keelson.http.ResponseWriter;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import io.keelson.net.fixture.ServerSockets;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what becomes of a connection whose client closes its side or all of it, in every state; run on each muxer. */
@Timeout(60)
abstract class HalfCloseContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private NetServer server;
    private final CountDownLatch release = new CountDownLatch(1);

    abstract Muxer.Kind muxer();

    interface Work {
        void on(HttpExchange exchange) throws Exception;
    }

    private void serve(Work work) throws Exception {
        Map<String, Object> settings = new HashMap<>(MuxerChoice.of(muxer()));
        settings.put("listenPort", 0);
        server = new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(4, 100)).start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http()
                .register(
                        "/",
                        Audience.APPLICATION,
                        exchange -> exchange.handOver(server.managers().standard(), () -> {
                            try {
                                work.on(exchange);
                            } catch (Exception e) {
                                exchange.abort(e);
                            }
                        }));
    }

    private RawClient client() throws IOException {
        return new RawClient(server.address("Default"));
    }

    private int port() {
        return server.address("Default").getPort();
    }

    /** Sends, closes the client's side, and waits until the server's kernel knows. */
    private RawClient sendAll(RawClient client, String text) throws IOException {
        client.send(text).socket().shutdownOutput();
        return client;
    }

    private void awaitCloseWait() {
        await().until(() -> ServerSockets.states(port()).contains(ServerSockets.CLOSE_WAIT));
    }

    /** No test may leave a connection: not open, and not half. */
    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            release.countDown();
            int port = port();
            await().untilAsserted(() -> assertThat(ServerSockets.states(port)).isEmpty());
            server.close();
        }
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        exchange.response().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), true);
    }

    private void answerWhenReleased(HttpExchange exchange) throws Exception {
        release.await(20, TimeUnit.SECONDS);
        answer(exchange, exchange.request().path());
    }

    @Test
    void answersTheRequestUnderWayAndCloses() throws Exception {
        serve(this::answerWhenReleased);
        try (RawClient client = client()) {
            sendAll(client, GET);
            awaitCloseWait();
            release.countDown();
            assertThat(client.rest()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n/");
        }
    }

    @Test
    void answersAllCompleteRequestsAndCloses() throws Exception {
        serve(this::answerWhenReleased);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            all.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        try (RawClient client = client()) {
            sendAll(client, all + "GET /part");
            awaitCloseWait();
            release.countDown();
            for (int i = 0; i < 300; i++) {
                assertThat(client.response()).endsWith("\n/" + i);
            }
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void closesIdleConnectionsAtOnce() throws Exception {
        serve(e -> answer(e, "x"));
        try (RawClient silent = client();
                RawClient idle = client();
                RawClient emptyLine = client();
                RawClient part = client()) {
            idle.send(GET).response();
            emptyLine.send(GET).response();
            long start = System.nanoTime();
            assertThat(sendAll(silent, "").rest()).isEmpty();
            assertThat(sendAll(idle, "").rest()).isEmpty();
            assertThat(sendAll(emptyLine, "\r\n").rest()).isEmpty();
            assertThat(sendAll(part, "GET / HT").rest()).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    void failsTheReadOfABodyThatIsCutOff() throws Exception {
        CompletableFuture<IOException> failure = new CompletableFuture<>();
        serve(e -> {
            try {
                readAll(e.body());
            } catch (IOException cutOff) {
                failure.complete(cutOff);
                e.reply(500, "failed");
            }
        });
        try (RawClient client = client()) {
            sendAll(client, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab");
            assertThat(client.rest()).startsWith("HTTP/1.1 400 ").contains("Connection: close");
            assertThat(failure.get(60, TimeUnit.SECONDS)).hasMessageContaining("before the end of the body");
        }
    }

    @Test
    void failsTheReadOfAPipelinedBodyThatIsCutOff() throws Exception {
        serve(e -> {
            release.await(20, TimeUnit.SECONDS);
            answer(e, Integer.toString(readAll(e.body())));
        });
        try (RawClient client = client()) {
            sendAll(client, GET + "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
            awaitCloseWait();
            release.countDown();
            assertThat(client.response()).startsWith("HTTP/1.1 200 ").endsWith("\n0");
            // The handler fails, and so ends the exchange without an answer.
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void readsABodyToItsEndThatWasHeldUp() throws Exception {
        serve(e -> {
            release.await(20, TimeUnit.SECONDS);
            answer(e, Integer.toString(readAll(e.body())));
        });
        int size = 1_000_000;
        try (RawClient client = client()) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    sendAll(
                            client,
                            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + size + "\r\n\r\n" + "x".repeat(size));
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            await().until(() -> server.managers().standard().load() == 1);
            release.countDown();
            sent.get(60, TimeUnit.SECONDS);
            assertThat(client.rest()).endsWith("\r\n\r\n" + size);
        }
    }

    @Test
    void doesNotTurnInVainWhileARequestIsUnderWay() throws Exception {
        serve(this::answerWhenReleased);
        try (RawClient client = client()) {
            sendAll(client, GET);
            awaitCloseWait();
            long before = readersCpu();
            await().pollDelay(Duration.ofMillis(600)).until(() -> true);
            assertThat(Duration.ofNanos(readersCpu() - before)).isLessThan(Duration.ofMillis(120));
            release.countDown();
            assertThat(client.rest()).startsWith("HTTP/1.1 200 ");
        }
    }

    private static long readersCpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().contains("keelson.socket.Muxer"))
                .mapToLong(t -> threads.getThreadCpuTime(t.getId()))
                .sum();
    }

    @Test
    void endsAnAnswerThatNobodyTakesAnyMore() throws Exception {
        CompletableFuture<IOException> failure = new CompletableFuture<>();
        CountDownLatch ended = new CountDownLatch(1);
        serve(e -> {
            e.onEnd(ended::countDown);
            release.await(20, TimeUnit.SECONDS);
            try {
                while (true) {
                    e.response().write(ByteBuffer.wrap(new byte[1000]), false);
                }
            } catch (IOException gone) {
                failure.complete(gone);
            }
        });
        try (RawClient client = client()) {
            client.send(GET);
            await().until(() -> server.managers().standard().load() == 1);
        }
        awaitCloseWait();
        release.countDown();
        assertThat(failure.get(60, TimeUnit.SECONDS)).isNotNull();
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Long polling: nobody writes, and yet a client that has gone does not hold its exchange for ever. */
    @Test
    void tellsAClientThatHasGoneFromOneThatHasEndedItsSide() throws Exception {
        CompletableFuture<HttpExchange> waiting = new CompletableFuture<>();
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        serve(e -> {
            if (e.request().path().equals("/gone")) {
                e.onEnd(ended::countDown);
                arrived.countDown();
            } else {
                waiting.complete(e);
            }
        });
        try (RawClient patient = client()) {
            sendAll(patient, GET);
            try (RawClient gone = client()) {
                gone.send("GET /gone HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
            answer(waiting.get(60, TimeUnit.SECONDS), "at last");
            assertThat(patient.head()).startsWith("HTTP/1.1 100 ");
            assertThat(patient.rest()).contains("HTTP/1.1 200 ").endsWith("\r\n\r\nat last");
        }
    }

    /** By itself lingering takes two seconds. A machine that is busy elsewhere may hold up one attempt, hardly three. */
    @Test
    void endsLingeringWhenTheClientCloses() throws Exception {
        serve(e -> e.reply(401, "no"));
        Duration best = lingering();
        for (int i = 0; i < 2 && best.compareTo(Duration.ofSeconds(1)) >= 0; i++) {
            best = lingering();
        }
        assertThat(best).isLessThan(Duration.ofSeconds(1));
    }

    private Duration lingering() throws Exception {
        try (RawClient client = client()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");
            assertThat(client.response()).startsWith("HTTP/1.1 401 ").contains("Connection: close");
            assertThat(client.closed()).isTrue();
            client.send("123");
            long start = System.nanoTime();
            client.socket().shutdownOutput();
            await().until(() -> ServerSockets.states(port()).isEmpty());
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    @Test
    void letsAnUpgradedConnectionGoOnWriting() throws Exception {
        serve(e -> {
            e.response().headers().set("Upgrade", "count");
            ResponseWriter.Upgraded raw = e.response().upgrade();
            int n = readAll(raw.input());
            raw.output().write(ByteBuffer.wrap(Integer.toString(n).getBytes(StandardCharsets.UTF_8)), false);
            raw.close();
        });
        try (RawClient client = client()) {
            sendAll(client, "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: count\r\n\r\nabcd");
            assertThat(client.rest()).startsWith("HTTP/1.1 101 ").endsWith("\r\n\r\n4");
        }
    }

    private static int readAll(RequestBody body) throws IOException {
        byte[] bytes = new byte[10_000];
        int all = 0;
        int n;
        while ((n = body.read(bytes, 0, bytes.length)) > 0) {
            all += n;
        }
        return all;
    }
}
