package io.keelson.remoting.server;

import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.client.InsideContexts;
import io.keelson.net.Channels;
import io.keelson.net.Channels.ListeningChannel;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import io.keelson.remoting.config.IiopSettings;
import io.keelson.remoting.config.RemotingSettings;
import io.keelson.remoting.iiop.IiopEntrance;
import io.keelson.remoting.iiop.IiopEntrance.SecurePort;
import io.keelson.remoting.internal.auth.DomainTrust;
import io.keelson.remoting.internal.call.ExportScope;
import io.keelson.remoting.internal.call.NamedValues;
import io.keelson.remoting.internal.call.Node;
import io.keelson.remoting.internal.call.PeerConnection;
import io.keelson.remoting.internal.call.PeerStream;
import io.keelson.remoting.internal.call.SocketDialler;
import io.keelson.remoting.internal.iiop.IiopProtocol;
import io.keelson.remoting.internal.marshal.AllowList;
import io.keelson.remoting.internal.marshal.MarshalLimits;
import io.keelson.remoting.internal.marshal.ObjectStreams;
import io.keelson.remoting.internal.wire.WireSettings;
import io.keelson.remoting.spi.CallContexts;
import io.keelson.remoting.spi.CallEntry;
import io.keelson.remoting.spi.CallScope;
import io.keelson.remoting.spi.CallTraces;
import io.keelson.remoting.spi.CallWork;
import io.keelson.remoting.spi.Members;
import io.keelson.remoting.spi.NamingEndpoint;
import io.keelson.remoting.spi.OpenView;
import io.keelson.remoting.spi.RemoteView;
import io.keelson.remoting.spi.ScramRealm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.naming.spi.InitialContextFactory;
import javax.net.ssl.SSLContext;

/**
 * Remote calls as a subsystem. The kernel's calls come one after the other; what others ask of {@link RemoteObjects} goes to
 * the node, which is thread-safe. See docs/design/remoting.md.
 */
final class RemotingSubsystem implements Subsystem, RemoteObjects, ServerStreams {
    private static final String ALLOWED = "allowed-classes of the server's remoting settings";
    private static final long LOOK_MILLIS = 20;

    private final RemotingSettings settings;
    private final Channels channels;
    private final Services services;
    private final Node node;
    private final SocketDialler dialler;
    /** Of streams: calls and streams are not to wait for one another. */
    private final SocketDialler streams;

    private final KeelsonProtocol protocol;
    private final IiopProtocol iiop;
    private final NamedValues values;

    RemotingSubsystem(
            RemotingSettings settings,
            IiopSettings iiop,
            Channels channels,
            WorkManagers workManagers,
            Ticker ticker,
            Services services) {
        this.iiop = new IiopProtocol(iiop, settings.anonymousAccess(), this::secureIiopPort);
        this.settings = settings;
        this.channels = channels;
        this.services = services;
        WireSettings wire = new WireSettings(
                settings.maxMessageSize().toInt(),
                settings.connectionWindow().bytes(),
                settings.fragmentSize().toInt(),
                settings.peerTimeout(),
                settings.handshakeTimeout(),
                new SecureRandom().nextLong(),
                "keelson server");
        Executor computing = task -> {
            if (!workManagers.standard().offer(task)) {
                throw new RejectedExecutionException("the standard work manager is at its capacity");
            }
        };
        this.dialler =
                new SocketDialler("keelson.remoting.Dialler", computing, ticker, null, null, settings.connectTimeout());
        this.streams =
                new SocketDialler("keelson.remoting.Streams", computing, ticker, null, null, settings.connectTimeout());
        ClassLoader loader = RemotingSubsystem.class.getClassLoader();
        ExportScope own = new ExportScope(
                "the server",
                workManagers.standard(),
                CallScope.plain(loader),
                streams("the server", loader, List.of()));
        this.node = new Node(wire, ticker, settings.callTimeout(), own, dialler, this::ownAddresses);
        node.trust(settings.trustedAddresses());
        this.values = new NamedValues(node);
        this.protocol = new KeelsonProtocol(node, workManagers, ticker, settings.anonymousAccess(), settings.enabled());
    }

    private ObjectStreams streams(String application, ClassLoader loader, Collection<String> allowedClasses) {
        List<String> allowed = new ArrayList<>(settings.allowedClasses());
        allowed.addAll(allowedClasses);
        MarshalLimits limits = new MarshalLimits(
                settings.maxDepth(),
                settings.maxReferences(),
                settings.maxMessageSize().bytes(),
                settings.maxArrayLength());
        return new ObjectStreams(loader, new AllowList(application, ALLOWED, allowed), limits);
    }

    @Override
    public List<String> addresses() {
        return protocol.isOpen() ? ownAddresses() : List.of();
    }

    /** Returns where its channels are. */
    private List<String> ownAddresses() {
        if (!settings.advertisedAddresses().isEmpty()) {
            return settings.advertisedAddresses();
        }
        List<String> addresses = new ArrayList<>();
        for (ListeningChannel channel : channels.listening()) {
            if (!channel.admin() && channel.protocols().contains(protocol.name())) {
                InetAddress address = channel.address().getAddress();
                String host = (address.isAnyLocalAddress() ? ownAddress(address) : address).getHostAddress();
                addresses.add((channel.secure() ? "keelsons://" : "keelson://")
                        + (host.contains(":") ? "[" + host + "]" : host) + ":"
                        + channel.address().getPort());
            }
        }
        return addresses;
    }

    /** Returns the port at which GIOP is spoken within TLS on an address of this machine, that of the address if it is one. */
    private Optional<SecurePort> secureIiopPort(InetSocketAddress local) {
        return channels.listening().stream()
                .filter(channel -> channel.secure()
                        && !channel.admin()
                        && channel.protocols().contains(iiop.name()))
                .filter(channel -> channel.address().getAddress().isAnyLocalAddress()
                        || channel.address().getAddress().equals(local.getAddress()))
                .min(Comparator.comparing(channel -> channel.address().getPort() != local.getPort()))
                .map(channel -> new SecurePort(channel.address().getPort(), channel.certificates()));
    }

    private static InetAddress ownAddress(InetAddress orElse) {
        try {
            return InetAddress.getLocalHost();
        } catch (UnknownHostException e) {
            return orElse;
        }
    }

    @Override
    public void start() {
        ThreadWatch watch = services.get(ThreadWatch.class);
        dialler.watchedBy(watch);
        streams.watchedBy(watch);
        channels.register(protocol);
        if (iiop.getAsBoolean()) {
            channels.register(iiop);
        }
        services.publish(IiopEntrance.class, iiop);
        services.publish(RemoteObjects.class, this);
        services.publish(ServerStreams.class, this);
    }

    @Override
    public void resume() {
        protocol.open(true);
        iiop.serve(true);
    }

    /** Asks every client for no more calls, and waits for those that run. Streams stay: rooms hand over by them what this server has. */
    @Override
    public void suspend(Deadline deadline) throws InterruptedException {
        protocol.open(false);
        iiop.serve(false);
        List<PeerConnection> open = node.callers();
        open.forEach(peer -> peer.drain("the server is being suspended"));
        while (!deadline.passed() && open.stream().anyMatch(peer -> !peer.quiet())) {
            // Each connection that ends wakes this up; one that only falls silent is seen at the next look.
            CompletableFuture<?>[] gone = open.stream()
                    .filter(peer -> !peer.quiet())
                    .map(PeerConnection::gone)
                    .toArray(CompletableFuture[]::new);
            awaitAny(gone);
        }
        int busy = (int) open.stream().filter(peer -> !peer.quiet()).count();
        if (busy > 0) {
            RemotingLog.LOG.callsCutOff(busy);
        }
        open.forEach(peer -> peer.end("the server is being suspended"));
        drain(iiop, deadline);
    }

    /** Requests that are being executed are answered; new connections were refused meanwhile. */
    private static void drain(IiopProtocol iiop, Deadline deadline) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        while (iiop.busy() > 0 && !deadline.passed()) {
            boolean unused = never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
        int busy = iiop.busy();
        if (busy > 0) {
            RemotingLog.LOG.callsCutOff(busy);
        }
        iiop.disconnect();
    }

    private static void awaitAny(CompletableFuture<?>[] any) throws InterruptedException {
        if (any.length == 0) {
            return;
        }
        try {
            CompletableFuture.anyOf(any).get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Looked at again.
        }
    }

    @Override
    public void stop(Deadline deadline) {
        protocol.open(false);
        iiop.serve(false);
        iiop.disconnect();
        node.connections().forEach(peer -> peer.end("the server is shutting down"));
        dialler.close();
        streams.close();
    }

    @Override
    public void realm(ScramRealm realm) {
        protocol.realm(realm);
        iiop.realm(realm);
    }

    @Override
    public void domain(String server, String domain, byte[] key, Map<String, String> trusted) {
        List<DomainTrust> trusts = new ArrayList<>();
        trusts.add(new DomainTrust(server, key));
        trusted.forEach((other, secret) -> trusts.add(DomainTrust.between(server, domain, other, secret)));
        protocol.domains(trusts);
        dialler.domains(trusts);
        streams.domains(trusts);
    }

    @Override
    public void trust(SSLContext tls) {
        dialler.trust(tls);
        streams.trust(tls);
    }

    @Override
    public int leave(Predicate<X509Certificate> certificates) {
        return dialler.leave(certificates) + streams.leave(certificates);
    }

    @Override
    public void naming(NamingEndpoint endpoint) {
        node.naming(endpoint);
    }

    @Override
    public void members(Members members) {
        node.members(members);
    }

    @Override
    public void carry(CallEntry entry) {
        node.carry(entry);
    }

    @Override
    public InitialContextFactory contexts() {
        return new InsideContexts(node);
    }

    @Override
    public void traces(CallTraces traces) {
        node.traces(traces);
    }

    @Override
    public void addressesChanged() {
        node.vouch();
    }

    @Override
    public void contexts(CallContexts contexts) {
        node.contexts(contexts);
    }

    @Override
    public void accept(String purpose, Acceptor acceptor) {
        node.accept(purpose, acceptor);
    }

    @Override
    public void acceptTrusted(String purpose, Acceptor acceptor) {
        node.acceptTrusted(purpose, acceptor);
    }

    @Override
    public void acceptAll(String purpose, OpenAcceptor acceptor) {
        node.acceptAll(purpose, acceptor);
    }

    @Override
    public ServerStream open(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
            throws IOException {
        return PeerStream.open(node, streams, address, purpose, greeting, listener, false);
    }

    @Override
    public ServerStream openTrusted(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
            throws IOException {
        return PeerStream.open(node, streams, address, purpose, greeting, listener, true);
    }

    @Override
    public void exportForMembers(String key, Remote object, LoadAlgorithm algorithm) {
        String policy = algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
        node.exportByKey(key, policy, object);
    }

    @Override
    public void withdraw(String key, Remote object) {
        node.withdraw(key, object);
    }

    @Override
    public List<Members.Member> having(String key) {
        return node.having(key);
    }

    @Override
    public Set<String> keys() {
        return node.keys();
    }

    @Override
    public boolean isRemote(Object object) {
        return node.isRemote(object);
    }

    @Override
    public SharedValues values() {
        return values;
    }

    @Override
    public Application application(
            String name, ClassLoader loader, CallWork work, CallScope scope, Collection<String> allowedClasses) {
        ExportScope application = new ExportScope(name, work, scope, streams(name, loader, allowedClasses));
        node.open(application);
        return new Objects(node, application);
    }

    /** The objects of one application. */
    private record Objects(Node node, ExportScope application) implements Application {
        @Override
        public void export(Remote object) {
            node.export(object, application);
        }

        @Override
        public void open(Class<?> references, RemoteView view) {
            node.open(references, view, application);
        }

        @Override
        public List<OpenView> views() {
            return node.views(application);
        }

        @Override
        public void unexport(Remote object) throws NoSuchObjectException {
            node.unexport(object);
        }

        @Override
        public void close() {
            node.close(application);
        }
    }
}
