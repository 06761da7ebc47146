package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests what a loop receives ahead of being asked: its buffers run out, and what it holds has a bound. */
class UringBuffersIT {
    /** More connections have data at once than there are buffers to receive into: none is forgotten. */
    @Test
    void receivesOnAfterTheBuffersHaveRunOut() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (TestServer server = TestServer.echo(Muxer.Kind.IO_URING)) {
            for (int i = 0; i < 600; i++) {
                sockets.add(server.connect());
                assertThat(echo(sockets.get(i), i)).isEqualTo(i & 0xff);
            }
            for (int round = 0; round < 3; round++) {
                CountDownLatch go = new CountDownLatch(1);
                for (EventExecutor loop : server.muxer.group()) {
                    loop.execute(() -> awaitQuietly(go));
                }
                for (Socket socket : sockets) {
                    socket.getOutputStream().write(new byte[] {(byte) round, 1, 2, 3});
                }
                go.countDown();
                for (Socket socket : sockets) {
                    assertThat(socket.getInputStream().readNBytes(4)).containsExactly(round, 1, 2, 3);
                }
            }
        } finally {
            closeAll(sockets);
        }
    }

    /** Connections send much that nobody asks for: most of it stays in the kernel, and nothing is lost. */
    @Test
    void holdsABoundedAmountThatNobodyAsksFor() throws Exception {
        int connections = 300;
        int each = 1 << 20;
        PooledByteBufAllocator allocator = new PooledByteBufAllocator(true);
        Queue<Channel> channels = new ConcurrentLinkedQueue<>();
        AtomicLong received = new AtomicLong();
        List<Socket> sockets = new ArrayList<>();
        try (TestServer server = TestServer.start(
                Muxer.Kind.IO_URING,
                channel -> channel.pipeline().addLast(new Counting(channels, received)),
                bootstrap -> bootstrap
                        .childOption(ChannelOption.ALLOCATOR, allocator)
                        .childOption(ChannelOption.AUTO_READ, false))) {
            List<CompletableFuture<Void>> senders = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                Socket socket = server.connect();
                sockets.add(socket);
                socket.getOutputStream().write(1);
            }
            await().until(() -> channels.size() == connections);
            channels.forEach(Channel::read);
            await().until(() -> received.get() == connections);
            for (Socket socket : sockets) {
                senders.add(Background.run(() -> socket.getOutputStream().write(new byte[each])));
            }
            // Nobody asks, so it comes to rest: what can be sent has been, and most of the senders wait.
            long[] before = {-1};
            await().pollInterval(Duration.ofMillis(300))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> before[0] == (before[0] = allocator.metric().usedDirectMemory()));
            assertThat(received.get()).isEqualTo(connections);
            // Each of two loops holds at most 16 MiB and what was on its way when it came to that.
            assertThat(allocator.metric().usedDirectMemory()).isLessThan(64L << 20);
            channels.forEach(channel -> channel.config().setAutoRead(true));
            for (CompletableFuture<Void> sender : senders) {
                sender.get(60, TimeUnit.SECONDS);
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> received.get() == connections * (each + 1L));
        } finally {
            closeAll(sockets);
        }
    }

    /** A stream with a hole in it must not go on. */
    @Test
    void aConnectionEndsWhenThereIsNoMemoryForWhatItReceived() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        ByteBufAllocator none = new PooledByteBufAllocator(true) {
            @Override
            protected ByteBuf newDirectBuffer(int initial, int most) {
                throw new OutOfMemoryError("none left");
            }
        };
        try (TestServer server = TestServer.start(
                        Muxer.Kind.IO_URING,
                        channel -> channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                                failure.complete(cause);
                            }
                        }),
                        bootstrap -> bootstrap.childOption(ChannelOption.ALLOCATOR, none));
                Socket socket = server.connect()) {
            socket.getOutputStream().write(1);
            Throwable cause = failure.get(60, TimeUnit.SECONDS);
            if (server.muxer.kind() == Muxer.Kind.IO_URING) {
                assertThat(cause).isInstanceOf(IOException.class).hasCauseInstanceOf(OutOfMemoryError.class);
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    private static int echo(Socket socket, int value) throws IOException {
        socket.getOutputStream().write(value);
        return socket.getInputStream().read();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @ChannelHandler.Sharable
    private static final class Counting extends ChannelInboundHandlerAdapter {
        private final Queue<Channel> channels;
        private final AtomicLong received;

        Counting(Queue<Channel> channels, AtomicLong received) {
            this.channels = channels;
            this.received = received;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channels.add(context.channel());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf data = (ByteBuf) message;
            received.addAndGet(data.readableBytes());
            data.release();
        }
    }
}
