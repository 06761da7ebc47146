package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many connections, and many threads that use them at once. */
abstract class StressContractTest {
    abstract Muxer.Kind kind();

    /** A lost wake-up shows as a task that is not run: nothing else would wake the loop. */
    @Test
    void neverSleepsOverATask() throws Exception {
        try (Muxer muxer = TestServer.muxer(kind(), 2)) {
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int seed = t;
                threads.add(Background.run(() -> {
                    Random pause = new Random(seed);
                    for (int i = 0; i < 8_000; i++) {
                        EventLoop loop = muxer.group().next();
                        loop.submit(() -> {}).get(60, TimeUnit.SECONDS);
                        for (int spin = pause.nextInt(200); spin > 0; spin--) {
                            Thread.onSpinWait();
                        }
                    }
                }));
            }
            for (CompletableFuture<Void> thread : threads) {
                thread.get(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void runsScheduledTasksInTimeWhileItSleeps() throws Exception {
        try (Muxer muxer = TestServer.muxer(kind(), 1)) {
            EventLoop loop = muxer.group().next();
            for (int i = 0; i < 20; i++) {
                int delay = i;
                long start = System.nanoTime();
                long end = loop.schedule(System::nanoTime, delay, TimeUnit.MILLISECONDS)
                        .get(10, TimeUnit.SECONDS);
                assertThat(Duration.ofNanos(end - start)).isBetween(Duration.ofMillis(delay), Duration.ofSeconds(2));
            }
        }
    }

    @Test
    void servesThousandsOfIdleConnections() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (TestServer server = TestServer.echo(kind())) {
            for (int i = 0; i < 2500; i++) {
                sockets.add(server.connect());
            }
            for (int round = 0; round < 2; round++) {
                for (Socket socket : sockets) {
                    socket.getOutputStream().write(round);
                }
                for (Socket socket : sockets) {
                    assertThat(socket.getInputStream().read()).isEqualTo(round);
                }
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /**
     * Clients that come, send, and go in every way, while other threads write to and close what they left: every promise is
     * answered, nothing stays open, no connection gets another's bytes, and the muxer serves as before.
     */
    @Test
    void survivesClosesFromAllSides() throws Exception {
        long seed = new Random().nextLong();
        ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        Queue<ChannelFuture> promises = new ConcurrentLinkedQueue<>();
        Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
        AtomicInteger wrong = new AtomicInteger();
        try (TestServer server =
                TestServer.start(kind(), channel -> channel.pipeline().addLast(new Worried(open, unexpected)))) {
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                Random random = new Random(seed + t);
                threads.add(Background.run(() -> comeAndGo(server, random, wrong)));
            }
            CompletableFuture<Void> clients = CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0]));
            Random random = new Random(~seed);
            while (!clients.isDone()) {
                for (Channel channel : open) {
                    promises.add(
                            random.nextInt(8) == 0
                                    ? channel.close()
                                    : channel.writeAndFlush(
                                            Unpooled.directBuffer(64).writeZero(64)));
                }
                Thread.onSpinWait();
            }
            clients.get(60, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(20)).until(open::isEmpty);
            assertThat(wrong).as("seed %d", seed).hasValue(0);
            assertThat(unexpected).as("seed %d", seed).isEmpty();
            for (ChannelFuture promise : promises) {
                assertThat(promise.await(10, TimeUnit.SECONDS))
                        .as("seed %d", seed)
                        .isTrue();
            }
            try (Socket socket = server.connect()) {
                await().until(() -> !open.isEmpty());
            }
        }
    }

    private static void comeAndGo(TestServer server, Random random, AtomicInteger wrong) throws Exception {
        for (int i = 0; i < 60; i++) {
            try (Socket socket = server.connect()) {
                socket.getOutputStream().write(new byte[random.nextInt(4000)]);
                if (random.nextBoolean()) {
                    byte[] got = new byte[256];
                    int count = socket.getInputStream().read(got);
                    for (int at = 0; at < count; at++) {
                        wrong.addAndGet(got[at]);
                    }
                }
                if (random.nextInt(3) == 0) {
                    socket.setSoLinger(true, 0);
                } else if (random.nextInt(3) == 0) {
                    socket.shutdownOutput();
                }
            } catch (IOException e) {
                // The server may have closed it first, at any point.
            }
        }
    }

    /** Writes nothing itself; an exception that is not the connection's is one too many. */
    @ChannelHandler.Sharable
    private static final class Worried extends ChannelInboundHandlerAdapter {
        private final ChannelGroup open;
        private final Queue<Throwable> unexpected;

        Worried(ChannelGroup open, Queue<Throwable> unexpected) {
            this.open = open;
            this.unexpected = unexpected;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            open.add(context.channel());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (!(cause instanceof IOException)) {
                unexpected.add(cause);
            }
        }
    }
}
