package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection: a state machine that is fed with bytes and the time, and writes to a {@link ConnectionLink}.
 * Confined to the loop of the link, but for {@link #post}, {@link #postCancel} and {@link #consumed}. See
 * docs/design/remoting.md.
 */
public final class WireConnection {
    private static final int GOODBYE_ACK = 0;
    private static final int GOODBYE_DRAIN = 1;
    private static final int GOODBYE_PROTOCOL = 2;
    private static final int GOODBYE_LOGIN = 3;
    private static final int GOODBYE_END = 4;
    private static final int LONGEST_REASON = 2000;
    private static final int MOST_PEERS = 1000;
    /** Number of a frame PEERS after the handshake whose address may be named from now on; {@link #NAMED_NO_MORE} ends that. */
    private static final int NAMED = 0;

    private static final int NAMED_NO_MORE = 1;
    private static final int LONGEST_ADDRESS = 512;

    private final WireSettings settings;
    private final Hello own;
    private final ConnectionLink link;
    private final ConnectionUser user;
    private final Handshake handshake;
    private final FrameReader reader;
    private final Inbox inbox;
    private final Outbox outbox = new Outbox();
    private final List<String> peers = new ArrayList<>();
    private final ConcurrentLinkedQueue<Object> posted = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean drainDue = new AtomicBoolean();
    private State state = State.NEW;
    private @Nullable Terms terms;
    private boolean ackDue;
    private boolean silent;
    private boolean reading;
    private long begunAt;
    private long lastReceived;
    private long lastSent;
    private long lastTick;
    private long beatNanos;

    private enum State {
        NEW,
        HANDSHAKE,
        READY,
        CLOSED
    }

    /** A request that is no longer waited for. */
    private record Cancelled(int id) {}

    /** An address that references may name from now on, or no more. */
    private record Vouched(String address, boolean named) {}

    private WireConnection(
            Hello own, WireSettings settings, ConnectionLink link, ConnectionUser user, Handshake handshake) {
        this.settings = settings;
        this.own = own;
        this.link = link;
        this.user = user;
        this.handshake = handshake;
        this.reader = new FrameReader(handshake.isServer(), link.allocator(), this::frame);
        this.inbox = new Inbox(settings, link.allocator());
    }

    /** The side of a client. */
    public static WireConnection client(
            WireSettings settings, ConnectionLink link, ConnectionUser user, ClientLogin login) {
        Hello hello = Hello.of(settings, List.of());
        return client(hello, settings, link, user, login);
    }

    static WireConnection client(
            Hello hello, WireSettings settings, ConnectionLink link, ConnectionUser user, ClientLogin login) {
        return new WireConnection(hello, settings, link, user, new ClientHandshake(login));
    }

    /** The side of a server. */
    public static WireConnection server(
            WireSettings settings, ConnectionLink link, ConnectionUser user, ServerLogin login) {
        return server(Hello.of(settings, login.mechanisms()), settings, link, user, login);
    }

    static WireConnection server(
            Hello hello, WireSettings settings, ConnectionLink link, ConnectionUser user, ServerLogin login) {
        return new WireConnection(hello, settings, link, user, new ServerHandshake(login));
    }

    /** Begins the handshake. */
    public void open(long now) {
        state = State.HANDSHAKE;
        begunAt = now;
        lastReceived = now;
        lastTick = now;
        if (!handshake.isServer()) {
            ByteBuf magic = link.allocator().buffer(Frames.MAGIC.length).writeBytes(Frames.MAGIC);
            link.write(magic);
            sayHello();
            link.flush();
        }
    }

    private void sayHello() {
        ByteBuf hello = frameBuffer();
        own.write(hello);
        send(hello, FrameType.HELLO, 0);
    }

    /** Takes bytes, which it releases. */
    public void received(ByteBuf bytes, long now) {
        lastReceived = now;
        reading = true;
        try {
            reader.read(bytes);
        } catch (ProtocolException e) {
            refuse(GOODBYE_PROTOCOL, e);
        } finally {
            reading = false;
            if (state == State.CLOSED) {
                reader.release();
            }
        }
    }

    /** All that was ready has been read: what it led to is sent. */
    public void readComplete() {
        user.readComplete();
        pump();
    }

    private void frame(@Nullable FrameType type, int flags, int id, ByteBuf payload) throws ProtocolException {
        if (type == null || state == State.CLOSED) {
            return;
        }
        if (type == FrameType.GOODBYE) {
            goodbye(payload);
        } else if (state == State.READY) {
            frameWhenReady(type, flags, id, payload);
        } else {
            frameOfHandshake(type, payload);
        }
    }

    private void frameOfHandshake(FrameType type, ByteBuf payload) throws ProtocolException {
        if (type == FrameType.HELLO && terms == null) {
            Hello peer = Hello.read(payload);
            if (handshake.isServer()) {
                // Before it is judged, so that a client that cannot be talked to learns why on its own side too.
                sayHello();
            }
            int version = own.common(peer);
            long room = Math.max(1024, peer.window() - WireSettings.SLACK);
            terms = new Terms(
                    version,
                    own.features() & peer.features(),
                    (int) Math.min(Math.min(peer.maxMessageSize(), settings.maxMessageSize()), room),
                    peer.node(),
                    peer.software(),
                    List.of());
            outbox.open(Math.min(settings.maxFrame(), peer.maxFrame()), peer.window());
            beatNanos = Math.max(1, peer.peerTimeoutMillis() / 3) * 1_000_000L;
            handshake.greeted(this, peer);
        } else if (terms != null && (type == FrameType.AUTH || type == FrameType.READY)) {
            byte[] data = new byte[payload.readableBytes()];
            payload.readBytes(data);
            handshake.step(this, type == FrameType.READY, data);
        } else if (type == FrameType.PEERS && terms != null && !handshake.isServer()) {
            if (peers.size() >= MOST_PEERS) {
                throw new ProtocolException("more than " + MOST_PEERS + " addresses have come");
            }
            peers.add(payload.toString(StandardCharsets.UTF_8));
        } else if (type != FrameType.BEAT) {
            throw new ProtocolException("a frame " + type + " has come before the handshake was over");
        }
    }

    private void frameWhenReady(FrameType type, int flags, int id, ByteBuf payload) throws ProtocolException {
        switch (type) {
            case CALL, REPLY, STREAM -> {
                ByteBuf message = inbox.take(type, flags, id, payload);
                if (message != null && type == FrameType.CALL) {
                    user.call(id, message);
                } else if (message != null && type == FrameType.STREAM) {
                    user.stream(message);
                } else if (message != null) {
                    user.reply(id, message);
                }
            }
            case CANCEL -> user.cancel(id);
            case CREDIT -> {
                if (payload.readableBytes() < Long.BYTES) {
                    throw new ProtocolException("a frame CREDIT without a number has come");
                }
                outbox.credit(payload.readLong());
            }
            case BEAT -> {
                // That it has come is all there is to it.
            }
            case PEERS -> {
                if (handshake.isServer() || !canTellPeers()) {
                    throw new ProtocolException("a frame PEERS has come after the handshake");
                }
                user.peer(payload.toString(StandardCharsets.UTF_8), id == NAMED);
            }
            case HELLO, AUTH, READY, GOODBYE ->
                throw new ProtocolException("a frame " + type + " has come after the handshake");
        }
    }

    /** Runs a step of the handshake away from the loop, and what follows on it. */
    void offload(Step step) {
        link.offload(() -> {
            try {
                Runnable next = step.run();
                link.execute(() -> {
                    if (state == State.HANDSHAKE) {
                        next.run();
                        link.flush();
                    }
                });
            } catch (LoginRefusedException e) {
                link.execute(() -> refuse(GOODBYE_LOGIN, e));
            } catch (RuntimeException e) {
                link.execute(() -> refuse(
                        GOODBYE_LOGIN,
                        new IOException("the login failed by an error in the process that has to check it", e)));
            }
        });
    }

    /** A step of the handshake that may take a while; it returns what is to be done on the loop. */
    interface Step {
        Runnable run() throws LoginRefusedException;
    }

    /** Sends a frame of the handshake. */
    void sendAuth(FrameType type, byte[] data) {
        send(frameBuffer().writeBytes(data), type, 0);
    }

    /** Sends the addresses that references may name, one a frame. */
    void sendPeers() {
        for (String address : user.addresses()) {
            byte[] bytes = address.getBytes(StandardCharsets.UTF_8);
            if (bytes.length <= LONGEST_ADDRESS && peers.size() < MOST_PEERS) {
                peers.add(address);
                send(frameBuffer().writeBytes(bytes), FrameType.PEERS, 0);
            }
        }
    }

    /** The handshake is over. */
    void established(PeerIdentity peer) {
        Terms agreed = terms;
        if (agreed == null) {
            throw new IllegalStateException("no terms have been agreed on");
        }
        state = State.READY;
        reader.mostInFrame(settings.maxFrame());
        user.ready(agreed.with(peers), peer);
    }

    private void goodbye(ByteBuf payload) throws ProtocolException {
        if (payload.readableBytes() < 2) {
            throw new ProtocolException("a frame GOODBYE without a reason has come");
        }
        int code = payload.readUnsignedShort();
        String text = payload.toString(
                payload.readerIndex(), Math.min(LONGEST_REASON, payload.readableBytes()), StandardCharsets.UTF_8);
        switch (code) {
            case GOODBYE_ACK -> user.peerIsSilent();
            case GOODBYE_DRAIN -> {
                drainPosted();
                outbox.dropCalls();
                ackDue = true;
                silent = true;
                user.draining(text);
            }
            case GOODBYE_LOGIN -> close(new LoginRefusedException(text));
            case GOODBYE_END -> close(new IOException("the peer has ended the connection: " + text));
            default -> close(new ProtocolException("the peer refuses: " + text));
        }
    }

    /** Asks the peer to send no more requests. */
    public void drain(String why) {
        if (state == State.READY) {
            sayGoodbye(GOODBYE_DRAIN, why);
            link.flush();
        } else {
            end(why);
        }
    }

    /** Ends the connection in good order. */
    public void end(String why) {
        if (state != State.CLOSED) {
            sayGoodbye(GOODBYE_END, why);
            link.flush();
            close(new IOException(why));
        }
    }

    private void refuse(int code, IOException why) {
        if (state != State.CLOSED) {
            sayGoodbye(code, String.valueOf(why.getMessage()));
            link.flush();
            close(why);
        }
    }

    private void sayGoodbye(int code, String why) {
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        ByteBuf goodbye = frameBuffer();
        goodbye.writeShort(code).writeBytes(text, 0, Math.min(text.length, LONGEST_REASON));
        send(goodbye, FrameType.GOODBYE, 0);
    }

    /** The socket has gone. */
    public void lost(IOException why) {
        close(why);
    }

    private void close(IOException why) {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        link.close();
        reader.close();
        if (!reading) {
            reader.release();
        }
        inbox.release();
        user.closed(why);
        for (Object message = posted.poll(); message != null; message = posted.poll()) {
            releasePosted(message);
        }
        outbox.release();
    }

    private static void releasePosted(Object message) {
        if (message instanceof Outgoing outgoing) {
            outgoing.drop();
        }
    }

    /** Hands over a message for sending. Any thread. After the end of the connection it is dropped. */
    public void post(Outgoing message) {
        posted.add(message);
        wake();
    }

    /** Takes a message for sending; {@link #readComplete} or {@link #flush} sends it. After the end of the connection it is dropped. */
    public void add(Outgoing message) {
        if (state == State.READY) {
            outbox.add(message);
        } else {
            message.drop();
        }
    }

    /** Sends what was taken. */
    public void flush() {
        pump();
    }

    /** The longest message that is sent as one frame; 0 before the terms have been agreed on. */
    public int mostInFrame() {
        return outbox.mostInFrame();
    }

    /** A request is no longer waited for. Any thread. */
    public void postCancel(int id) {
        posted.add(new Cancelled(id));
        wake();
    }

    /**
     * References may name an address from now on, or no more: told before whatever is posted later. Any thread, of a server; a peer that
     * does not know this is told nothing.
     */
    public void postPeer(String address, boolean named) {
        posted.add(new Vouched(address, named));
        wake();
    }

    private void wake() {
        if (!drainDue.get() && drainDue.compareAndSet(false, true)) {
            link.execute(this::woken);
        }
    }

    private void woken() {
        drainDue.set(false);
        pump();
    }

    /** A message of that many bytes has been read, so that the peer may send more. Any thread. */
    public void consumed(int bytes) {
        if (inbox.consumed(WireSettings.cost(bytes))) {
            wake();
        }
    }

    /** The link takes frames again. */
    public void writable() {
        pump();
    }

    private void drainPosted() {
        if (state == State.NEW || state == State.HANDSHAKE) {
            return;
        }
        for (Object message = posted.poll(); message != null; message = posted.poll()) {
            if (state == State.CLOSED) {
                releasePosted(message);
            } else if (message instanceof Outgoing outgoing) {
                if (silent && outgoing.type() == FrameType.CALL) {
                    outgoing.drop();
                } else {
                    outbox.add(outgoing);
                }
            } else if (message instanceof Cancelled cancelled && !outbox.cancel(cancelled.id) && canCancel()) {
                send(frameBuffer(), FrameType.CANCEL, cancelled.id);
            } else if (message instanceof Vouched vouched && canTellPeers()) {
                byte[] address = vouched.address.getBytes(StandardCharsets.UTF_8);
                if (address.length <= LONGEST_ADDRESS) {
                    send(frameBuffer().writeBytes(address), FrameType.PEERS, vouched.named ? NAMED : NAMED_NO_MORE);
                }
            }
        }
    }

    private boolean canCancel() {
        return state == State.READY && terms != null && terms.has(Feature.CANCEL);
    }

    private boolean canTellPeers() {
        return state == State.READY && terms != null && terms.has(Feature.LATER_PEERS);
    }

    private void pump() {
        drainPosted();
        if (state == State.CLOSED) {
            return;
        }
        if (state == State.READY) {
            long credit = inbox.credit();
            if (credit > 0) {
                send(frameBuffer().writeLong(credit), FrameType.CREDIT, 0);
            }
            if (outbox.pump(link)) {
                lastSent = lastTick;
            }
            if (ackDue && !outbox.sendsCall()) {
                ackDue = false;
                sayGoodbye(GOODBYE_ACK, "");
            }
        }
        link.flush();
    }

    /** Looks at the time-outs. Called a few times in each of them. */
    public void tick(long now) {
        long sinceTick = now - lastTick;
        lastTick = now;
        if (state == State.CLOSED || state == State.NEW) {
            return;
        }
        if (state == State.HANDSHAKE) {
            if (now - begunAt > settings.handshakeTimeout().toNanos()) {
                refuse(
                        GOODBYE_PROTOCOL,
                        new IOException("the handshake was not over after " + settings.handshakeTimeout()));
            }
            return;
        }
        long timeout = settings.peerTimeout().toNanos();
        if (sinceTick > timeout / 2) {
            // This process did not run itself: what the peer sent meanwhile has still to be read.
            lastReceived = Math.max(lastReceived, now - timeout / 2);
        }
        if (now - lastReceived > timeout) {
            close(new IOException("the peer gave no sign of life for peer-timeout ("
                    + settings.peerTimeout().toMillis() + " ms)"));
        } else if (now - lastSent >= beatNanos && link.writable()) {
            send(frameBuffer(), FrameType.BEAT, 0);
            link.flush();
        }
    }

    private ByteBuf frameBuffer() {
        return link.allocator().buffer(128).writeZero(Frames.HEADER);
    }

    private void send(ByteBuf frame, FrameType type, int id) {
        Frames.headerAt(frame, 0, frame.readableBytes() - Frames.HEADER, type, 0, id);
        link.write(frame);
        lastSent = lastTick;
    }

    /** Runs a task on the loop. Any thread. */
    public void execute(Runnable task) {
        link.execute(task);
    }

    /** Returns the allocator of buffers for messages. Any thread. */
    public ByteBufAllocator allocator() {
        return link.allocator();
    }

    /** Returns what was agreed on; null before that. */
    public @Nullable Terms terms() {
        return terms;
    }
}
