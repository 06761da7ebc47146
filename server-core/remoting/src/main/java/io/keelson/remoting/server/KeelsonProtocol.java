package io.keelson.remoting.server;

import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.remoting.config.AnonymousAccess;
import io.keelson.remoting.internal.auth.ChannelBinding;
import io.keelson.remoting.internal.auth.DomainTrust;
import io.keelson.remoting.internal.auth.RealmLogin;
import io.keelson.remoting.internal.call.Node;
import io.keelson.remoting.internal.call.PeerConnection;
import io.keelson.remoting.internal.wire.ChannelLink;
import io.keelson.remoting.internal.wire.WireConnection;
import io.keelson.remoting.spi.ScramRealm;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The native protocol on a channel: its first byte is none of HTTP's. Thread-safe. */
final class KeelsonProtocol implements ProtocolProvider {
    private static final byte[] MAGIC = {(byte) 0x8b, 'K', 'L', 'S'};

    private final Node node;
    private final WorkManagers workManagers;
    private final Ticker ticker;
    private final AnonymousAccess anonymous;
    private final boolean standard;
    private final Executor blocking;
    private final SecureRandom random = new SecureRandom();
    private volatile @Nullable ScramRealm realm;
    private volatile List<DomainTrust> domains = List.of();
    private volatile boolean open;

    KeelsonProtocol(Node node, WorkManagers workManagers, Ticker ticker, AnonymousAccess anonymous, boolean standard) {
        this.node = node;
        this.workManagers = workManagers;
        this.ticker = ticker;
        this.anonymous = anonymous;
        this.standard = standard;
        this.blocking = task -> {
            if (!workManagers.standard().offer(task)) {
                throw new RejectedExecutionException("the standard work manager is at its capacity");
            }
        };
    }

    void realm(ScramRealm next) {
        realm = next;
    }

    void domains(List<DomainTrust> next) {
        domains = List.copyOf(next);
    }

    boolean isOpen() {
        return open;
    }

    /** Sets whether connections are taken from now on. */
    void open(boolean now) {
        open = now;
    }

    @Override
    public String name() {
        return "keelson";
    }

    @Override
    public boolean onStandardChannels() {
        return standard;
    }

    @Override
    public int mostBytes() {
        return MAGIC.length;
    }

    @Override
    public Match match(ByteBuffer first) {
        int n = Math.min(MAGIC.length, first.remaining());
        for (int i = 0; i < n; i++) {
            if (first.get(first.position() + i) != MAGIC[i]) {
                return Match.NO;
            }
        }
        return n == MAGIC.length ? Match.YES : Match.UNDECIDED;
    }

    @Override
    public void connect(Connection connection) {
        Channel channel = connection.unwrap(Channel.class);
        SslHandler handler = channel.pipeline().get(SslHandler.class);
        InetSocketAddress remote = connection.remoteAddress();
        // A client that has gone already has no address.
        boolean loopback = remote != null && remote.getAddress().isLoopbackAddress();
        RealmLogin login = new RealmLogin(
                realm,
                connection.secure() || loopback,
                handler != null,
                anonymous == AnonymousAccess.ALWAYS || anonymous == AnonymousAccess.LOOPBACK && loopback,
                handler == null
                        ? null
                        : ChannelBinding.ofServer(handler.engine().getSession()),
                domains,
                handler == null && loopback ? ChannelBinding.ofEnds(remote, connection.localAddress()) : null,
                random);
        PeerConnection peer =
                PeerConnection.accepted(node, workManagers.newBatch(), String.valueOf(connection.remoteAddress()));
        if (handler != null) {
            peer.secured();
        }
        ChannelLink link = new ChannelLink(channel, ticker, blocking, node.wire(), over -> {
            WireConnection wire = WireConnection.server(node.wire(), over, peer, login);
            peer.over(wire);
            return wire;
        });
        channel.pipeline().addLast("keelson", link);
        if (!open) {
            peer.end("the server takes no remote calls now");
        }
    }
}
