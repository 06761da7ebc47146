package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how files are sent, run for each kind of muxer. */
abstract class FilesContractTest {
    @TempDir
    Path directory;

    abstract Muxer.Kind kind();

    private interface Greeting {
        void on(Channel channel) throws IOException;
    }

    private TestServer server(Greeting greeting) {
        return TestServer.start(
                kind(),
                channel -> channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext context) throws IOException {
                        greeting.on(context.channel());
                    }

                    @Override
                    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                        context.close();
                    }
                }));
    }

    private byte[] random(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        return content;
    }

    private long descriptors(Path file) {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(fd -> {
                        try {
                            return Files.readSymbolicLink(fd).equals(file);
                        } catch (IOException gone) {
                            return false;
                        }
                    })
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void sendsPartsBetweenBuffersInOrder() throws Exception {
        byte[] content = random(3_000_000);
        Path file = Files.write(directory.resolve("größe ☂.bin"), content).toRealPath();
        try (TestServer server = server(channel -> {
                    OutgoingFile sent = OutgoingFile.open(channel, file);
                    assertThat(sent.length()).isEqualTo(content.length);
                    channel.write(Unpooled.copiedBuffer(new byte[] {1, 2, 3}));
                    channel.write(sent.region(1000, 2_000_000));
                    channel.write(Unpooled.copiedBuffer(new byte[] {4}));
                    channel.write(Unpooled.EMPTY_BUFFER);
                    channel.write(sent.region(0, 0));
                    channel.write(sent.region(2_999_990, 10));
                    channel.writeAndFlush(Unpooled.copiedBuffer(new byte[] {5})).addListener(done -> channel.close());
                    sent.close();
                    sent.close();
                });
                Socket socket = server.connect()) {
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            expected.write(new byte[] {1, 2, 3});
            expected.write(content, 1000, 2_000_000);
            expected.write(4);
            expected.write(content, 2_999_990, 10);
            expected.write(5);
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(expected.toByteArray());
            await().until(() -> descriptors(file) == 0);
        }
    }

    /** The kernel is told where more follows; it must not wait for it, a fifth of a second each time, where nothing does. */
    @Test
    void doesNotHoldBackABufferThatNothingFollows() throws Exception {
        try (TestServer server = TestServer.start(
                        kind(),
                        channel -> channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext context, Object message) {
                                context.write(message);
                                context.writeAndFlush(Unpooled.EMPTY_BUFFER);
                            }
                        }));
                Socket socket = server.connect()) {
            long start = System.nanoTime();
            for (int i = 0; i < 40; i++) {
                socket.getOutputStream().write(i);
                assertThat(socket.getInputStream().read()).isEqualTo(i);
            }
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(6));
        }
    }

    @Test
    void sendsFromBeyondFourGiB() throws Exception {
        Path file = directory.resolve("sparse").toAbsolutePath();
        long far = (5L << 30) + 12_345;
        byte[] content = random(100_000);
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.seek(far);
            made.write(content);
        }
        try (TestServer server = server(channel -> {
                    try (OutgoingFile sent = OutgoingFile.open(channel, file)) {
                        assertThat(sent.length()).isEqualTo(far + content.length);
                        channel.writeAndFlush(sent.region(far, content.length)).addListener(done -> channel.close());
                    }
                });
                Socket socket = server.connect()) {
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(content);
        }
    }

    @Test
    void readsForConnectionsThatCannotSendFromFiles() throws Exception {
        byte[] content = random(100_000);
        Path file = Files.write(directory.resolve("f"), content).toRealPath();
        CompletableFuture<Void> looked = new CompletableFuture<>();
        try (TestServer server = server(channel -> {
                    try (OutgoingFile sent = OutgoingFile.open(channel, file)) {
                        for (ByteBuffer target :
                                new ByteBuffer[] {ByteBuffer.allocate(500), ByteBuffer.allocateDirect(500)}) {
                            target.put((byte) 7);
                            assertThat(sent.read(target, 1000)).isEqualTo(499);
                            byte[] got = new byte[500];
                            target.flip().get(got);
                            assertThat(got[0]).isEqualTo((byte) 7);
                            assertThat(Arrays.copyOfRange(got, 1, 500))
                                    .isEqualTo(Arrays.copyOfRange(content, 1000, 1499));
                            target.clear();
                            assertThat(sent.read(target, content.length)).isEqualTo(-1);
                        }
                        looked.complete(null);
                    } catch (Throwable e) {
                        looked.completeExceptionally(e);
                    }
                });
                Socket socket = server.connect()) {
            looked.get(60, TimeUnit.SECONDS);
            assertThat(socket.isConnected()).isTrue();
        }
    }

    @Test
    void refusesWhatIsNotThereAndSymbolicLinks() throws Exception {
        Path file = Files.write(directory.resolve("f"), random(10)).toRealPath();
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        CompletableFuture<Void> looked = new CompletableFuture<>();
        try (TestServer server = server(channel -> {
                    try {
                        assertThatThrownBy(() -> OutgoingFile.open(channel, directory.resolve("none")))
                                .isInstanceOf(NoSuchFileException.class);
                        assertThatThrownBy(() -> OutgoingFile.open(channel, link))
                                .isInstanceOf(IOException.class);
                        looked.complete(null);
                    } catch (Throwable e) {
                        looked.completeExceptionally(e);
                    }
                });
                Socket socket = server.connect()) {
            looked.get(60, TimeUnit.SECONDS);
            assertThat(socket.isConnected()).isTrue();
        }
    }

    /** What was announced cannot be sent any more: the connection is closed, not left hanging. */
    @Test
    void aFileThatBecomesShorterClosesTheConnection() throws Exception {
        Path file = directory.resolve("shrinks").toAbsolutePath();
        long length = 64 << 20;
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(length);
        }
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        try (TestServer server = server(channel -> {
                    try (OutgoingFile sent = OutgoingFile.open(channel, file)) {
                        channel.writeAndFlush(sent.region(0, length))
                                .addListener(done -> failure.complete(done.cause()));
                    }
                });
                Socket socket = server.connect()) {
            assertThat(socket.getInputStream().read()).isZero();
            try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
                made.setLength(1 << 20);
            }
            long got = 1 + drain(socket.getInputStream());
            assertThat(got).isLessThan(length);
            assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            await().until(() -> descriptors(file) == 0);
        }
    }

    @Test
    void aClientThatGoesLeavesNoDescriptor() throws Exception {
        Path file = directory.resolve("long").toAbsolutePath();
        long length = 1L << 30;
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(length);
        }
        BlockingQueue<Boolean> ends = new LinkedBlockingQueue<>();
        try (TestServer server = server(channel -> {
            OutgoingFile sent = OutgoingFile.open(channel, file);
            // One that is on its way, and one that waits behind it.
            channel.write(sent.region(0, length));
            channel.writeAndFlush(sent.region(0, length)).addListener(done -> ends.add(done.isSuccess()));
            sent.close();
        })) {
            for (int i = 0; i < 20; i++) {
                Socket socket = server.connect();
                assertThat(socket.getInputStream().read()).isZero();
                if (i % 2 == 0) {
                    socket.setSoLinger(true, 0);
                }
                socket.close();
                assertThat(ends.poll(10, TimeUnit.SECONDS)).isFalse();
            }
            await().until(() -> descriptors(file) == 0);
        }
    }

    /** Both on one loop: while a large file goes to a client that reads as fast as it can, another is answered. */
    @Test
    void aLargeFileTakesTurnsWithOtherConnections() throws Exception {
        Path file = directory.resolve("large").toAbsolutePath();
        long length = 1L << 29;
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(length);
        }
        try (TestServer server = TestServer.start(
                        kind(),
                        channel -> channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
                                ByteBuf in = (ByteBuf) message;
                                if (in.getByte(in.readerIndex()) != 'F') {
                                    context.writeAndFlush(in);
                                    return;
                                }
                                in.release();
                                try (OutgoingFile sent = OutgoingFile.open(context.channel(), file)) {
                                    context.writeAndFlush(sent.region(0, length));
                                }
                            }
                        }));
                // Loops are taken in turns: the first and the third are on one.
                Socket large = server.connect();
                Socket other = server.connect();
                Socket small = server.connect()) {
            small.getOutputStream().write('x');
            assertThat(small.getInputStream().read()).isEqualTo('x');
            AtomicBoolean over = new AtomicBoolean();
            large.getOutputStream().write('F');
            CompletableFuture<Void> reader = Background.run(() -> {
                assertThat(drain(large.getInputStream(), length)).isEqualTo(length);
                over.set(true);
            });
            int answered = 0;
            while (!over.get() && answered < 20) {
                small.getOutputStream().write('x');
                assertThat(small.getInputStream().read()).isEqualTo('x');
                answered++;
            }
            assertThat(answered).as("answers while 512 MiB went").isEqualTo(20);
            assertThat(other.isConnected()).isTrue();
            reader.get(60, TimeUnit.SECONDS);
        }
    }

    private static long drain(InputStream in) {
        byte[] bytes = new byte[1 << 20];
        long all = 0;
        try {
            for (int n; (n = in.read(bytes)) >= 0; ) {
                all += n;
            }
        } catch (IOException reset) {
            return all;
        }
        return all;
    }

    private static long drain(InputStream in, long most) throws IOException {
        byte[] bytes = new byte[1 << 20];
        long all = 0;
        for (int n; all < most && (n = in.read(bytes)) >= 0; ) {
            all += n;
        }
        return all;
    }
}
