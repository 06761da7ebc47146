package io.keelson.jms.net;

import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.LinkCodec;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of a link over a stream: reads requests on the loop, and writes what the JMS server answers and delivers, in its order.
 * {@code lock} guards which link it is; nothing is called while it is held.
 */
final class ServedLink implements ServerStream.Listener, Link.Handler {
    /** Bytes of requests that may be without an answer. */
    private static final long MOST_UNANSWERED = 64L << 20;

    private final ServerStream stream;
    private final ServerStreams.Peer peer;
    private final Supplier<List<String>> members;
    private final Frames frames;
    private final AtomicLong unansweredBytes = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Link link;
    private boolean over;
    private volatile Runnable whenOver = () -> {};

    ServedLink(ServerStream stream, ServerStreams.Peer peer, Supplier<List<String>> members) {
        this.stream = stream;
        this.peer = peer;
        this.members = members;
        this.frames = new Frames(stream);
    }

    void whenOver(Runnable what) {
        whenOver = what;
    }

    /** Is open: the client may make requests. */
    void opened(String server, Link to) {
        lock.lock();
        boolean late;
        try {
            late = over;
            if (!late) {
                link = to;
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            to.close();
            return;
        }
        frames.add(out -> {
            out.put(Frames.OPENED).putText(server);
            putTexts(members.get(), out);
        });
    }

    private static void putTexts(List<String> texts, ByteWriter out) {
        out.putInt(texts.size());
        texts.forEach(out::putText);
    }

    /** Cannot be opened. */
    void refused(JmsFailure why, List<String> elsewhere) {
        end(why, elsewhere);
    }

    /** The same client has connected again. */
    void replaced() {
        end(new JmsFailure(JmsFailure.Code.CLOSED, "the client has connected again"), List.of());
    }

    /** Nothing came of it. */
    void abandon() {
        release();
    }

    private void end(JmsFailure why, List<String> elsewhere) {
        release();
        frames.add(out -> {
            out.put(Frames.ENDED);
            LinkCodec.write(why, out);
            putTexts(elsewhere, out);
        });
        stream.execute(() -> {
            frames.drain();
            stream.close(String.valueOf(why.getMessage()));
        });
    }

    private void release() {
        Link was;
        lock.lock();
        try {
            if (over) {
                return;
            }
            over = true;
            was = link;
        } finally {
            lock.unlock();
        }
        if (was != null) {
            was.close();
        }
        whenOver.run();
    }

    // ---- what the client says --------------------------------------------------------------------------------------

    @Override
    public void received(ByteBuffer message) {
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        try {
            handle(new ByteReader(bytes), bytes.length);
        } catch (IllegalArgumentException e) {
            NetLog.LOG.badFrame(peer.address(), String.valueOf(e.getMessage()));
            end(
                    new JmsFailure(
                            JmsFailure.Code.PROTOCOL, "the client sent what cannot be read: " + e.getMessage(), e),
                    List.of());
        }
    }

    private void handle(ByteReader in, int size) {
        int type = in.get();
        if (type == Frames.CLOSE) {
            release();
            return;
        }
        if (type != Frames.REQUEST && type != Frames.ONE_WAY) {
            throw new IllegalArgumentException("no frame of a client has the type " + type);
        }
        long id = in.getLong();
        Request request = LinkCodec.readRequest(in);
        if (in.left() > 0) {
            throw new IllegalArgumentException(in.left() + " bytes follow a request");
        }
        Link to;
        lock.lock();
        try {
            if (over) {
                return;
            }
            to = link;
        } finally {
            lock.unlock();
        }
        if (to == null) {
            throw new IllegalArgumentException("a request before the connection is open");
        }
        if (type == Frames.ONE_WAY) {
            if (!(request instanceof Request.Send send)) {
                throw new IllegalArgumentException("only sends are one-way");
            }
            to.sendOneWay(id, send.messages());
            return;
        }
        if (unansweredBytes.addAndGet(size) > MOST_UNANSWERED && size < MOST_UNANSWERED) {
            unansweredBytes.addAndGet(-size);
            answer(
                    id,
                    null,
                    new JmsFailure(
                            JmsFailure.Code.RESOURCE_ALLOCATION,
                            "the connection has " + MOST_UNANSWERED
                                    + " bytes of requests without an answer; wait for some before sending more"));
            return;
        }
        var unused = to.request(request).whenComplete((reply, error) -> {
            unansweredBytes.addAndGet(-size);
            answer(id, reply, error);
        });
    }

    private void answer(long id, @Nullable Reply reply, @Nullable Throwable error) {
        frames.add(out -> {
            if (reply != null) {
                out.put(Frames.REPLY).putLong(id);
                LinkCodec.write(reply, out);
                if (out.length() <= stream.maxMessageSize()) {
                    return;
                }
                out.clear(out.length());
            }
            out.put(Frames.FAILURE).putLong(id);
            LinkCodec.write(failure(reply, error), out);
        });
    }

    private static JmsFailure failure(@Nullable Reply reply, @Nullable Throwable error) {
        if (reply != null) {
            return new JmsFailure(
                    JmsFailure.Code.RESOURCE_ALLOCATION,
                    "the answer is larger than the connection takes: select fewer messages, or raise max-message-size");
        }
        if (error instanceof JmsFailure known) {
            return known;
        }
        NetLog.LOG.debugf(error, "a request has failed");
        return new JmsFailure(JmsFailure.Code.ILLEGAL_STATE, "the request failed in the server: " + error);
    }

    @Override
    public void readComplete() {}

    @Override
    public void sent() {
        frames.sent();
    }

    @Override
    public void closed(IOException why) {
        release();
    }

    // ---- what the JMS server says ----------------------------------------------------------------------------------

    @Override
    public void delivered(long consumer, List<Delivery> batch) {
        int most = stream.maxMessageSize();
        List<Delivery> part = new ArrayList<>();
        long bytes = 0;
        for (Delivery each : batch) {
            long size = each.message().size() + 64;
            if (!part.isEmpty() && bytes + size > most / 2) {
                add(consumer, part);
                part = new ArrayList<>();
                bytes = 0;
            }
            part.add(each);
            bytes += size;
        }
        if (!part.isEmpty()) {
            add(consumer, part);
        }
    }

    private void add(long consumer, List<Delivery> part) {
        frames.add(out -> {
            out.put(Frames.DELIVERIES).putLong(consumer);
            LinkCodec.writeDeliveries(part, out);
            if (out.length() > stream.maxMessageSize()) {
                int length = out.length();
                out.clear(length).put(Frames.ENDED);
                LinkCodec.write(
                        new JmsFailure(
                                JmsFailure.Code.PROTOCOL,
                                "a message of " + length + " bytes is larger than the " + stream.maxMessageSize()
                                        + " that the client takes: raise io.keelson.client.max-message-size"),
                        out);
                putTexts(List.of(), out);
            }
        });
    }

    @Override
    public void refused(long sender, JmsFailure why) {
        frames.add(out -> {
            out.put(Frames.REFUSED).putLong(sender);
            LinkCodec.write(why, out);
        });
    }

    @Override
    public void flow(DestinationName destination, boolean above) {
        frames.add(out -> out.put(Frames.FLOW)
                .putBoolean(destination.topic())
                .putText(destination.name())
                .putBoolean(above));
    }

    @Override
    public void ended(JmsFailure why) {
        end(why, List.of());
    }
}
