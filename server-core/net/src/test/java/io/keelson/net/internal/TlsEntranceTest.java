package io.keelson.net.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.time.Ticker;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.ClientAuth;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.TestKeys;
import io.keelson.net.tls.ChannelTls;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsEntranceTest {
    private static final int PIECE = 10_000;

    private final TestKeys authority = new TestKeys("Test authority");
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final AtomicBoolean established = new AtomicBoolean();
    private boolean full;

    @TempDir
    private Path directory;

    private EmbeddedChannel channel;
    private SSLEngine client;
    private AcceptedConnection connection;
    private ChannelTls tls;

    /** One with addresses. */
    private static final class Embedded extends EmbeddedChannel {
        @Override
        protected SocketAddress localAddress0() {
            return new InetSocketAddress("127.0.0.1", 7002);
        }

        @Override
        protected SocketAddress remoteAddress0() {
            return new InetSocketAddress("127.0.0.1", 50_000);
        }
    }

    @BeforeEach
    void connect() throws Exception {
        authority.issue("shop", "127.0.0.1").write(directory.resolve("c.pem"), directory.resolve("c.key"));
        authority.write(directory.resolve("trust.pem"));
        TlsSettings settings = Defaults.of(
                TlsSettings.class,
                Map.of(
                        "certificate", Path.of("c.pem"),
                        "key", Path.of("c.key"),
                        "clientAuth", ClientAuth.REQUIRED,
                        "trust", Path.of("trust.pem")));
        tls = new ChannelTls("test", settings, directory, Ticker.system());
        channel = new Embedded();
        ChannelListener listener = new ChannelListener(
                "test",
                Defaults.of(ChannelSettings.class, Map.of("listenPort", 0)),
                new Protocols(),
                null,
                DescriptorReserve.none(),
                tls,
                null,
                tasks::add,
                ThreadWatch.none(),
                Ticker.system());
        connection = new AcceptedConnection(1, listener, channel);
        channel.pipeline()
                .addLast(new TlsEntrance(
                        connection, tls, this::execute, () -> List.of("http/1.1"), () -> established.set(true)));
        client = authority.client(authority.issue("alice").keyManagers()).createSSLEngine();
        client.setUseClientMode(true);
        client.beginHandshake();
    }

    private void execute(Runnable task) {
        if (full) {
            throw new RejectedExecutionException("full");
        }
        tasks.add(task);
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    /** Returns what the client has to send now. */
    private ByteBuf wrap(int data) throws SSLException {
        ByteBuffer out = ByteBuffer.allocate(64 * 1024);
        ByteBuffer in = ByteBuffer.allocate(data);
        do {
            runClientTasks();
            client.wrap(in, out);
        } while (in.hasRemaining() || client.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
        return Unpooled.wrappedBuffer(out.flip());
    }

    private void runClientTasks() {
        Runnable task;
        while ((task = client.getDelegatedTask()) != null) {
            task.run();
        }
    }

    private void send(ByteBuf bytes) {
        channel.writeInbound(bytes);
        channel.runPendingTasks();
    }

    private void runTasks() {
        Runnable task;
        while ((task = tasks.poll()) != null) {
            task.run();
            channel.runPendingTasks();
        }
    }

    /** Gives the client what the server has sent, and returns what it answers. */
    private ByteBuf exchange() throws SSLException {
        ByteBuf all = Unpooled.buffer();
        ByteBuf out;
        while ((out = channel.readOutbound()) != null) {
            all.writeBytes(out);
            out.release();
        }
        ByteBuf answer = Unpooled.buffer();
        ByteBuffer in = all.nioBuffer();
        ByteBuffer data = ByteBuffer.allocate(64 * 1024);
        while (in.hasRemaining()) {
            client.unwrap(in, data);
            runClientTasks();
            while (client.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                answer.writeBytes(wrap(0));
            }
        }
        return answer;
    }

    @Test
    void stopsReadingWhileTheHandshakeWaitsForItsCryptography() throws Exception {
        send(wrap(0));
        assertThat(tasks).hasSize(1);
        runTasks();
        send(exchange());
        assertThat(tasks).as("the client's certificate is to be checked").hasSize(1);
        assertThat(established).isFalse();
        int sent = 0;
        while (channel.config().isAutoRead()) {
            send(wrap(PIECE));
            sent += PIECE;
            assertThat(sent).isLessThan(200_000);
        }
        assertThat(sent).isGreaterThan(60_000);
        assertThat((Object) channel.readInbound()).isNull();
        runTasks();
        assertThat(established).isTrue();
        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(connection
                        .tls()
                        .peerCertificates()
                        .get(0)
                        .getSubjectX500Principal()
                        .getName())
                .isEqualTo("CN=alice");
        int got = 0;
        ByteBuf in;
        while ((in = channel.readInbound()) != null) {
            got += in.readableBytes();
            in.release();
        }
        assertThat(got).isEqualTo(sent);
        assertThat(channel.pipeline().get(TlsEntrance.class)).isNull();
    }

    @Test
    void closesWhoseHandshakeFindsNoPlace() throws Exception {
        full = true;
        send(wrap(0));
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isFalse();
        assertThat(established).isFalse();
        assertThat(tls.failedHandshakes()).isEqualTo(1);
    }

    @Test
    void countsNobodyWhoOnlyLooksWhetherSomebodyListens() {
        channel.close();
        assertThat(tls.failedHandshakes()).isZero();
    }
}
