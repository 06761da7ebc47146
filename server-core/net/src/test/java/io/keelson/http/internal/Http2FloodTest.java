package io.keelson.http.internal;

import static io.keelson.net.fixture.H2Frames.data;
import static io.keelson.net.fixture.H2Frames.frame;
import static io.keelson.net.fixture.H2Frames.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.DataSize;
import io.keelson.http.HttpExchange;
import io.keelson.net.fixture.H2Frames;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that cost the server more than themselves are cut off; those that only use what HTTP/2 offers are not. */
class Http2FloodTest {
    private static final Map<String, Object> LIMITS =
            Map.of("http2MaxResets", 20, "http2MaxControlFrames", 100, "idleTimeout", Duration.ofHours(1));

    private interface Frames {
        byte[] next(H2Peer peer, int i);
    }

    private static Arguments flood(String what, int allowed, IntFunction<byte[]> frames) {
        return Arguments.of(what, allowed, (Frames) (peer, i) -> frames.apply(i));
    }

    private static Arguments streams(String what, int allowed, Frames frames) {
        return Arguments.of(what, allowed, frames);
    }

    private static int stream(int i) {
        return 2 * i + 1;
    }

    static Stream<Arguments> floods() {
        return Stream.of(
                streams(
                        "rapid reset",
                        20,
                        (p, i) -> H2Frames.join(
                                p.frames.request(stream(i), "POST", false), H2Frames.reset(stream(i), 8))),
                streams(
                        "window of nothing, so that the server resets",
                        20,
                        (p, i) ->
                                H2Frames.join(p.frames.request(stream(i), "POST", false), windowUpdate(stream(i), 0))),
                streams(
                        "too much window, so that the server resets",
                        20,
                        (p, i) -> H2Frames.join(
                                p.frames.request(stream(i), "POST", false),
                                windowUpdate(stream(i), Integer.MAX_VALUE))),
                streams(
                        "half a priority, so that the server resets",
                        20,
                        (p, i) -> H2Frames.join(
                                p.frames.request(stream(i), "POST", false),
                                frame(H2Frames.PRIORITY, 0, stream(i), new byte[2]))),
                streams(
                        "data behind the end, so that the server resets",
                        20,
                        (p, i) -> H2Frames.join(p.frames.request(stream(i), "GET", true), data(stream(i), "x", true))),
                streams("malformed requests", 20, (p, i) -> p.frames.request(stream(i), "GET", true, "te", "x")),
                flood("pings", 100, i -> frame(H2Frames.PING, 0, 0, new byte[8])),
                flood("settings", 10, i -> H2Frames.settings()),
                flood("priorities", 100, i -> frame(H2Frames.PRIORITY, 0, stream(i), new byte[5])),
                flood("window updates", 100, i -> windowUpdate(0, 1)),
                flood("unknown frames", 100, i -> frame(0x42, 0, 0)),
                flood("acknowledgements", 100, i -> frame(H2Frames.PING, H2Frames.ACK, 0, new byte[8])));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("floods")
    void cutsOff(String what, int allowed, Frames frames) {
        List<HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add, LIMITS).begin()) {
            // The settings of the beginning count too.
            int most = what.equals("settings") ? allowed - 1 : allowed - (allowed == 100 ? 10 : 0);
            for (int i = 0; i < most; i++) {
                peer.send(frames.next(peer, i));
            }
            assertThat(peer.said()).as(what).noneMatch(s -> s.startsWith("GOAWAY"));
            peer.send(frames.next(peer, most));
            assertThat(peer.said())
                    .as(what)
                    .last()
                    .asString()
                    .startsWith("GOAWAY ")
                    .endsWith(" ENHANCE_YOUR_CALM");
            assertThat(peer.http.open()).isFalse();
            assertThat(peer.http.loop.applications()).isZero();
        }
    }

    /** A flood that goes on over the next connection is not worth as much work again. */
    @Test
    void grantsATenthToWhoHasFloodedAMomentAgo() {
        for (boolean longAgo : List.of(false, true)) {
            EmbeddedHttp http = new EmbeddedHttp(e -> {}, LIMITS);
            http.loop.floods().flooded(http.address(), "test", http.loop.now());
            if (longAgo) {
                http.pass(30_500);
            }
            try (H2Peer peer = new H2Peer(http).begin()) {
                for (int i = 0; i < 3; i++) {
                    peer.send(peer.frames.request(stream(i), "POST", false), H2Frames.reset(stream(i), 8));
                }
                assertThat(peer.said().stream().anyMatch(s -> s.startsWith("GOAWAY")))
                        .isEqualTo(!longAgo);
            }
        }
    }

    @Test
    void doesNotRememberAnyNumberOfThem() throws Exception {
        FloodingClients clients = new FloodingClients();
        for (int i = 0; i < 3000; i++) {
            clients.flooded(client(i), "test", i);
        }
        assertThat(clients.recently(client(2999), 3000)).isTrue();
        assertThat(clients.recently(client(1), 3000)).isFalse();
    }

    private static InetSocketAddress client(int i) throws Exception {
        byte[] address = {10, 0, (byte) (i >> 8), (byte) i};
        return new InetSocketAddress(InetAddress.getByAddress(address), 1000);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("floods")
    void letsTheSamePassWithinALongerTime(String what, int allowed, Frames frames) {
        List<HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add, LIMITS).begin()) {
            for (int i = 0; i < 3 * allowed; i++) {
                if (i % (allowed / 2) == 0) {
                    peer.http.pass(10_100);
                }
                peer.send(frames.next(peer, i));
            }
            assertThat(peer.said()).as(what).noneMatch(s -> s.startsWith("GOAWAY"));
        }
    }

    @Test
    void cutsOffDataThatCarriesNothing() {
        List<HttpExchange> kept = new ArrayList<>();
        for (byte[] empty : new byte[][] {data(1, "", false), frame(0, H2Frames.PADDED, 1, new byte[] {2, 1, 0, 0})}) {
            try (H2Peer peer = new H2Peer(kept::add, LIMITS).begin()) {
                peer.post(1);
                for (int i = 0; i < 100; i++) {
                    peer.send(empty);
                }
                assertThat(peer.said()).last().isEqualTo("GOAWAY 1 ENHANCE_YOUR_CALM");
            }
        }
    }

    @Test
    void usefulFramesPayForOthers() {
        List<HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add, LIMITS).begin()) {
            peer.post(1);
            for (int i = 0; i < 1000; i++) {
                peer.send(data(1, "xx", false), frame(H2Frames.PING, 0, 0, new byte[8]), windowUpdate(0, 1));
            }
            assertThat(peer.said()).noneMatch(s -> s.startsWith("GOAWAY"));
        }
    }

    @Test
    void cutsOffHeaderBlocksInTooManyFrames() {
        try (H2Peer peer = new H2Peer(new Echo()).begin()) {
            peer.send(frame(H2Frames.HEADERS, 0, 1));
            for (int i = 0; i < 33; i++) {
                peer.send(frame(H2Frames.CONTINUATION, 0, 1));
            }
            assertThat(peer.said()).containsExactly("GOAWAY 0 ENHANCE_YOUR_CALM");
        }
    }

    @Test
    void cutsOffHeaderBlocksThatAreTooLarge() {
        try (H2Peer peer = new H2Peer(new Echo()).begin()) {
            peer.send(frame(H2Frames.HEADERS, 0, 1, new byte[16_384]));
            for (int i = 0; i < 5; i++) {
                peer.send(frame(H2Frames.CONTINUATION, 0, 1, new byte[16_384]));
            }
            assertThat(peer.said()).containsExactly("GOAWAY 0 ENHANCE_YOUR_CALM");
        }
    }

    @Test
    void aHeaderBombIsRefusedWithoutBeingKept() {
        try (H2Peer peer = new H2Peer(new Echo()).begin()) {
            String[] first = H2Frames.fields("GET", "/", "x", "y".repeat(3_000));
            peer.send(peer.frames.headers(1, true, first)).received();
            // The field is in the table now; each further byte names it once more.
            byte[] block = peer.frames.block(first);
            ByteBuffer bomb = ByteBuffer.allocate(16_000).put(block);
            byte last = block[block.length - 1];
            while (bomb.hasRemaining()) {
                bomb.put(last);
            }
            peer.send(frame(H2Frames.HEADERS, 5, 3, bomb.array()));
            assertThat(peer.said()).startsWith("HEADERS 3 431");
            peer.get(5, "/");
            assertThat(peer.said()).startsWith("HEADERS 5 200");
        }
    }

    /** 80 KiB that name a large field again and again take no longer than others: nothing is looked at that is not kept. */
    @Test
    void aHeaderBombCostsNoTime() {
        try (H2Peer peer = new H2Peer(new Echo()).begin()) {
            String[] first = H2Frames.fields("GET", "/", "x", "y".repeat(3_900));
            peer.send(peer.frames.headers(1, true, first)).received();
            byte[] block = peer.frames.block(first);
            byte last = block[block.length - 1];
            byte[] more = new byte[16_384];
            Arrays.fill(more, last);
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < 40; i++) {
                int stream = 2 * i + 3;
                peer.send(frame(H2Frames.HEADERS, 1, stream, block));
                for (int j = 0; j < 4; j++) {
                    peer.send(frame(H2Frames.CONTINUATION, j == 3 ? H2Frames.END_HEADERS : 0, stream, more));
                }
                assertThat(peer.said()).startsWith("HEADERS " + stream + " 431");
            }
            // 10 GB of characters lie behind those names.
            assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before))
                    .isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    void aClientThatReadsNothingIsCutOff() {
        try (H2Peer peer = new H2Peer(new Echo(), Map.of("http2MaxControlFrames", 1_000_000)).begin()) {
            // The embedded channel takes what is flushed; a channel that is not writable is what a full socket makes.
            peer.http.channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
            for (int i = 0; i < 1002; i++) {
                peer.send(frame(H2Frames.PING, 0, 0, new byte[8]));
            }
            assertThat(peer.said()).last().isEqualTo("GOAWAY 0 ENHANCE_YOUR_CALM");
        }
    }

    /** Data in frames of a byte holds memory of about its own size, not of the reads that it came in. */
    @Test
    void tinyFramesDoNotHoldMuchMemory() throws Exception {
        UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false, true);
        List<HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add, Map.of("http2InitialWindowSize", new DataSize(65_536))).begin()) {
            peer.http.channel.config().setAllocator(memory);
            peer.post(1);
            byte[] tiny = data(1, "x", false);
            for (int i = 0; i < 20_000; i++) {
                peer.http.send(memory.buffer(64 * 1024).writeBytes(tiny));
            }
            assertThat(kept.get(0).body().available()).isEqualTo(20_000);
            assertThat(memory.metric().usedHeapMemory() + memory.metric().usedDirectMemory())
                    .isLessThan(128 * 1024);
            byte[] all = new byte[20_000];
            assertThat(kept.get(0).body().read(all, 0, all.length)).isEqualTo(20_000);
        }
        assertThat(memory.metric().usedHeapMemory() + memory.metric().usedDirectMemory())
                .isZero();
    }

    @Test
    void saysOnceInAWhileThatItWasFlooded() {
        List<java.util.logging.LogRecord> logged = new ArrayList<>();
        java.util.logging.Handler handler = new java.util.logging.Handler() {
            @Override
            public void publish(java.util.logging.LogRecord logRecord) {
                logged.add(logRecord);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        java.util.logging.Logger logger = java.util.logging.Logger.getLogger("io.keelson.http");
        logger.addHandler(handler);
        try (H2Peer peer = new H2Peer(new Echo(), LIMITS).begin()) {
            for (int i = 0; i < 101; i++) {
                peer.send(frame(H2Frames.PING, 0, 0, new byte[8]));
            }
            peer.http.pass(500);
            assertThat(logged)
                    .singleElement()
                    .satisfies(said -> assertThat(said.getMessage())
                            .contains("KLS-002703", "1 HTTP/2 connections", "127.0.0.1", "carry nothing"));
            peer.http.pass(20_000);
            assertThat(logged).hasSize(1);
        } finally {
            logger.removeHandler(handler);
        }
    }
}
