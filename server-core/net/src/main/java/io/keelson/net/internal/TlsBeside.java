package io.keelson.net.internal;

import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.net.tls.ChannelTls;
import io.keelson.net.tls.TlsOnDemand;
import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * TLS as one more protocol of a channel in the clear: a connection that begins with a handshake has the channel's protocols within it.
 * Where the key has not been read yet, the first handshakes wait for that. Thread-safe.
 */
final class TlsBeside implements ProtocolProvider {
    private static final int HANDSHAKE_RECORD = 22;

    private final TlsOnDemand tls;
    private final Executor handshakes;
    private final List<ProtocolProvider> within;
    private final Supplier<List<String>> alpn;

    /** @param within the protocols of the channel */
    TlsBeside(TlsOnDemand tls, Executor handshakes, List<ProtocolProvider> within, Supplier<List<String>> alpn) {
        this.tls = tls;
        this.handshakes = handshakes;
        this.within = within;
        this.alpn = alpn;
    }

    @Override
    public String name() {
        return "tls";
    }

    @Override
    public int mostBytes() {
        return 1;
    }

    @Override
    public Match match(ByteBuffer first) {
        return first.get(first.position()) == HANDSHAKE_RECORD ? Match.YES : Match.NO;
    }

    @Override
    public void connect(Connection connection) {
        AcceptedConnection accepted = (AcceptedConnection) connection;
        Channel channel = accepted.unwrap(Channel.class);
        ChannelTls known = tls.ready();
        if (known != null) {
            channel.pipeline().addLast("tls-entrance", entrance(accepted, channel, known));
            return;
        }
        TlsWait wait = new TlsWait();
        channel.pipeline().addLast("tls-wait", wait);
        try {
            handshakes.execute(() -> open(accepted, channel, wait));
        } catch (RejectedExecutionException full) {
            accepted.drop();
        }
    }

    private TlsEntrance entrance(AcceptedConnection connection, Channel channel, ChannelTls known) {
        return new TlsEntrance(
                connection, known, handshakes, alpn, () -> ProtocolDetector.install(channel, connection, within));
    }

    /** On a thread for handshakes: reading a key takes longer than a muxer thread has. */
    private void open(AcceptedConnection connection, Channel channel, TlsWait wait) {
        try {
            ChannelTls known = tls.get();
            channel.eventLoop().execute(() -> wait.goOn(entrance(connection, channel, known)));
        } catch (IOException | RuntimeException e) {
            ChannelLog.LOG.debugf(e, "%s speaks TLS, and there is no key for it", connection.remoteAddress());
            channel.eventLoop().execute(connection::drop);
        }
    }
}
