package io.keelson.net.internal;

import io.keelson.net.config.ChannelLimits;
import io.keelson.net.spi.Connection;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import java.net.InetSocketAddress;

/** A connection that a channel accepted. */
final class AcceptedConnection implements Connection {
    private final long id;
    private final ChannelListener listener;
    private final Channel accepted;
    private final InetSocketAddress localAddress;
    private final InetSocketAddress remoteAddress;

    AcceptedConnection(long id, ChannelListener listener, Channel accepted) {
        this.id = id;
        this.listener = listener;
        this.accepted = accepted;
        this.localAddress = (InetSocketAddress) accepted.localAddress();
        this.remoteAddress = (InetSocketAddress) accepted.remoteAddress();
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String channel() {
        return listener.name();
    }

    @Override
    public boolean admin() {
        return listener.admin();
    }

    @Override
    public ChannelLimits limits() {
        return listener.limits();
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public void endOutput() {
        accepted.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> {
            if (accepted instanceof DuplexChannel duplex) {
                duplex.shutdownOutput();
            }
        });
    }

    @Override
    public void drop() {
        // Not through the pipeline, in which TLS would end properly.
        accepted.unsafe().close(accepted.voidPromise());
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        if (!type.isInstance(accepted)) {
            throw new IllegalArgumentException("a connection has nothing of type " + type.getName());
        }
        return type.cast(accepted);
    }
}
