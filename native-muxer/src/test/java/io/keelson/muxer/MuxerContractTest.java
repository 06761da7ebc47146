package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a muxer promises to the protocols above it, run for each kind. */
abstract class MuxerContractTest {
    abstract Muxer.Kind kind();

    @Test
    void echoesALargeTransferByteForByte() throws Exception {
        RandomBytes bytes = new RandomBytes(new Random().nextLong(), 16 << 20);
        try (TestServer server = TestServer.echo(kind());
                Socket socket = server.connect()) {
            CompletableFuture<Void> sent = Background.run(() -> {
                bytes.writeTo(socket.getOutputStream());
                socket.shutdownOutput();
            });
            assertThat(bytes.firstDifference(socket.getInputStream()))
                    .as("%s", bytes)
                    .isEqualTo(-1);
            sent.get(60, TimeUnit.SECONDS);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** Heap buffers, direct ones, composites with more pieces than one gathering write takes, empty ones, in one flush. */
    @Test
    void sendsBuffersOfEveryKindInOrder() throws Exception {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (TestServer server =
                        TestServer.start(kind(), channel -> channel.pipeline().addLast(new Sender()));
                Socket socket = server.connect()) {
            socket.getOutputStream().write(1);
            for (ByteBuf buffer : buffersOfEveryKind()) {
                expected.write(Unpooled.copiedBuffer(buffer).array(), 0, buffer.readableBytes());
                buffer.release();
            }
            assertThat(socket.getInputStream().readNBytes(expected.size())).isEqualTo(expected.toByteArray());
        }
    }

    /** A listener is told of the first of several buffers that went out together, and flushes more. */
    @Test
    void keepsTheOrderWhenListenersSendMore() throws Exception {
        int rounds = 2000;
        try (TestServer server = TestServer.start(
                        kind(),
                        channel -> channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelActive(ChannelHandlerContext context) {
                                sendThree(context, 0);
                            }

                            private void sendThree(ChannelHandlerContext context, int round) {
                                context.write(number(3 * round)).addListener(sent -> {
                                    if (round < rounds) {
                                        sendThree(context, round + 1);
                                    }
                                });
                                context.write(number(3 * round + 1));
                                context.writeAndFlush(number(3 * round + 2));
                            }
                        }));
                Socket socket = server.connect()) {
            DataInputStream input = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            for (int i = 0; i < 3 * rounds; i++) {
                assertThat(input.readInt()).isEqualTo(i);
            }
        }
    }

    private static ByteBuf number(int value) {
        return Unpooled.directBuffer(4).writeInt(value);
    }

    private static ByteBuf[] buffersOfEveryKind() {
        CompositeByteBuf many = Unpooled.compositeBuffer(4000);
        CompositeByteBuf few = Unpooled.compositeBuffer(4);
        for (int i = 0; i < 3000; i++) {
            many.addComponent(true, Unpooled.directBuffer(7).writeBytes(("many" + i % 1000).getBytes()));
        }
        few.addComponent(true, Unpooled.directBuffer(7).writeBytes("one".getBytes()));
        few.addComponent(true, Unpooled.directBuffer(7).writeBytes("two".getBytes()));
        return new ByteBuf[] {
            Unpooled.copiedBuffer("heap", java.nio.charset.StandardCharsets.US_ASCII),
            Unpooled.EMPTY_BUFFER,
            Unpooled.directBuffer(8).writeBytes("direct".getBytes()),
            many,
            Unpooled.directBuffer(8),
            few,
            Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(5).put(0, (byte) 'x')),
            Unpooled.directBuffer(300_000).writeZero(300_000),
        };
    }

    private static final class Sender extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ((ByteBuf) message).release();
            for (ByteBuf buffer : buffersOfEveryKind()) {
                context.write(buffer);
            }
            context.flush();
        }
    }

    @Test
    void sendsPartsOfFiles(@TempDir Path directory) throws Exception {
        byte[] content = new byte[3_000_000];
        new Random(1).nextBytes(content);
        Path file = Files.write(directory.resolve("file"), content);
        try (TestServer server = TestServer.start(
                        kind(),
                        channel -> channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelActive(ChannelHandlerContext context) throws IOException {
                                context.write(Unpooled.copiedBuffer(new byte[] {1, 2, 3}));
                                context.write(new DefaultFileRegion(FileChannel.open(file), 1000, 2_000_000));
                                context.write(Unpooled.copiedBuffer(new byte[] {4}));
                                context.writeAndFlush(new DefaultFileRegion(FileChannel.open(file), 0, 10))
                                        .addListener(ChannelFutureListener.CLOSE);
                            }
                        }));
                Socket socket = server.connect()) {
            byte[] got = socket.getInputStream().readAllBytes();
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            expected.write(new byte[] {1, 2, 3});
            expected.write(content, 1000, 2_000_000);
            expected.write(4);
            expected.write(content, 0, 10);
            assertThat(got).isEqualTo(expected.toByteArray());
        }
    }

    @Test
    void readsOnlyWhenAsked() throws Exception {
        Recorder recorder = new Recorder();
        try (TestServer server = TestServer.start(
                        kind(),
                        channel -> channel.pipeline().addLast(recorder),
                        bootstrap -> bootstrap.childOption(ChannelOption.AUTO_READ, false));
                Socket socket = server.connect()) {
            Channel channel = recorder.channel();
            socket.getOutputStream().write(1);
            // What is ready stays so while the loop does other things, and nobody is told.
            channel.eventLoop().submit(() -> {}).get();
            assertThat(recorder.events.poll(50, TimeUnit.MILLISECONDS)).isNull();
            channel.read();
            assertThat(recorder.next()).isEqualTo("1 bytes");
            assertThat(recorder.next()).isEqualTo("read complete");
            socket.getOutputStream().write(new byte[] {2, 3});
            socket.close();
            assertThat(recorder.events.poll(50, TimeUnit.MILLISECONDS)).isNull();
            channel.read();
            assertThat(recorder.next()).isEqualTo("2 bytes");
            channel.read();
            assertThat(recorder.next()).isEqualTo("read complete");
            await().until(() -> !channel.isOpen());
        }
    }

    @Test
    void aHalfClosedConnectionStillSends() throws Exception {
        Recorder recorder = new Recorder();
        try (TestServer server = TestServer.start(
                        kind(),
                        channel -> channel.pipeline().addLast(recorder),
                        bootstrap -> bootstrap.childOption(ChannelOption.ALLOW_HALF_CLOSURE, true));
                Socket socket = server.connect()) {
            SocketChannel channel = recorder.channel();
            socket.shutdownOutput();
            await().until(() -> recorder.events.contains(ChannelInputShutdownEvent.INSTANCE));
            assertThat(channel.isInputShutdown()).isTrue();
            assertThat(channel.isActive()).isTrue();
            channel.writeAndFlush(Unpooled.copiedBuffer(new byte[] {5})).sync();
            assertThat(socket.getInputStream().read()).isEqualTo(5);
            channel.shutdownOutput().sync();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(channel.writeAndFlush(Unpooled.copiedBuffer(new byte[] {6}))
                            .await()
                            .isSuccess())
                    .isFalse();
            channel.close().sync();
        }
    }

    @Test
    void saysWhenThePeerDoesNotTakeWhatIsSentAndWhenItDoesAgain() throws Exception {
        Recorder recorder = new Recorder();
        try (TestServer server = TestServer.start(
                        kind(),
                        channel -> channel.pipeline().addLast(recorder),
                        bootstrap -> bootstrap.childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(1000, 2000)));
                Socket socket = server.connect()) {
            Channel channel = recorder.channel();
            long written = 0;
            ChannelFuture last = channel.newSucceededFuture();
            while (channel.isWritable() || written < 10 << 20) {
                last = channel.writeAndFlush(Unpooled.directBuffer().writeZero(64 << 10));
                written += 64 << 10;
                last.channel().eventLoop().submit(() -> {}).get();
            }
            assertThat(last.isDone()).isFalse();
            assertThat(socket.getInputStream().readNBytes((int) written)).hasSize((int) written);
            last.sync();
            await().until(channel::isWritable);
        }
    }

    /** A read that stops at urgent data is short though more has come: the edge for it has been used up. */
    @Test
    void readsOnAfterUrgentData() throws Exception {
        try (TestServer server = TestServer.echo(kind());
                Socket socket = server.connect()) {
            for (int i = 0; i < 50; i++) {
                socket.getOutputStream().write(new byte[100]);
                socket.sendUrgentData(1);
                socket.getOutputStream().write(new byte[100]);
                assertThat(socket.getInputStream().readNBytes(200)).hasSize(200);
            }
        }
    }

    @Test
    void aResetClosesTheChannelWithAnException() throws Exception {
        Recorder recorder = new Recorder();
        try (TestServer server =
                        TestServer.start(kind(), channel -> channel.pipeline().addLast(recorder));
                Socket socket = server.connect()) {
            Channel channel = recorder.channel();
            socket.setSoLinger(true, 0);
            socket.close();
            await().until(() -> !channel.isOpen());
            await().until(() -> recorder.events.stream().anyMatch(IOException.class::isInstance));
        }
    }

    @Test
    void hasTheUsualOptions() throws Exception {
        Recorder recorder = new Recorder();
        try (TestServer server =
                        TestServer.start(kind(), channel -> channel.pipeline().addLast(recorder));
                Socket socket = server.connect()) {
            SocketChannel channel = recorder.channel();
            SocketChannelConfig config = channel.config();
            assertThat(config.isTcpNoDelay()).isTrue();
            assertThat(config.isKeepAlive()).isFalse();
            assertThat(config.getSoLinger()).isEqualTo(-1);
            assertThat(config.setOption(ChannelOption.SO_KEEPALIVE, true)).isTrue();
            assertThat(config.setOption(ChannelOption.TCP_NODELAY, false)).isTrue();
            assertThat(config.setOption(ChannelOption.SO_LINGER, 3)).isTrue();
            assertThat(config.setOption(ChannelOption.SO_SNDBUF, 70_000)).isTrue();
            assertThat(config.setOption(ChannelOption.SO_RCVBUF, 60_000)).isTrue();
            assertThat(config.getOption(ChannelOption.SO_KEEPALIVE)).isTrue();
            assertThat(config.getOption(ChannelOption.TCP_NODELAY)).isFalse();
            assertThat(config.getOption(ChannelOption.SO_LINGER)).isEqualTo(3);
            assertThat(config.getSendBufferSize()).isEqualTo(70_000);
            assertThat(config.getReceiveBufferSize()).isEqualTo(60_000);
            assertThat(server.listening().config().getOption(ChannelOption.SO_REUSEADDR))
                    .isTrue();
            // With SO_LINGER the close is another thread's.
            channel.close().sync();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void hasTheAddressesOfBothFamilies() throws Exception {
        Recorder recorder = new Recorder();
        try (TestServer server =
                TestServer.start(kind(), channel -> channel.pipeline().addLast(recorder))) {
            Channel any = server.bind(new InetSocketAddress(0));
            int port = ((InetSocketAddress) any.localAddress()).getPort();
            for (String host : new String[] {"127.0.0.1", "::1"}) {
                try (Socket socket = new Socket(InetAddress.getByName(host), port)) {
                    SocketChannel channel = recorder.channel();
                    assertThat(channel.remoteAddress()).isEqualTo(socket.getLocalSocketAddress());
                    assertThat(channel.localAddress()).isEqualTo(socket.getRemoteSocketAddress());
                }
            }
        }
    }

    @Test
    void refusesAnAddressThatIsTaken() {
        try (TestServer server = TestServer.echo(kind())) {
            assertThatThrownBy(() -> server.bind(server.address())).isInstanceOf(BindException.class);
        }
    }

    @Test
    void aChannelCanMoveToAnotherLoop() throws Exception {
        Recorder recorder = new Recorder();
        try (TestServer server =
                        TestServer.start(kind(), channel -> channel.pipeline().addLast(recorder));
                Socket socket = server.connect()) {
            Channel channel = recorder.channel();
            for (int i = 0; i < 6; i++) {
                channel.deregister().sync();
                socket.getOutputStream().write(i);
                server.muxer.group().next().register(channel).sync();
                assertThat(recorder.nextBytes()).isEqualTo("1 bytes");
            }
        }
    }

    @Test
    void closesWhatIsOpenWhenItEnds() throws Exception {
        Recorder recorder = new Recorder();
        TestServer server =
                TestServer.start(kind(), channel -> channel.pipeline().addLast(recorder));
        try (Socket socket = server.connect()) {
            Channel channel = recorder.channel();
            server.muxer.close(Duration.ofSeconds(5));
            assertThat(channel.isOpen()).isFalse();
            assertThat(server.listening().isOpen()).isFalse();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** Writes down what happens to the channels that it is added to. */
    @io.netty.channel.ChannelHandler.Sharable
    private static final class Recorder extends ChannelInboundHandlerAdapter {
        final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
        private final BlockingQueue<SocketChannel> channels = new LinkedBlockingQueue<>();

        SocketChannel channel() throws InterruptedException {
            SocketChannel channel = channels.poll(10, TimeUnit.SECONDS);
            assertThat(channel).as("an accepted channel").isNotNull();
            return channel;
        }

        Object next() throws InterruptedException {
            return events.poll(10, TimeUnit.SECONDS);
        }

        Object nextBytes() throws InterruptedException {
            Object event = next();
            while ("read complete".equals(event)) {
                event = next();
            }
            return event;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channels.add((SocketChannel) context.channel());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            events.add(((ByteBuf) message).readableBytes() + " bytes");
            ((ByteBuf) message).release();
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            events.add("read complete");
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            events.add(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            events.add(cause);
        }
    }
}
