package io.keelson.remoting.internal.iiop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The socket that the broker has over a channel. */
@Timeout(30)
class GiopSocketTest {
    private static final int MOST = 200_000;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<GiopSocket> gone = new ArrayList<>();
    private GiopSocket socket;

    @BeforeEach
    void connect() throws Exception {
        InetSocketAddress local = new InetSocketAddress("127.0.0.1", 7001);
        InetSocketAddress remote = new InetSocketAddress("127.0.0.1", 50_000);
        socket = new GiopSocket(channel, local, remote, false, null, TimeUnit.SECONDS.toNanos(5));
        channel.pipeline()
                .addLast(new GiopHandler(socket, new GiopFrames(MOST), TimeUnit.SECONDS.toNanos(20), gone::add));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private void send(byte[] bytes) {
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    }

    @Test
    void theBrokerReadsWhatTheClientSendsAndTheClientWhatTheBrokerWrites() throws Exception {
        byte[] request = GiopFramesTest.message(2, 0, GiopFrames.REQUEST, 20);
        send(request);
        assertThat(socket.getInputStream().readNBytes(request.length)).isEqualTo(request);
        assertThat(socket.requests()).isEqualTo(1);
        byte[] reply = GiopFramesTest.message(2, 0, GiopFrames.REPLY, 8);
        socket.getOutputStream().write(reply);
        ByteBuf sent = channel.readOutbound();
        assertThat(ByteBufUtil.getBytes(sent)).isEqualTo(reply);
        sent.release();
        assertThat(socket.requests()).isZero();
    }

    @Test
    void namesTheServersAddress() {
        assertThat(socket.getLocalPort()).isEqualTo(7001);
        assertThat(socket.getPort()).isEqualTo(50_000);
        assertThat(socket.getChannel()).isNull();
    }

    @Test
    void aReaderWaitsForAMessageAndLearnsTheEnd() throws Exception {
        InputStream in = socket.getInputStream();
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> read(in));
        send(GiopFramesTest.message(2, 0, GiopFrames.REQUEST, 0));
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo('G');
        assertThat(in.readNBytes(11)).hasSize(11);
        CompletableFuture<Integer> end = CompletableFuture.supplyAsync(() -> read(in));
        channel.close().sync();
        assertThat(end.get(60, TimeUnit.SECONDS)).isEqualTo(-1);
        assertThat(gone).contains(socket);
    }

    private static int read(InputStream in) {
        try {
            return in.read();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void theChannelIsNotReadWhileTheBrokerIsBehind() throws Exception {
        assertThat(channel.config().isAutoRead()).isTrue();
        send(GiopFramesTest.message(2, 0, GiopFrames.REQUEST, 100_000));
        assertThat(channel.config().isAutoRead()).isFalse();
        assertThat(socket.getInputStream().readNBytes(100_012)).hasSize(100_012);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void aClientHasSoManyRequestsUnderWay() throws Exception {
        for (int i = 0; i < GiopSocket.MOST_REQUESTS; i++) {
            send(GiopFramesTest.message(2, 0, GiopFrames.REQUEST, 0));
            socket.getInputStream().readNBytes(GiopFrames.HEADER);
        }
        assertThat(channel.config().isAutoRead()).isFalse();
        socket.getOutputStream().write(GiopFramesTest.message(2, 0, GiopFrames.REPLY, 0));
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void aWrongMessageIsAnsweredWithAnErrorAndTheEnd() throws Exception {
        send(GiopFramesTest.header(2, 0, GiopFrames.REQUEST, Integer.MAX_VALUE));
        ByteBuf sent = channel.readOutbound();
        assertThat(ByteBufUtil.getBytes(sent)).startsWith('G', 'I', 'O', 'P', 1, 0, 0, 6);
        sent.release();
        assertThat(channel.isOpen()).isFalse();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void aMessageThatStaysPartialEndsTheConnection() {
        send(new byte[] {'G', 'I', 'O', 'P', 1});
        channel.advanceTimeBy(21, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aSilentClientStays() {
        send(GiopFramesTest.message(2, 0, GiopFrames.REQUEST, 0));
        channel.advanceTimeBy(1, TimeUnit.HOURS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void nothingIsWrittenAfterTheEnd() {
        socket.close();
        assertThatThrownBy(() -> socket.getOutputStream().write(GiopFramesTest.message(2, 0, GiopFrames.REPLY, 0)))
                .isInstanceOf(SocketException.class);
        assertThat(channel.isOpen()).isFalse();
    }
}
