package io.keelson.remoting.internal.call;

import io.keelson.base.work.WorkBatch;
import io.keelson.remoting.RequestNotSentException;
import io.keelson.remoting.internal.wire.ConnectionUser;
import io.keelson.remoting.internal.wire.Feature;
import io.keelson.remoting.internal.wire.Outgoing;
import io.keelson.remoting.internal.wire.PeerIdentity;
import io.keelson.remoting.internal.wire.Terms;
import io.keelson.remoting.internal.wire.WireConnection;
import io.keelson.remoting.spi.RemoteCaller;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one connection, both ways. Requests of the peer are parsed on the loop as far as is needed to know whose work
 * they are, and handed over once a turn; answers go to the thread that waits. Thread-safe.
 */
public final class PeerConnection implements ConnectionUser {
    private static final String ENDED = "the connection has ended";
    private static final int MOST_ADDRESSES = 1000;

    private final Node node;
    private final WorkBatch batch;
    private final String peer;
    private final boolean opened;
    private final @Nullable Endpoint dialled;
    private final Map<Integer, PendingCall> calls = new ConcurrentHashMap<>();
    private final Map<Integer, ServedCall> served = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final CompletableFuture<PeerConnection> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private final AtomicReference<@Nullable IOException> ended = new AtomicReference<>();
    private volatile @Nullable IOException draining;
    private volatile @Nullable WireConnection wire;
    private volatile @Nullable Terms terms;
    /** Never changed, only replaced: by who accepted the connection while it has {@link #vouching}, by who opened it on the loop. */
    private volatile Set<Address> agreed = Set.of();

    private final Object vouching = new Object();
    private volatile PeerIdentity identity = PeerIdentity.NOBODY;
    private volatile boolean peerSilent;
    private boolean collected;
    private volatile boolean secure;
    /** Set on the loop. */
    private volatile @Nullable PeerStream stream;

    private PeerConnection(Node node, WorkBatch batch, String peer, boolean opened, @Nullable Endpoint dialled) {
        this.node = node;
        this.batch = batch;
        this.peer = peer;
        this.opened = opened;
        this.dialled = dialled;
    }

    /**
     * The user of a connection that was accepted; {@link #over} tells which.
     *
     * @param batch collects what one turn of the loop brings
     * @param peer where the peer is, for messages
     */
    public static PeerConnection accepted(Node node, WorkBatch batch, String peer) {
        return new PeerConnection(node, batch, peer, false, null);
    }

    /**
     * The user of a connection that is opened here; {@link #over} tells which.
     *
     * @param batch collects what one turn of the loop brings
     * @param peer where the peer is, for messages
     * @param dialled the endpoint that it is opened for; null where it is for a stream
     */
    public static PeerConnection opened(Node node, WorkBatch batch, String peer, @Nullable Endpoint dialled) {
        return new PeerConnection(node, batch, peer, true, dialled);
    }

    /** Goes over TLS. Before anything is received. */
    public void secured() {
        secure = true;
    }

    boolean secure() {
        return secure;
    }

    /** Over this connection. Before anything is received. */
    public void over(WireConnection connection) {
        wire = connection;
    }

    WireConnection wire() {
        WireConnection now = wire;
        if (now == null) {
            throw new IllegalStateException("a connection is used before it is made");
        }
        return now;
    }

    Terms terms() {
        Terms now = terms;
        if (now == null) {
            throw new IllegalStateException("a connection is used before its handshake is over");
        }
        return now;
    }

    Node node() {
        return node;
    }

    RemoteCaller caller() {
        return identity.caller();
    }

    /** Returns whether the peer has proved to be a server of this domain. */
    boolean isServerOfDomain() {
        return identity.server();
    }

    /** Returns whether the peer has proved to be a server of this domain, or of another one that this one trusts. */
    boolean isTrustedServer() {
        return identity.trusted();
    }

    /** Returns the other domain of which the peer has proved to be a server; null where it has not. */
    @Nullable
    String otherDomain() {
        return identity.domain();
    }

    /** Returns where the peer is. */
    public String peer() {
        return peer;
    }

    /** Completes when the handshake is over; fails when there will be none. */
    public CompletableFuture<PeerConnection> ready() {
        return ready;
    }

    /** Completes when the connection has ended. */
    public CompletableFuture<Void> gone() {
        return gone;
    }

    /** Returns whether it takes calls. */
    boolean usable() {
        return terms != null && ended.get() == null && draining == null;
    }

    boolean ended() {
        return ended.get() != null;
    }

    /** Returns how to reach the peer again, or as long as this connection lasts. */
    Route route() {
        return dialled == null ? new AcceptedRoute(this) : dialled;
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param request {@link Outgoing#ROOM} bytes and the message; released here
     * @param what the call, for messages
     * @return the answer; handed back by {@link #read}
     */
    ByteBuf call(ByteBuf request, Duration timeout, String what) throws RemoteException {
        PendingCall call = new PendingCall(ids.incrementAndGet());
        calls.put(call.id(), call);
        IOException over = ended.get();
        IOException why = over == null ? draining : over;
        if (why != null) {
            calls.remove(call.id());
            request.release();
            throw new RequestNotSentException(
                    what + " was not sent to " + peer + " and has not been executed: " + why.getMessage(), why);
        }
        wire().post(Outgoing.call(call.id(), request, new Outgoing.Listener() {
            @Override
            public void sent() {
                call.sent();
            }

            @Override
            public void dropped() {
                IOException reason = ended.get();
                IOException orElse = reason == null ? draining : reason;
                call.fail(orElse == null ? new IOException(ENDED) : orElse);
            }
        }));
        try {
            return call.await(timeout, node.ticker(), what);
        } finally {
            if (calls.remove(call.id(), call)) {
                wire().postCancel(call.id());
            }
        }
    }

    /** An answer has been read. */
    void read(ByteBuf answer, int size) {
        answer.release();
        wire().consumed(size);
    }

    @Override
    public List<String> addresses() {
        return node.vouched().stream().map(Address::toString).toList();
    }

    /**
     * Tells a peer that has connected here for which addresses this process vouches by now, where that has changed. Comes before what is
     * sent next. Any thread.
     */
    void vouch() {
        Terms settled = terms;
        if (opened || settled == null || !settled.has(Feature.LATER_PEERS)) {
            return;
        }
        synchronized (vouching) {
            Set<Address> before = agreed;
            Set<Address> now = node.vouched();
            if (!now.equals(before)) {
                agreed = now;
                now.stream().filter(a -> !before.contains(a)).forEach(a -> wire().postPeer(a.toString(), true));
                before.stream().filter(a -> !now.contains(a)).forEach(a -> wire().postPeer(a.toString(), false));
            }
        }
    }

    @Override
    public void peer(String address, boolean named) {
        Set<Address> next = new LinkedHashSet<>(agreed);
        if (!named) {
            next.removeAll(Address.all(List.of(address)));
        } else if (next.size() < MOST_ADDRESSES) {
            next.addAll(Address.all(List.of(address)));
        }
        agreed = next;
    }

    /** Returns whether both sides know that this may be named by a reference on this connection. */
    boolean isAgreed(List<String> some) {
        return Address.all(some).stream().anyMatch(agreed::contains);
    }

    /** Those of the addresses of a reference that came over this connection which may be connected to. */
    Set<Address> allowed(List<String> named) {
        Set<Address> all = Address.all(named);
        Set<Address> own = node.vouched();
        all.removeIf(address -> !agreed.contains(address) && !own.contains(address));
        return all;
    }

    @Override
    public void ready(Terms settled, PeerIdentity who) {
        agreed = Address.all(settled.addresses());
        terms = settled;
        identity = who;
        node.opened(this);
        ready.complete(this);
    }

    @Override
    public void reply(int id, ByteBuf body) {
        PendingCall call = calls.remove(id);
        if (call == null || !call.complete(body)) {
            read(body, body.readableBytes());
        }
    }

    @Override
    public void call(int id, ByteBuf body) {
        int size = body.readableBytes();
        ServedCall call;
        try {
            call = Requests.parse(this, id, body);
        } catch (RequestFaultException e) {
            read(body, size);
            fault(id, e.fault(), String.valueOf(e.getMessage()));
            return;
        } catch (StreamCorruptedException | RuntimeException e) {
            read(body, size);
            fault(id, Fault.ARGUMENTS, "the head of the request cannot be read: " + e.getMessage());
            return;
        }
        served.put(id, call);
        collected = true;
        if (!batch.add(call.work(), call)) {
            served.remove(id);
            read(body, size);
            fault(
                    id,
                    Fault.REFUSED,
                    "the server has no room for the call: the work manager "
                            + call.work().name() + " is at its capacity or closed");
        }
    }

    @Override
    public void stream(ByteBuf body) {
        int size = body.readableBytes();
        try {
            PeerStream open = stream;
            if (open != null) {
                open.received(body);
            } else {
                PeerStream.accept(this, body.nioBuffer());
            }
        } finally {
            read(body, size);
        }
    }

    /** From now on this connection carries a stream. On the loop. */
    void carries(PeerStream opened) {
        stream = opened;
        if (ended()) {
            opened.closed(new IOException(ENDED));
        }
    }

    /** Returns whether a stream goes over it, and so no call does. */
    boolean isStream() {
        return stream != null;
    }

    @Override
    public void readComplete() {
        PeerStream open = stream;
        if (open != null) {
            open.readComplete();
        }
        if (collected) {
            collected = false;
            batch.flush();
        }
    }

    @Override
    public void cancel(int id) {
        ServedCall call = served.get(id);
        if (call != null) {
            call.cancel();
        }
    }

    /** A call has ended; sends what it led to. Any thread. */
    void answer(int id, @Nullable ByteBuf reply) {
        served.remove(id);
        if (reply != null) {
            wire().post(Outgoing.reply(id, reply));
        }
    }

    void fault(int id, Fault fault, String text) {
        ByteBuf reply = newMessage();
        Replies.fault(reply, fault, text);
        answer(id, reply);
    }

    /** A buffer with the room that stands before a message. */
    ByteBuf newMessage() {
        return wire().allocator().buffer(256).writeZero(Outgoing.ROOM);
    }

    /** Returns how many readable bytes such a buffer may have in the end. */
    int mostReadable() {
        return Outgoing.ROOM + terms().maxMessageSize();
    }

    @Override
    public void draining(String why) {
        draining = new IOException("the server takes no more calls: " + why);
    }

    @Override
    public void peerIsSilent() {
        peerSilent = true;
    }

    /** Returns whether nothing of the peer's is running and nothing more will come. */
    public boolean quiet() {
        return ended() || peerSilent && served.isEmpty();
    }

    /** Asks the peer for no more calls. */
    public void drain(String why) {
        wire().execute(() -> wire().drain(why));
    }

    /** Ends the connection, whatever is under way. */
    public void end(String why) {
        wire().execute(() -> wire().end(why));
    }

    @Override
    public void closed(IOException why) {
        ended.set(why);
        ready.completeExceptionally(why);
        calls.values().forEach(call -> call.fail(why));
        served.values().forEach(ServedCall::cancel);
        PeerStream open = stream;
        if (open != null) {
            open.closed(why);
        }
        node.closed(this);
        gone.complete(null);
    }
}
