package io.keelson.remoting.internal.call;

import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import io.keelson.remoting.internal.wire.Feature;
import io.keelson.remoting.internal.wire.Outgoing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A stream over a connection that carries nothing else. The first message of who opens it says what it is for. The connection lets small
 * messages go before large ones; so that the order is kept a large one, which is cut into fragments, goes alone. State belongs to the
 * loop.
 */
public final class PeerStream implements ServerStream {
    private static final int LONGEST_PURPOSE = 255;
    private static final int LONGEST_GREETING = 1024;

    private final PeerConnection peer;
    private final ArrayDeque<Outgoing> held = new ArrayDeque<>();
    private @Nullable Listener listener;
    /** Messages that the connection has and has not sent. */
    private int given;
    /** True if the one that it has is a large one. */
    private boolean large;

    private boolean over;
    private final AtomicLong waiting = new AtomicLong();

    private PeerStream(PeerConnection peer, @Nullable Listener listener) {
        this.peer = peer;
        this.listener = listener;
    }

    /**
     * Opens one; see {@link ServerStreams#open}.
     *
     * @param others whether a server of another domain which this one trusts will do
     */
    public static ServerStream open(
            Node node,
            Dialler dialler,
            String address,
            String purpose,
            byte[] greeting,
            Listener listener,
            boolean others)
            throws IOException {
        Address at;
        try {
            at = Address.parse(address).get(0);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        PeerConnection peer = dialler.dial(node, null, at);
        if (!(others ? peer.isTrustedServer() : peer.isServerOfDomain())) {
            peer.end("it is no server of this domain");
            throw new IOException("what listens at " + at + " has not proved to be a server of this domain");
        }
        if (!peer.terms().has(Feature.STREAMS)) {
            peer.end("it knows no streams");
            throw new IOException(
                    "the server at " + at + " (" + peer.terms().peer() + ") runs a build without streams");
        }
        return open(peer, purpose, greeting, listener);
    }

    /**
     * Opens one from a client, which does not ask who is there: over TLS the certificate has said so, and a login has proved it to both.
     *
     * @throws IOException where there is none
     */
    public static ServerStream openFromClient(
            Node node, Dialler dialler, Address at, String purpose, byte[] greeting, Listener listener)
            throws IOException {
        PeerConnection peer = dialler.dial(node, null, at);
        if (!peer.terms().has(Feature.STREAMS)) {
            peer.end("it knows no streams");
            throw new IOException(
                    "the server at " + at + " (" + peer.terms().peer() + ") runs a build without streams");
        }
        return open(peer, purpose, greeting, listener);
    }

    /** Opens one over a connection that carries nothing yet. */
    public static ServerStream open(PeerConnection peer, String purpose, byte[] greeting, Listener listener) {
        byte[] name = purpose.getBytes(StandardCharsets.US_ASCII);
        if (name.length > LONGEST_PURPOSE || greeting.length > LONGEST_GREETING) {
            throw new IllegalArgumentException("the purpose or the greeting of a stream is too long: " + purpose);
        }
        PeerStream stream = new PeerStream(peer, listener);
        stream.execute(() -> {
            peer.carries(stream);
            stream.send(
                    1 + name.length + greeting.length,
                    to -> to.put((byte) name.length).put(name).put(greeting));
            stream.flush();
        });
        return stream;
    }

    /** The first message of a peer that has opened one. */
    static void accept(PeerConnection peer, ByteBuffer first) {
        int length = first.hasRemaining() ? first.get() & 0xFF : 0;
        if (length > first.remaining() || first.remaining() - length > LONGEST_GREETING) {
            peer.end("no stream can be opened: the peer speaks another language");
            return;
        }
        byte[] name = new byte[length];
        first.get(name);
        byte[] greeting = new byte[first.remaining()];
        first.get(greeting);
        String purpose = new String(name, StandardCharsets.US_ASCII);
        ServerStreams.OpenAcceptor acceptor = peer.node().acceptor(purpose);
        if (acceptor == null) {
            peer.end("this server takes no streams for '" + purpose + "'");
            return;
        }
        PeerStream stream = new PeerStream(peer, null);
        try {
            stream.listener = acceptor.accepted(
                    stream,
                    greeting,
                    new ServerStreams.Peer(
                            peer.caller(),
                            peer.isServerOfDomain(),
                            peer.isTrustedServer(),
                            peer.secure(),
                            peer.peer()));
            peer.carries(stream);
        } catch (IOException e) {
            peer.end(String.valueOf(e.getMessage()));
        }
    }

    void received(ByteBuf message) {
        Listener to = listener;
        if (to == null || over) {
            return;
        }
        if (message.nioBufferCount() == 1) {
            to.received(message.nioBuffer());
        } else {
            to.received(List.of(message.nioBuffers()));
        }
    }

    void readComplete() {
        Listener to = listener;
        if (to != null && !over) {
            to.readComplete();
        }
    }

    void closed(IOException why) {
        if (over) {
            return;
        }
        over = true;
        held.forEach(Outgoing::drop);
        held.clear();
        Listener to = listener;
        if (to != null) {
            to.closed(why);
        }
    }

    @Override
    public void execute(Runnable task) {
        peer.wire().execute(task);
    }

    @Override
    public void send(int most, Writer writer) {
        if (over) {
            return;
        }
        ByteBuf buffer = peer.wire().allocator().ioBuffer(Outgoing.ROOM + most);
        buffer.writeZero(Outgoing.ROOM);
        try {
            ByteBuffer room = buffer.nioBuffer(Outgoing.ROOM, most);
            writer.write(room);
            buffer.writerIndex(Outgoing.ROOM + room.position());
        } catch (RuntimeException | Error e) {
            buffer.release();
            throw e;
        }
        send(buffer);
    }

    @Override
    public void send(List<ByteBuffer> parts) {
        if (over) {
            return;
        }
        // Of this allocator: fragments come from that of what they are cut from.
        CompositeByteBuf whole = peer.wire().allocator().compositeBuffer(1 + parts.size());
        whole.addComponent(true, Unpooled.wrappedBuffer(new byte[Outgoing.ROOM]));
        for (ByteBuffer part : parts) {
            whole.addComponent(true, Unpooled.wrappedBuffer(part));
        }
        send(whole);
    }

    private void send(ByteBuf buffer) {
        int size = buffer.readableBytes() - Outgoing.ROOM;
        waiting.addAndGet(size);
        held.add(Outgoing.stream(buffer, new Sending(size)));
        give();
    }

    /** Hands over what may be sent now without overtaking anything. */
    private void give() {
        for (Outgoing next = held.peek(); next != null; next = held.peek()) {
            boolean whole = next.size() <= peer.wire().mostInFrame();
            if (large || !whole && given > 0) {
                return;
            }
            held.remove();
            given++;
            large = !whole;
            peer.wire().add(next);
        }
    }

    @Override
    public void flush() {
        peer.wire().flush();
    }

    @Override
    public int maxMessageSize() {
        return peer.terms().maxMessageSize();
    }

    @Override
    public int wholeMessageSize() {
        return peer.wire().mostInFrame();
    }

    @Override
    public long waiting() {
        return waiting.get();
    }

    @Override
    public void close(String why) {
        peer.end(why);
    }

    /** A message that the connection has. Told on the loop. */
    private final class Sending implements Outgoing.Listener {
        private final int size;

        Sending(int size) {
            this.size = size;
        }

        @Override
        public void sent() {
            done();
            if (!over) {
                give();
                Listener to = listener;
                if (to != null) {
                    to.sent();
                }
            }
        }

        @Override
        public void dropped() {
            done();
        }

        private void done() {
            given--;
            large = false;
            waiting.addAndGet(-size);
        }
    }
}
