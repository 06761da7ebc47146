package io.keelson.remoting.internal.call;

import io.keelson.base.time.Ticker;
import io.keelson.remoting.ServerStreams;
import io.keelson.remoting.internal.wire.WireSettings;
import io.keelson.remoting.spi.CallContexts;
import io.keelson.remoting.spi.CallEntry;
import io.keelson.remoting.spi.CallTraces;
import io.keelson.remoting.spi.Members;
import io.keelson.remoting.spi.NamingEndpoint;
import io.keelson.remoting.spi.OpenView;
import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.RemoteView;
import java.io.IOException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * State that a process has once: its objects, its connections, and what it knows of others. A server has one, and so has each context of a
 * client. Thread-safe.
 */
public final class Node {
    private static final CallContexts NO_CONTEXTS = new CallContexts() {
        @Override
        public Map<String, byte[]> outgoing() {
            return Map.of();
        }

        @Override
        public RemoteCaller caller() {
            return RemoteCaller.ANONYMOUS;
        }
    };

    private final WireSettings wire;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final ExportScope own;
    private final Exports exports = new Exports();
    private final Views views = new Views();
    private final Set<PeerConnection> connections = ConcurrentHashMap.newKeySet();
    private final CopyOnWriteArrayList<ExportScope> applications = new CopyOnWriteArrayList<>();
    private final Endpoints endpoints;
    private final Supplier<List<String>> addresses;
    private final Refusals refusals;
    private final CallEntries entries = new CallEntries();
    private volatile CallContexts contexts = NO_CONTEXTS;
    private volatile CallTraces traces = CallTraces.NONE;
    private volatile @Nullable NamingEndpoint naming;
    private volatile @Nullable Members members;
    private volatile Set<Address> trusted = Set.of();
    private final Map<String, ServerStreams.OpenAcceptor> acceptors = new ConcurrentHashMap<>();

    /**
     * Makes a node.
     *
     * @param callTimeout how long a call waits for its answer; zero for no end
     * @param own what runs and reads what belongs to no application
     * @param dialler opens connections to others
     * @param addresses where this process can be reached now; none for a client
     */
    public Node(
            WireSettings wire,
            Ticker ticker,
            Duration callTimeout,
            ExportScope own,
            Dialler dialler,
            Supplier<List<String>> addresses) {
        this.wire = wire;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.own = own;
        this.endpoints = new Endpoints(this, dialler);
        this.addresses = addresses;
        this.refusals = new Refusals(ticker);
    }

    /** Its number. */
    public long number() {
        return wire.node();
    }

    /** The limits of its connections. */
    public WireSettings wire() {
        return wire;
    }

    Ticker ticker() {
        return ticker;
    }

    Duration callTimeout() {
        return callTimeout;
    }

    /** Returns what belongs to no application. */
    public ExportScope own() {
        return own;
    }

    Exports exports() {
        return exports;
    }

    Views views() {
        return views;
    }

    Refusals refusals() {
        return refusals;
    }

    /** Connections to others. */
    public Endpoints endpoints() {
        return endpoints;
    }

    List<String> addresses() {
        return addresses.get();
    }

    /** Says where references may lead beside this process and those that it has the same objects with. */
    public void trust(List<String> others) {
        trusted = Address.all(others);
        vouch();
    }

    /** Tells those who have connected here for which addresses this process vouches, where that has changed. */
    public void vouch() {
        connections.forEach(PeerConnection::vouch);
    }

    /** The addresses that this process vouches for: its own, those of the members of its cluster, and those that it is to trust. */
    Set<Address> vouched() {
        Set<Address> all = Address.all(addresses());
        Members known = members;
        if (known != null) {
            all.addAll(Address.all(known.addresses()));
        }
        all.addAll(trusted);
        return all;
    }

    /** Says who takes streams of that purpose. */
    public void accept(String purpose, ServerStreams.Acceptor acceptor) {
        acceptors.put(purpose, (stream, greeting, peer) -> {
            if (!peer.server()) {
                throw new IOException(
                        "the peer is no server of this domain, for which streams for '" + purpose + "' are");
            }
            return acceptor.accepted(stream, greeting, peer.secure());
        });
    }

    /** Says who takes streams of that purpose, also those of servers of other domains that are trusted. */
    public void acceptTrusted(String purpose, ServerStreams.Acceptor acceptor) {
        acceptors.put(purpose, (stream, greeting, peer) -> {
            if (!peer.trusted()) {
                throw new IOException("the peer is no server of this domain, nor of one that it trusts; streams for '"
                        + purpose + "' are for these");
            }
            return acceptor.accepted(stream, greeting, peer.secure());
        });
    }

    /** Says who takes streams of that purpose, clients' too. */
    public void acceptAll(String purpose, ServerStreams.OpenAcceptor acceptor) {
        acceptors.put(purpose, acceptor);
    }

    ServerStreams.@Nullable OpenAcceptor acceptor(String purpose) {
        return acceptors.get(purpose);
    }

    /** Sets the contexts that travel with each call. */
    public void contexts(CallContexts next) {
        contexts = next;
    }

    /** Adds an entry that a room has travel beside calls, from now on. */
    public void carry(CallEntry entry) {
        entries.add(entry);
    }

    CallEntries entries() {
        return entries;
    }

    CallContexts contexts() {
        return contexts;
    }

    /** Says who follows calls. */
    public void traces(CallTraces next) {
        traces = next;
    }

    CallTraces traces() {
        return traces;
    }

    /** Sets the endpoint that resolves clients' names. */
    public void naming(NamingEndpoint next) {
        naming = next;
    }

    @Nullable
    NamingEndpoint naming() {
        return naming;
    }

    /** Sets the directory of the members that have an object. */
    public void members(Members next) {
        members = next;
    }

    @Nullable
    Members members() {
        return members;
    }

    /** Returns which members have an object of that key. */
    public List<Members.Member> having(String key) {
        Members known = members;
        return known == null ? List.of() : known.members(key).members();
    }

    void opened(PeerConnection connection) {
        connections.add(connection);
    }

    void closed(PeerConnection connection) {
        connections.remove(connection);
        exports.ended(connection);
    }

    /** The connections that are open now. */
    public Set<PeerConnection> connections() {
        return Set.copyOf(connections);
    }

    /** Those of them on which calls go, or nothing yet: not those of streams. */
    public List<PeerConnection> callers() {
        return connections.stream().filter(connection -> !connection.isStream()).toList();
    }

    /** Opens an application. */
    public void open(ExportScope application) {
        applications.add(application);
    }

    /** Closes an application: its objects can no longer be called. */
    public void close(ExportScope application) {
        applications.remove(application);
        exports.unexportAll(application);
        views.closeAll(application);
    }

    /** Exports an object until it is unexported. */
    public void export(Remote object, ExportScope scope) {
        exports.export(object, scope);
    }

    /** Exports an object until it is unexported; returns whether nobody else had exported it to stay. */
    boolean exportAnew(Remote object, BooleanSupplier usable) {
        return exports.exportAnew(object, scopeOf(object), usable);
    }

    /** Exports an object that other members have too. */
    public void exportByKey(String key, String policy, Remote object) {
        exports.exportByKey(key, policy, object, scopeOf(object));
    }

    /** No longer one of those of that key. */
    public void withdraw(String key, Remote object) {
        exports.withdraw(key, object);
    }

    /** The keys of the objects that other members may have too. */
    public Set<String> keys() {
        Set<String> keys = new HashSet<>(exports.keys());
        keys.addAll(views.keys());
        return keys;
    }

    /** Opens a view whose references are of a class. */
    public void open(Class<?> references, RemoteView view, ExportScope scope) {
        views.open(references, view, scope);
    }

    /** Returns the open views of an application. */
    public List<OpenView> views(ExportScope scope) {
        return views.of(scope);
    }

    /** Returns true if an object travels as a reference. */
    public boolean isRemote(Object object) {
        return PeerReferences.travelsAsReference(this, object);
    }

    /** Unexports an object. */
    public void unexport(Remote object) throws NoSuchObjectException {
        exports.unexport(object);
    }

    /** Returns how many objects are exported. */
    public int exported() {
        return exports.size();
    }

    /** The application that an object belongs to, by the loader of its class. */
    ExportScope scopeOf(Remote object) {
        return scopeOf(object.getClass().getClassLoader());
    }

    /** The application to which a loader belongs; else what belongs to none. */
    public ExportScope scopeOf(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            for (ExportScope application : applications) {
                if (application.streams().loader() == at) {
                    return application;
                }
            }
        }
        return own;
    }
}
