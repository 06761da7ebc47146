package io.keelson.jms.client;

import io.keelson.jms.net.LinkAcceptor;
import io.keelson.jms.net.StreamLink;
import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import io.keelson.remoting.spi.RemoteCaller;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Streams within one JVM, each end with a loop of its own. A test can cut them, and lose what a server has answered. Thread-safe. */
final class MemoryStreams implements StreamLink.Streams {
    static final int LARGEST = 1 << 20;

    private final Map<String, LinkAcceptor> acceptors = new ConcurrentHashMap<>();
    private final List<End> ends = new CopyOnWriteArrayList<>();

    /** While it is true nothing comes from servers: what they say is lost at the next cut. */
    volatile boolean deaf;

    /** Nanoseconds that each message is on its way. */
    volatile long delay;

    private final ScheduledExecutorService travel = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "travel");
        thread.setDaemon(true);
        return thread;
    });

    void listen(String address, LinkAcceptor acceptor) {
        acceptors.put(address, acceptor);
    }

    void silence(String address) {
        acceptors.remove(address);
    }

    /** Cuts all streams. */
    void cut() {
        List<End> all = List.copyOf(ends);
        ends.clear();
        all.forEach(each -> each.end("cut off"));
    }

    @Override
    public ServerStream open(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
            throws IOException {
        LinkAcceptor acceptor = acceptors.get(address);
        if (acceptor == null) {
            throw new IOException("nobody listens at " + address);
        }
        End client = new End("client", false);
        End server = new End("server", true);
        client.other = server;
        server.other = client;
        client.listener = listener;
        ends.add(client);
        server.execute(() -> {
            try {
                server.listener = acceptor.accepted(
                        server,
                        greeting,
                        new ServerStreams.Peer(RemoteCaller.ANONYMOUS, false, false, false, "memory"));
            } catch (IOException e) {
                server.end(e.getMessage());
            }
        });
        return client;
    }

    /** Sends bytes as a client that keeps to no rule. */
    void sendRaw(String address, byte[] greeting, byte[] frame, ServerStream.Listener listener) throws IOException {
        ServerStream stream = open(address, "jms", greeting, listener);
        stream.execute(() -> stream.send(frame.length, to -> to.put(frame)));
    }

    private final class End implements ServerStream {
        private final ExecutorService loop;
        private final boolean ofServer;
        private final AtomicLong waiting = new AtomicLong();
        private volatile @Nullable End other;
        private volatile ServerStream.@Nullable Listener listener;
        private boolean over;

        End(String name, boolean ofServer) {
            this.loop = Executors.newSingleThreadExecutor(task -> {
                Thread thread = new Thread(task, name);
                thread.setDaemon(true);
                return thread;
            });
            this.ofServer = ofServer;
        }

        @Override
        public void execute(Runnable task) {
            try {
                loop.execute(task);
            } catch (RejectedExecutionException e) {
                // It has ended.
            }
        }

        @Override
        public void send(int most, Writer writer) {
            ByteBuffer buffer = ByteBuffer.allocate(most);
            writer.write(buffer);
            pass(buffer.flip());
        }

        @Override
        public void send(List<ByteBuffer> parts) {
            ByteBuffer whole = ByteBuffer.allocate(
                    parts.stream().mapToInt(ByteBuffer::remaining).sum());
            parts.forEach(each -> whole.put(each.duplicate()));
            pass(whole.flip());
        }

        private void pass(ByteBuffer message) {
            End to = other;
            if (over || to == null) {
                return;
            }
            if (message.remaining() > LARGEST) {
                throw new IllegalArgumentException("too large: " + message.remaining());
            }
            waiting.addAndGet(message.remaining());
            execute(() -> {
                waiting.addAndGet(-message.limit());
                if (!(deaf && ofServer)) {
                    arriveAt(to, message);
                }
                ServerStream.Listener of = listener;
                if (of != null && !over) {
                    of.sent();
                }
            });
        }

        private void arriveAt(End to, ByteBuffer message) {
            if (delay == 0) {
                to.execute(() -> to.take(message));
            } else {
                var unused = travel.schedule(() -> to.execute(() -> to.take(message)), delay, TimeUnit.NANOSECONDS);
            }
        }

        private void take(ByteBuffer message) {
            ServerStream.Listener to = listener;
            if (!over && to != null) {
                to.received(message);
                to.readComplete();
            }
        }

        private void end(String why) {
            End to = other;
            closeSelf(why);
            if (to != null) {
                to.closeSelf(why);
            }
        }

        private void closeSelf(String why) {
            execute(() -> {
                if (!over) {
                    over = true;
                    ServerStream.Listener of = listener;
                    if (of != null) {
                        of.closed(new IOException(why));
                    }
                    loop.shutdown();
                }
            });
        }

        @Override
        public void flush() {}

        @Override
        public int maxMessageSize() {
            return LARGEST;
        }

        @Override
        public int wholeMessageSize() {
            return 16 << 10;
        }

        @Override
        public long waiting() {
            return waiting.get();
        }

        @Override
        public void close(String why) {
            execute(() -> end(why));
        }
    }
}
