package io.keelson.remoting.internal.iiop;

import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.remoting.iiop.IiopEntrance;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * GIOP on a channel, told by its first four bytes. Only clients on the same machine are served: nothing here logs them in or hides what they send. See
 * docs/design/iiop.md. Thread-safe.
 */
public final class IiopProtocol implements ProtocolProvider, IiopEntrance {
    private static final Logger LOG = Logger.getLogger(IiopProtocol.class);
    private static final byte[] MAGIC = {'G', 'I', 'O', 'P'};

    private final boolean enabled;
    private final int maxMessageSize;
    private final int maxConnections;
    private final Set<GiopSocket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private volatile @Nullable Predicate<Socket> broker;
    private volatile boolean serving;

    /** Makes the protocol; it serves nobody before {@link #serve} and {@link #open}. */
    public IiopProtocol(boolean enabled, int maxMessageSize, int maxConnections) {
        this.enabled = enabled;
        this.maxMessageSize = maxMessageSize;
        this.maxConnections = maxConnections;
    }

    /** Says if connections are taken from now on. */
    public void serve(boolean now) {
        serving = now;
    }

    /** Returns the connections that have requests without an answer. */
    public int busy() {
        return (int) sockets.stream().filter(socket -> socket.requests() > 0).count();
    }

    @Override
    public boolean getAsBoolean() {
        return enabled;
    }

    @Override
    public String name() {
        return "iiop";
    }

    @Override
    public boolean onStandardChannels() {
        return true;
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
        Predicate<Socket> taker = broker;
        if (!serving || taker == null || !isLocal(connection)) {
            LOG.debugf("IIOP of %s is not served", connection.remoteAddress());
            channel.close();
            return;
        }
        if (open.incrementAndGet() > maxConnections) {
            open.decrementAndGet();
            LOG.debugf("IIOP of %s is not served: %d connections are open", connection.remoteAddress(), maxConnections);
            channel.close();
            return;
        }
        try {
            GiopSocket socket = new GiopSocket(
                    channel,
                    connection.localAddress(),
                    connection.remoteAddress(),
                    connection.limits().writeTimeout().toNanos());
            sockets.add(socket);
            long patience = connection.limits().bodyTimeout().toNanos();
            channel.pipeline()
                    .addLast("iiop", new GiopHandler(socket, new GiopFrames(maxMessageSize), patience, this::gone));
            if (!taker.test(socket)) {
                socket.close();
            }
        } catch (SocketException e) {
            open.decrementAndGet();
            LOG.debugf(e, "the connection of %s has no socket", connection.remoteAddress());
            channel.close();
        }
    }

    private void gone(GiopSocket socket) {
        if (sockets.remove(socket)) {
            open.decrementAndGet();
        }
    }

    /** In the clear, from the machine to itself, on a channel for applications. A client that has gone already has no address. */
    private static boolean isLocal(Connection connection) {
        InetSocketAddress remote = connection.remoteAddress();
        InetSocketAddress local = connection.localAddress();
        return remote != null
                && local != null
                && !connection.secure()
                && !connection.admin()
                && remote.getAddress().isLoopbackAddress()
                && local.getAddress().isLoopbackAddress();
    }

    @Override
    public void open(Predicate<Socket> next) {
        if (broker != null) {
            throw new IllegalStateException("IIOP has a broker");
        }
        broker = next;
    }

    @Override
    public void close() {
        broker = null;
        disconnect();
    }

    /** Closes the connections. */
    public void disconnect() {
        sockets.forEach(GiopSocket::close);
    }

    @Override
    public int maxMessageSize() {
        return maxMessageSize;
    }
}
