package io.keelson.net.internal;

import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ForwardedHeaders;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.TlsSession;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A connection that a channel accepted. What is not final is settled by the event loop before a protocol gets it. */
final class AcceptedConnection implements Connection {
    private final long id;
    private final ChannelListener listener;
    private final Channel accepted;
    private InetSocketAddress localAddress;
    private InetSocketAddress remoteAddress;
    private boolean trusted;
    private boolean secure;
    private @Nullable TlsSession tls;
    private @Nullable String applicationProtocol;

    AcceptedConnection(long id, ChannelListener listener, Channel accepted) {
        this.id = id;
        this.listener = listener;
        this.accepted = accepted;
        this.localAddress = (InetSocketAddress) accepted.localAddress();
        this.remoteAddress = (InetSocketAddress) accepted.remoteAddress();
        // A client that has gone already has no address.
        this.trusted = remoteAddress != null && trusts(remoteAddress.getAddress());
    }

    /** Returns whether who connected is a trusted front. */
    boolean trusted() {
        return trusted;
    }

    /** A trusted front has said whose connection this is. From then on that client is believed no more than others are. */
    void behindFront(ProxyProtocol.Header header) {
        if (header.source() != null && header.destination() != null) {
            remoteAddress = header.source();
            localAddress = header.destination();
            trusted = trusts(remoteAddress.getAddress());
        }
        secure = header.secure();
    }

    /** The TLS handshake is over. */
    void established(TlsSession session, @Nullable String protocol) {
        tls = session;
        secure = true;
        applicationProtocol = protocol == null || protocol.isEmpty() ? null : protocol;
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
    public @Nullable TlsSession tls() {
        return tls;
    }

    @Override
    public boolean secure() {
        return secure;
    }

    @Override
    public @Nullable String applicationProtocol() {
        return applicationProtocol;
    }

    @Override
    public ForwardedHeaders forwardedHeaders() {
        return trusted ? listener.forwardedHeaders() : ForwardedHeaders.NONE;
    }

    @Override
    public boolean trusts(@Nullable InetAddress address) {
        return address != null && listener.trusts(address);
    }

    @Override
    public void endOutput() {
        accepted.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> {
            SslHandler underneath = accepted.pipeline().get(SslHandler.class);
            if (underneath == null) {
                shutdownOutput();
            } else {
                underneath.closeOutbound().addListener(told -> shutdownOutput());
            }
        });
    }

    private void shutdownOutput() {
        if (accepted instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
        }
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
