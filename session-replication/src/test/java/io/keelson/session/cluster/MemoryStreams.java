package io.keelson.session.cluster;

import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import io.keelson.remoting.spi.RemoteCaller;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Streams between servers of one JVM, each end with a thread of its own. A test can hold back what is under way, and cut them.
 * Thread-safe.
 */
final class MemoryStreams implements AutoCloseable {
    private final Map<String, Map<String, ServerStreams.Acceptor>> acceptors = new ConcurrentHashMap<>();
    private final List<End> ends = new CopyOnWriteArrayList<>();
    private final int maxMessageSize;
    /** Held by a test while nothing is to arrive. */
    final ReentrantLock wire = new ReentrantLock();

    final AtomicLong messages = new AtomicLong();
    /** True if who connects says no more than builds did that knew no compression. */
    volatile boolean old;

    MemoryStreams(int maxMessageSize) {
        this.maxMessageSize = maxMessageSize;
    }

    /** The streams of a server. */
    ServerStreams of(String server) {
        Map<String, ServerStreams.Acceptor> own = new ConcurrentHashMap<>();
        acceptors.put(server, own);
        return new ServerStreams() {
            @Override
            public List<String> addresses() {
                return List.of("keelson://" + server + ":7001");
            }

            @Override
            public void accept(String purpose, Acceptor acceptor) {
                own.put(purpose, acceptor);
            }

            @Override
            public void acceptTrusted(String purpose, Acceptor acceptor) {
                own.put(purpose, acceptor);
            }

            @Override
            public void acceptAll(String purpose, OpenAcceptor acceptor) {
                own.put(
                        purpose,
                        (stream, greeting, secure) -> acceptor.accepted(
                                stream, greeting, new Peer(RemoteCaller.ANONYMOUS, true, true, secure, server)));
            }

            @Override
            public ServerStream open(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
                    throws IOException {
                return connect(address, purpose, greeting, listener);
            }

            @Override
            public ServerStream openTrusted(
                    String address, String purpose, byte[] greeting, ServerStream.Listener listener)
                    throws IOException {
                return connect(address, purpose, greeting, listener);
            }
        };
    }

    private End connect(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
            throws IOException {
        String name = address.replaceAll("keelson://(.*):7001", "$1");
        Map<String, ServerStreams.Acceptor> there = acceptors.get(name);
        if (there == null) {
            throw new IOException("nobody listens at " + address);
        }
        End here = new End();
        End other = new End();
        here.other = other;
        other.other = here;
        here.listener = listener;
        ends.add(here);
        ends.add(other);
        other.execute(() -> {
            try {
                byte[] shown = old ? Arrays.copyOf(greeting, 16) : greeting;
                other.listener = there.get(purpose).accepted(other, shown, false);
            } catch (IOException e) {
                other.close(String.valueOf(e.getMessage()));
            }
        });
        return here;
    }

    /** Returns how many streams are open. */
    long open() {
        return ends.stream().filter(end -> !end.over).count() / 2;
    }

    /** Cuts all streams; what is under way is lost. */
    void cut() {
        ends.forEach(end -> end.execute(() -> end.closed(new IOException("cut by the test"))));
    }

    /** Keeps every loop busy until that is over: what is to be sent waits. */
    void busyUntil(CountDownLatch over) {
        ends.forEach(end -> end.execute(() -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the test has ended
            }
        }));
    }

    @Override
    public void close() {
        ends.forEach(end -> end.loop.shutdownNow());
    }

    private final class End implements ServerStream {
        private final ExecutorService loop = Executors.newSingleThreadExecutor();
        private final List<byte[]> written = new ArrayList<>();
        private volatile End other;
        private volatile Listener listener;
        private volatile boolean over;

        @Override
        public void execute(Runnable task) {
            try {
                loop.execute(task);
            } catch (RejectedExecutionException e) {
                over = true;
            }
        }

        @Override
        public void send(int most, Writer writer) {
            ByteBuffer buffer = ByteBuffer.allocate(most);
            writer.write(buffer);
            byte[] bytes = new byte[buffer.flip().remaining()];
            buffer.get(bytes);
            written.add(bytes);
        }

        @Override
        public void send(List<ByteBuffer> parts) {
            send(
                    parts.stream().mapToInt(ByteBuffer::remaining).sum(),
                    to -> parts.forEach(part -> to.put(part.duplicate())));
        }

        @Override
        public void flush() {
            List<byte[]> all = List.copyOf(written);
            written.clear();
            if (!all.isEmpty()) {
                messages.addAndGet(all.size());
                other.execute(() -> other.arrived(all));
            }
        }

        private void arrived(List<byte[]> all) {
            wire.lock();
            try {
                if (!over) {
                    all.forEach(bytes -> listener.received(ByteBuffer.wrap(bytes)));
                    listener.readComplete();
                    flush();
                }
            } finally {
                wire.unlock();
            }
        }

        private void closed(IOException why) {
            if (!over) {
                over = true;
                if (listener != null) {
                    listener.closed(why);
                }
            }
        }

        @Override
        public int maxMessageSize() {
            return maxMessageSize;
        }

        @Override
        public int wholeMessageSize() {
            return 16 * 1024;
        }

        @Override
        public long waiting() {
            return 0;
        }

        @Override
        public void close(String why) {
            execute(() -> closed(new IOException(why)));
            other.execute(() -> other.closed(new IOException(why)));
        }
    }
}
