package io.keelson.jms.net;

import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.LinkCodec;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import io.keelson.remoting.ServerStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of a link over a stream. Thread-safe. Requests are encoded on the caller's thread; what comes is handled on the loop.
 */
public final class StreamLink implements Link {
    private static final long OPENING_SECONDS = 30;

    /** Opens streams. */
    public interface Streams extends AutoCloseable {
        /**
         * Opens a stream.
         *
         * @throws javax.security.sasl.AuthenticationException where a login is refused
         * @throws IOException where nobody can be reached
         */
        ServerStream open(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
                throws IOException;

        @Override
        default void close() {}
    }

    /**
     * First answer of the server.
     *
     * @param server the JMS server at the other end
     * @param addresses of all members that are known there
     */
    record Opened(String server, List<String> addresses) {}

    /** A JMS server is elsewhere. */
    static final class ElsewhereException extends Exception {
        private static final long serialVersionUID = 1L;

        private final List<String> addresses;

        ElsewhereException(String message, List<String> addresses) {
            super(message);
            this.addresses = List.copyOf(addresses);
        }

        List<String> addresses() {
            return addresses;
        }
    }

    private final Handler handler;
    private final CompletableFuture<Opened> opened = new CompletableFuture<>();
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, CompletableFuture<Reply>> unanswered = new ConcurrentHashMap<>();
    private volatile @Nullable ServerStream stream;
    private volatile @Nullable Frames frames;
    private volatile @Nullable JmsFailure end;
    private volatile boolean closed;

    private StreamLink(Handler handler) {
        this.handler = handler;
    }

    /**
     * Opens a link to a JMS server of a member.
     *
     * @param server its name; empty: the member's own
     * @param origin the connection's own name: a connection that the server still has under it ends
     * @throws JmsFailure where the server refuses or cannot be reached
     * @throws ElsewhereException where another member has the JMS server
     */
    static StreamLink open(Streams streams, String address, String server, String origin, Handler handler)
            throws JmsFailure, ElsewhereException {
        StreamLink made = new StreamLink(handler);
        byte[] greeting = new ByteWriter(64)
                .put(Frames.VERSION)
                .putText(server)
                .putText(origin)
                .toBytes();
        try {
            made.over(streams.open(address, Frames.PURPOSE, greeting, made.new Incoming()));
        } catch (javax.security.sasl.AuthenticationException e) {
            throw new JmsFailure(JmsFailure.Code.SECURITY, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new JmsFailure(JmsFailure.Code.LOST, String.valueOf(e.getMessage()), e);
        }
        made.awaitOpened(address);
        return made;
    }

    private void over(ServerStream open) {
        stream = open;
        frames = new Frames(open);
    }

    private void awaitOpened(String address) throws JmsFailure, ElsewhereException {
        boolean done = false;
        try {
            Opened unused = opened.get(OPENING_SECONDS, TimeUnit.SECONDS);
            done = true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ElsewhereException elsewhere) {
                throw elsewhere;
            }
            if (e.getCause() instanceof JmsFailure failure) {
                throw failure;
            }
            throw new JmsFailure(JmsFailure.Code.LOST, String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new JmsFailure(
                    JmsFailure.Code.LOST,
                    "the JMS server at " + address + " did not answer within " + OPENING_SECONDS + " s",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JmsFailure(
                    JmsFailure.Code.CLOSED, "the thread was interrupted while it connected to " + address, e);
        } finally {
            if (!done) {
                closed = true;
                closeStream("it was not opened");
            }
        }
    }

    /** Returns what the server said first. */
    Opened opened() {
        return opened.join();
    }

    // ---- what comes ------------------------------------------------------------------------------------------------

    private final class Incoming implements ServerStream.Listener {
        @Override
        public void received(ByteBuffer message) {
            byte[] bytes = new byte[message.remaining()];
            message.get(bytes);
            try {
                handle(new ByteReader(bytes));
            } catch (IllegalArgumentException e) {
                over(new JmsFailure(
                        JmsFailure.Code.PROTOCOL, "the JMS server sent what cannot be read: " + e.getMessage(), e));
                closeStream("a frame cannot be read");
            }
        }

        @Override
        public void readComplete() {}

        @Override
        public void sent() {
            Frames out = frames;
            if (out != null) {
                out.sent();
            }
        }

        @Override
        public void closed(IOException why) {
            over(new JmsFailure(
                    JmsFailure.Code.LOST, "the connection to the JMS server is lost: " + why.getMessage(), why));
        }
    }

    private void handle(ByteReader in) {
        int type = in.get();
        switch (type) {
            case Frames.REPLY -> {
                CompletableFuture<Reply> reply = unanswered.remove(in.getLong());
                Reply read = LinkCodec.readReply(in);
                if (reply != null) {
                    boolean unused = reply.complete(read);
                }
            }
            case Frames.FAILURE -> {
                CompletableFuture<Reply> reply = unanswered.remove(in.getLong());
                JmsFailure read = LinkCodec.readFailure(in);
                if (reply != null) {
                    boolean unused = reply.completeExceptionally(read);
                }
            }
            case Frames.DELIVERIES -> {
                long consumer = in.getLong();
                List<Delivery> batch = LinkCodec.readDeliveries(in);
                if (!closed) {
                    handler.delivered(consumer, batch);
                }
            }
            case Frames.REFUSED -> {
                long sender = in.getLong();
                handler.refused(sender, LinkCodec.readFailure(in));
            }
            case Frames.FLOW -> {
                boolean topic = in.getBoolean();
                DestinationName destination = new DestinationName(topic, in.getName());
                handler.flow(destination, in.getBoolean());
            }
            case Frames.OPENED -> {
                String server = in.getName();
                boolean unused = opened.complete(new Opened(server, texts(in)));
            }
            case Frames.ENDED -> {
                JmsFailure why = LinkCodec.readFailure(in);
                List<String> addresses = texts(in);
                boolean unused = why.code() == JmsFailure.Code.ELSEWHERE
                        && opened.completeExceptionally(
                                new ElsewhereException(String.valueOf(why.getMessage()), addresses));
                over(why);
            }
            default -> throw new IllegalArgumentException("no frame has the type " + type);
        }
    }

    private static List<String> texts(ByteReader in) {
        List<String> all = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            all.add(in.getName());
        }
        return all;
    }

    /** The link has ended, once. */
    private void over(JmsFailure why) {
        if (end != null) {
            return;
        }
        end = why;
        boolean wasOpen = opened.isDone() && !opened.isCompletedExceptionally();
        boolean unused = opened.completeExceptionally(why);
        failAll(why);
        if (wasOpen && !closed) {
            handler.ended(why);
        }
    }

    private void failAll(JmsFailure why) {
        for (Long each : List.copyOf(unanswered.keySet())) {
            CompletableFuture<Reply> reply = unanswered.remove(each);
            if (reply != null) {
                boolean unused = reply.completeExceptionally(why);
            }
        }
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    @Override
    public CompletableFuture<Reply> request(Request request) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        long id = ids.incrementAndGet();
        ByteWriter out = new ByteWriter(request instanceof Request.Send ? 1024 : 64);
        out.put(Frames.REQUEST).putLong(id);
        LinkCodec.write(request, out);
        JmsFailure refused = tooLarge(out.length());
        if (refused != null) {
            return CompletableFuture.failedFuture(refused);
        }
        unanswered.put(id, reply);
        JmsFailure over = end;
        Frames to = frames;
        if (over != null || to == null) {
            unanswered.remove(id);
            boolean unused = reply.completeExceptionally(
                    over == null ? new JmsFailure(JmsFailure.Code.CLOSED, "the connection is closed") : over);
            return reply;
        }
        to.add(raw(out));
        return reply;
    }

    private static Frames.Frame raw(ByteWriter written) {
        return buffer -> buffer.putRaw(written.array(), 0, written.length());
    }

    private @Nullable JmsFailure tooLarge(int length) {
        ServerStream open = stream;
        if (open == null || length <= open.maxMessageSize()) {
            return null;
        }
        return new JmsFailure(
                JmsFailure.Code.RESOURCE_ALLOCATION,
                "a request of " + length + " bytes is larger than the " + open.maxMessageSize()
                        + " that the connection takes: raise max-message-size in the server's remoting settings and"
                        + " io.keelson.client.max-message-size, or send less in one transaction");
    }

    @Override
    public void sendOneWay(long sender, List<MessageData> messages) {
        ByteWriter out = new ByteWriter(1024);
        out.put(Frames.ONE_WAY).putLong(sender);
        LinkCodec.write(new Request.Send(messages, Request.Send.ONE_WAY, null, sender), out);
        JmsFailure refused = tooLarge(out.length());
        if (refused != null) {
            handler.refused(sender, refused);
            return;
        }
        Frames to = frames;
        if (to != null && end == null) {
            to.add(raw(out));
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Frames to = frames;
        ServerStream open = stream;
        if (to != null && open != null) {
            to.add(out -> out.put(Frames.CLOSE));
            open.execute(() -> {
                to.drain();
                open.close("the client has closed the connection");
            });
        }
        over(new JmsFailure(JmsFailure.Code.CLOSED, "the connection is closed"));
    }

    private void closeStream(String why) {
        ServerStream open = stream;
        if (open != null) {
            open.close(why);
        }
    }
}
