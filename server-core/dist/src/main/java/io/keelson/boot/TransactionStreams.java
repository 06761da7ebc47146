package io.keelson.boot;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.spi.transaction.ServerLink;
import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Questions that servers ask each other about transactions, of a domain or of domains that trust each other. They go over streams: one to
 * each address, opened when it is needed. A message is the number of the question and its bytes; the answer has the same number. What is
 * asked runs on threads of its own, as it may wait for resources. Thread-safe.
 */
final class TransactionStreams implements ServerLink, AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int MOST_THREADS = 64;
    private static final byte[] NO_ANSWER = {};

    private final ServerStreams streams;
    private final String purpose;
    private final boolean trusted;
    private final UnaryOperator<byte[]> answers;
    private final Supplier<List<String>> members;
    private final Map<String, Asking> open = new ConcurrentHashMap<>();
    private final ExecutorService work = new ThreadPoolExecutor(
            0,
            MOST_THREADS,
            LONGEST.toSeconds(),
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Threads.daemonFactory("keelson.tx: question"));

    /**
     * Asks nobody yet.
     *
     * @param purpose of the streams
     * @param trusted whether servers of other domains that this one trusts take part, too
     * @param answers carries out what others ask
     * @param members addresses of all servers of the cluster, this one among them
     */
    TransactionStreams(
            ServerStreams streams,
            String purpose,
            boolean trusted,
            UnaryOperator<byte[]> answers,
            Supplier<List<String>> members) {
        this.streams = streams;
        this.purpose = purpose;
        this.trusted = trusted;
        this.answers = answers;
        this.members = members;
    }

    /** Takes questions from now on. */
    void start() {
        ServerStreams.Acceptor acceptor = (stream, greeting, secure) -> new Answering(stream);
        if (trusted) {
            streams.acceptTrusted(purpose, acceptor);
        } else {
            streams.accept(purpose, acceptor);
        }
    }

    @Override
    public List<String> addresses() {
        return streams.addresses();
    }

    @Override
    public List<String> others() {
        Set<String> others = new LinkedHashSet<>(members.get());
        others.removeAll(Set.copyOf(streams.addresses()));
        return List.copyOf(others);
    }

    @Override
    public byte[] ask(List<String> addresses, byte[] request) throws IOException {
        IOException failure = new IOException("it has told no address");
        for (String address : addresses) {
            Asking way;
            try {
                way = to(address);
            } catch (IOException e) {
                failure = e;
                continue;
            }
            return way.ask(request);
        }
        throw new ServerAwayException(
                "the server is not reached at " + addresses + ": " + failure.getMessage(), failure);
    }

    private Asking to(String address) throws IOException {
        Asking present = open.get(address);
        if (present != null && !present.closed) {
            return present;
        }
        Asking next = new Asking();
        next.stream = trusted
                ? streams.openTrusted(address, purpose, NO_ANSWER, next)
                : streams.open(address, purpose, NO_ANSWER, next);
        Asking other = open.put(address, next);
        if (other != null && !other.closed) {
            other.end("another stream takes its place");
        }
        return next;
    }

    /** Side that asks. */
    private static final class Asking implements ServerStream.Listener {
        private final AtomicLong numbers = new AtomicLong();
        private final Map<Long, CompletableFuture<byte[]>> waiting = new ConcurrentHashMap<>();
        private volatile boolean closed;
        private volatile @Nullable ServerStream stream;

        byte[] ask(byte[] request) throws IOException {
            ServerStream on = stream;
            if (on == null) {
                throw new IOException("the stream is not there");
            }
            long number = numbers.incrementAndGet();
            CompletableFuture<byte[]> answer = new CompletableFuture<>();
            waiting.put(number, answer);
            try {
                if (closed) {
                    throw new IOException("the stream has ended");
                }
                send(on, number, request);
                return answer.get(LONGEST.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while another server was asked");
            } catch (TimeoutException e) {
                throw new IOException("no answer has come within " + LONGEST.toSeconds() + " s", e);
            } catch (ExecutionException e) {
                throw new IOException(String.valueOf(e.getMessage()), e);
            } finally {
                waiting.remove(number);
            }
        }

        void end(String why) {
            ServerStream on = stream;
            if (on != null) {
                on.close(why);
            }
        }

        @Override
        public void received(ByteBuffer message) {
            if (message.remaining() < Long.BYTES) {
                end("an answer has no number");
                return;
            }
            long number = message.getLong();
            byte[] bytes = new byte[message.remaining()];
            message.get(bytes);
            CompletableFuture<byte[]> answer = waiting.remove(number);
            if (answer != null) {
                if (bytes.length == 0) {
                    answer.completeExceptionally(new IOException("it could not take the question"));
                } else {
                    answer.complete(bytes);
                }
            }
        }

        @Override
        public void readComplete() {
            // Each message is handled as it comes.
        }

        @Override
        public void closed(IOException why) {
            closed = true;
            waiting.values().forEach(each -> each.completeExceptionally(why));
        }
    }

    /** Side that is asked. */
    private final class Answering implements ServerStream.Listener {
        private final ServerStream stream;

        Answering(ServerStream stream) {
            this.stream = stream;
        }

        @Override
        public void received(ByteBuffer message) {
            if (message.remaining() < Long.BYTES) {
                stream.close("a question has no number");
                return;
            }
            long number = message.getLong();
            byte[] request = new byte[message.remaining()];
            message.get(request);
            try {
                work.execute(() -> send(stream, number, answers.apply(request)));
            } catch (RejectedExecutionException e) { // too many wait for resources, or the server stops
                send(stream, number, NO_ANSWER);
            }
        }

        @Override
        public void readComplete() {
            // Each message is handled as it comes.
        }

        @Override
        public void closed(IOException why) {
            BootLog.LOG.debugf("questions about transactions: %s", why.getMessage());
        }
    }

    private static void send(ServerStream stream, long number, byte[] bytes) {
        stream.execute(() -> {
            stream.send(Long.BYTES + bytes.length, to -> to.putLong(number).put(bytes));
            stream.flush();
        });
    }

    @Override
    public void close() {
        work.shutdown();
        new ArrayList<>(open.values()).forEach(each -> each.end("the server stops"));
        open.clear();
    }
}
