package io.keelson.remoting.internal.iiop;

import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.net.spi.TlsSession;
import io.keelson.remoting.config.AnonymousAccess;
import io.keelson.remoting.config.IiopSettings;
import io.keelson.remoting.iiop.IiopConnection;
import io.keelson.remoting.iiop.IiopEntrance;
import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.security.Principal;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.security.auth.x500.X500Principal;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * GIOP on a channel, told by its first four bytes. In the clear only clients on the same machine are served: they send passwords as they
 * are. Over TLS those of other machines are, where the settings say so. See docs/design/iiop.md. Thread-safe.
 */
public final class IiopProtocol implements ProtocolProvider, IiopEntrance {
    private static final Logger LOG = Logger.getLogger(IiopProtocol.class);
    private static final byte[] MAGIC = {'G', 'I', 'O', 'P'};

    private final IiopSettings settings;
    private final AnonymousAccess anonymous;
    private final Function<InetSocketAddress, Optional<SecurePort>> securePort;
    private final Set<GiopSocket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private volatile @Nullable Predicate<Socket> broker;
    private volatile @Nullable ScramRealm realm;
    private volatile boolean serving;

    /**
     * Makes the protocol; it serves nobody before {@link #serve} and {@link #open}.
     *
     * @param anonymous from where clients may call without a user
     * @param securePort finds the port for TLS at a local address
     */
    public IiopProtocol(
            IiopSettings settings,
            AnonymousAccess anonymous,
            Function<InetSocketAddress, Optional<SecurePort>> securePort) {
        this.settings = settings;
        this.anonymous = anonymous;
        this.securePort = securePort;
    }

    /** Sets the realm whose users log in. */
    public void realm(ScramRealm next) {
        realm = next;
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
        return settings.enabled();
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
        boolean tls = channel.pipeline().get(SslHandler.class) != null;
        if (!serving || taker == null || !isServed(connection, tls)) {
            LOG.debugf("IIOP of %s is not served", connection.remoteAddress());
            channel.close();
            return;
        }
        if (open.incrementAndGet() > settings.maxConnections()) {
            open.decrementAndGet();
            LOG.debugf(
                    "IIOP of %s is not served: %d connections are open",
                    connection.remoteAddress(), settings.maxConnections());
            channel.close();
            return;
        }
        try {
            GiopSocket socket = new GiopSocket(
                    channel,
                    connection.localAddress(),
                    connection.remoteAddress(),
                    tls,
                    subject(connection),
                    connection.limits().writeTimeout().toNanos());
            sockets.add(socket);
            long patience = connection.limits().bodyTimeout().toNanos();
            channel.pipeline()
                    .addLast("iiop", new GiopHandler(socket, new GiopFrames(maxMessageSize()), patience, this::gone));
            if (!taker.test(socket)) {
                socket.close();
            }
        } catch (SocketException e) {
            open.decrementAndGet();
            LOG.debugf(e, "the connection of %s has no socket", connection.remoteAddress());
            channel.close();
        }
    }

    private static @Nullable X500Principal subject(Connection connection) {
        TlsSession tls = connection.tls();
        return tls == null || tls.peerCertificates().isEmpty()
                ? null
                : tls.peerCertificates().get(0).getSubjectX500Principal();
    }

    private void gone(GiopSocket socket) {
        if (sockets.remove(socket)) {
            open.decrementAndGet();
        }
    }

    /**
     * Served are channels for applications: from the machine to itself, and over TLS that ends here others where the settings say so. A
     * front's word is not enough, and a client that has gone already has no address.
     */
    private boolean isServed(Connection connection, boolean tls) {
        InetSocketAddress remote = connection.remoteAddress();
        InetSocketAddress local = connection.localAddress();
        if (remote == null || local == null || connection.admin() || connection.secure() != tls) {
            return false;
        }
        return tls && settings.otherMachines()
                || remote.getAddress().isLoopbackAddress() && local.getAddress().isLoopbackAddress();
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
        return settings.maxMessageSize().toInt();
    }

    @Override
    public String realm() {
        ScramRealm users = realm;
        return users == null ? "" : users.name();
    }

    @Override
    public Optional<RemoteCaller> login(String user, char[] password) {
        ScramRealm users = realm;
        return users == null ? Optional.empty() : users.login(user, password);
    }

    @Override
    public Optional<RemoteCaller> onBehalf(RemoteCaller by, String user) {
        ScramRealm users = realm;
        Principal principal = by.principal();
        if (users == null || principal == null) {
            return Optional.empty();
        }
        return principal.getName().equals(user)
                ? Optional.of(by)
                : settings.assertingUsers().contains(principal.getName()) ? users.find(user) : Optional.empty();
    }

    @Override
    public Optional<RemoteCaller> certified(X500Principal subject) {
        ScramRealm users = realm;
        return users == null ? Optional.empty() : users.find(subject);
    }

    @Override
    public Optional<RemoteCaller> onBehalf(RemoteCaller by, X500Principal subject) {
        Principal principal = by.principal();
        return principal == null
                ? Optional.empty()
                : certified(subject)
                        .flatMap(user -> Optional.ofNullable(user.principal()))
                        .flatMap(user -> onBehalf(by, user.getName()));
    }

    @Override
    public boolean asserts() {
        return !settings.assertingUsers().isEmpty();
    }

    @Override
    public boolean anonymous(IiopConnection connection) {
        return switch (anonymous) {
            case ALWAYS -> true;
            case LOOPBACK -> connection.loopback();
            case NEVER -> false;
        };
    }

    @Override
    public Optional<SecurePort> securePort(InetSocketAddress local) {
        return securePort.apply(local);
    }
}
