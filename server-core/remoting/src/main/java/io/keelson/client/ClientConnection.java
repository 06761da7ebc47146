package io.keelson.client;

import io.keelson.base.time.Ticker;
import io.keelson.remoting.internal.call.Address;
import io.keelson.remoting.internal.call.Background;
import io.keelson.remoting.internal.call.Endpoint;
import io.keelson.remoting.internal.call.ExportScope;
import io.keelson.remoting.internal.call.FirstOf;
import io.keelson.remoting.internal.call.NamingClient;
import io.keelson.remoting.internal.call.Node;
import io.keelson.remoting.internal.call.SocketDialler;
import io.keelson.remoting.internal.marshal.AllowList;
import io.keelson.remoting.internal.marshal.MarshalLimits;
import io.keelson.remoting.internal.marshal.ObjectStreams;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import io.keelson.remoting.internal.wire.WireSettings;
import io.keelson.remoting.spi.CallEntry;
import io.keelson.remoting.spi.CallScope;
import java.rmi.RemoteException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import javax.naming.AuthenticationException;
import javax.naming.CommunicationException;
import javax.naming.NamingException;

/** Sockets and threads that a context and those within it share. Thread-safe. */
final class ClientConnection implements ContextConnection {
    private static final int DEFAULT_MESSAGE = 10 * 1024 * 1024;
    private static final int WINDOW = 16 * 1024 * 1024;
    private static final int FRAGMENT = 16 * 1024;
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private final SocketDialler dialler;
    private final Background background;
    private final NamingClient naming;
    private final char[] password;
    private final ClientStreams streams;

    private ClientConnection(
            SocketDialler dialler, Background background, NamingClient naming, char[] password, ClientStreams streams) {
        this.dialler = dialler;
        this.background = background;
        this.naming = naming;
        this.password = password;
        this.streams = streams;
    }

    static ClientConnection open(List<Address> addresses, ClientProperties properties) throws NamingException {
        ClientConnection made = unconnected(addresses, properties);
        made.connect();
        return made;
    }

    static ClientConnection unconnected(List<Address> addresses, ClientProperties properties) throws NamingException {
        String user = properties.user();
        char[] password = user == null ? new char[0] : properties.password();
        int message = (int)
                properties.number(ContextFactory.MAX_MESSAGE_SIZE, DEFAULT_MESSAGE, 64 * 1024, 1024 * 1024 * 1024);
        WireSettings wire = new WireSettings(
                message,
                WINDOW,
                FRAGMENT,
                properties.millis(ContextFactory.PEER_TIMEOUT, 10_000, 500),
                HANDSHAKE,
                new SecureRandom().nextLong(),
                "keelson client");
        Ticker ticker = Ticker.system();
        Background background = new Background("keelson.client.Background");
        SocketDialler dialler = new SocketDialler(
                "keelson.client.Muxer",
                background,
                ticker,
                user == null ? null : new SocketDialler.Credentials(user, password, properties.plainLogin()),
                properties.tls(),
                properties.millis(ContextFactory.CONNECT_TIMEOUT, 5_000, 100));
        Node node = new Node(
                wire,
                ticker,
                properties.millis(ContextFactory.CALL_TIMEOUT, 0, 0),
                scope(background, properties, message),
                dialler,
                List::of);
        ServiceLoader.load(CallEntry.class, ClientConnection.class.getClassLoader())
                .forEach(node::carry);
        List<Endpoint> endpoints = addresses.stream().map(node.endpoints()::of).toList();
        NamingClient naming = new NamingClient(node, new FirstOf(endpoints));
        return new ClientConnection(
                dialler,
                background,
                naming,
                password,
                new SocketStreams(
                        node,
                        addresses,
                        user,
                        password.clone(),
                        properties.plainLogin(),
                        properties.tls(),
                        properties.millis(ContextFactory.CONNECT_TIMEOUT, 5_000, 100)));
    }

    private static ExportScope scope(Background background, ClientProperties properties, int message) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? ClientConnection.class.getClassLoader() : context;
        AllowList allowed = new AllowList(
                "this client", "the property " + ContextFactory.ALLOWED_CLASSES, properties.allowedClasses());
        MarshalLimits standard = MarshalLimits.STANDARD;
        MarshalLimits limits =
                new MarshalLimits(standard.depth(), standard.references(), message, standard.arrayLength());
        return new ExportScope(
                "the client", background, CallScope.plain(loader), new ObjectStreams(loader, allowed, limits));
    }

    private void connect() throws NamingException {
        boolean connected = false;
        try {
            naming.connect();
            connected = true;
        } catch (RemoteException e) {
            if (e.getCause() instanceof LoginRefusedException refused) {
                throw ContextFactory.because(new AuthenticationException(refused.getMessage()), e);
            }
            throw ContextFactory.because(new CommunicationException(e.getMessage()), e);
        } finally {
            if (!connected) {
                close();
            }
        }
    }

    @Override
    public NamingClient naming() {
        return naming;
    }

    @Override
    public ClientStreams streams() {
        return streams;
    }

    /** Frees sockets and threads, but for those of streams. */
    @Override
    public void close() {
        dialler.close();
        background.close();
        Arrays.fill(password, '\0');
    }
}
