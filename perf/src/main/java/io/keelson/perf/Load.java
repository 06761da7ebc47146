package io.keelson.perf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A closed-loop load: one thread, some keep-alive connections, each with one request under way or, where there is a think time,
 * waiting for that long before the next; with several servers the connections are dealt out to them in turn. Arguments: ports, by commas,
 * path, connections, seconds, idle connections, think time in milliseconds, a header field or nothing.
 *
 * <p>It opens the idle connections (each has made one request) and the others, loads for a second, says {@code ready}, waits
 * for a line, loads for the seconds and says what came of it, see {@link LoadResult}. So the caller can look at the server
 * exactly where the measured time begins and ends.
 *
 * <p>The first answers of a connection are read as HTTP; once one came without {@code Set-Cookie} it gives the size of all
 * others, since their heads have the same length. That keeps the generator's own cost small. An answer that is neither 200 nor
 * 206 ends the run with an error.
 */
public final class Load {
    private static final double RAMP_SECONDS = 1;
    private static final int IDLE_BATCH = 100;
    private static final byte[] OK = "HTTP/1.1 20".getBytes(StandardCharsets.US_ASCII);

    private final Selector selector = Selector.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(64 << 10);
    private final List<Integer> ports;
    private final String path;
    /** A line of each request; empty for none. */
    private final String field;

    private final List<Connection> connections = new ArrayList<>();
    private final List<SocketChannel> idle = new ArrayList<>();
    /** Those that think, in the order in which they will be done with it. */
    private final ArrayDeque<Connection> thinking = new ArrayDeque<>();

    private final long thinkNanos;
    private long[] histogram = new long[1 << 20];
    private long requests;
    private long nanos;

    private Load(List<Integer> ports, String path, long thinkNanos, String field) throws IOException {
        this.ports = ports;
        this.path = path;
        this.thinkNanos = thinkNanos;
        this.field = field.isEmpty() ? "" : field + "\r\n";
    }

    /** Runs it. */
    public static void main(String[] args) throws IOException {
        long thinkNanos = (long) (Double.parseDouble(args[5]) * 1e6);
        List<Integer> ports =
                Arrays.stream(args[0].split(",")).map(Integer::valueOf).toList();
        Load load = new Load(ports, args[1], thinkNanos, args.length > 6 ? args[6] : "");
        load.openIdle(Integer.parseInt(args[4]));
        load.open(Integer.parseInt(args[2]));
        load.run(RAMP_SECONDS);
        load.forget();
        System.out.println("ready");
        if (System.in.read() < 0) {
            return;
        }
        long cpu = processorNanos();
        double took = load.run(Double.parseDouble(args[3]));
        System.out.println(load.result(took, (processorNanos() - cpu) / 1e9 / took));
        load.closeIdle();
    }

    /** In batches that the server's backlog holds. */
    private void openIdle(int count) throws IOException {
        int port = ports.get(0);
        byte[] request = request(port, "");
        while (idle.size() < count) {
            List<SocketChannel> batch = new ArrayList<>();
            for (int i = Math.min(IDLE_BATCH, count - idle.size()); i > 0; i--) {
                SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
                channel.write(ByteBuffer.wrap(request));
                batch.add(channel);
            }
            for (SocketChannel channel : batch) {
                awaitAnswer(channel);
            }
            idle.addAll(batch);
        }
    }

    private void awaitAnswer(SocketChannel channel) throws IOException {
        in.clear();
        AnswerSize size = new AnswerSize();
        while (size.size() < 0 || in.position() < size.size()) {
            if (channel.read(in) < 0) {
                throw new IOException("the server closed a connection that was to be idle");
            }
            size.look(in);
        }
    }

    /** With a reset, so that no socket is left in TIME_WAIT. */
    private void closeIdle() throws IOException {
        for (SocketChannel channel : idle) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.close();
        }
    }

    private void open(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            int port = ports.get(i % ports.size());
            SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Connection connection = new Connection(channel, port);
            channel.register(selector, SelectionKey.OP_READ, connection);
            connections.add(connection);
        }
        long begun = System.nanoTime();
        for (int i = 0; i < count; i++) {
            Connection connection = connections.get(i);
            if (thinkNanos == 0) {
                connection.send();
            } else {
                connection.due = begun + thinkNanos * i / count;
                thinking.add(connection);
            }
        }
    }

    private byte[] request(int port, String cookie) {
        return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + field + cookie + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private double run(double seconds) throws IOException {
        long begun = System.nanoTime();
        long end = begun + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            long wait = sendWhatIsDue();
            if (wait == 0) {
                selector.selectNow(this::readable);
            } else {
                selector.select(this::readable, wait);
            }
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    private void readable(SelectionKey key) {
        try {
            ((Connection) key.attachment()).readable();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how many milliseconds to wait for the next that is due; 0: less than one. */
    private long sendWhatIsDue() throws IOException {
        Connection next;
        while ((next = thinking.peek()) != null) {
            long left = next.due - System.nanoTime();
            if (left > 0) {
                return left / 1_000_000;
            }
            thinking.remove().send();
        }
        return 100;
    }

    private void forget() {
        histogram = new long[histogram.length];
        requests = 0;
        nanos = 0;
    }

    private LoadResult result(double seconds, double generatorShare) {
        return new LoadResult(
                requests,
                seconds,
                requests == 0 ? 0 : nanos / 1e3 / requests,
                percentile(0.50),
                percentile(0.90),
                percentile(0.99),
                generatorShare);
    }

    private long percentile(double share) {
        long rest = (long) Math.ceil(requests * share);
        for (int i = 0; i < histogram.length; i++) {
            rest -= histogram[i];
            if (rest <= 0) {
                return i;
            }
        }
        return histogram.length;
    }

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Finds where the first answer in a buffer ends, and the cookie that it sets. */
    private static final class AnswerSize {
        private int size = -1;
        private String cookie = "";

        /** The answer's bytes; -1 while its head is not whole. */
        int size() {
            return size;
        }

        /** The line of a request that sends the cookie back; empty: the answer set none. */
        String cookie() {
            return cookie;
        }

        void look(ByteBuffer filled) throws IOException {
            String text = StandardCharsets.ISO_8859_1
                    .decode(filled.duplicate().flip())
                    .toString();
            int head = text.indexOf("\r\n\r\n");
            if (head < 0) {
                return;
            }
            for (String line : text.substring(0, head).split("\r\n")) {
                String lower = line.toLowerCase(Locale.ROOT);
                if (lower.startsWith("content-length:")) {
                    size = head + 4 + Integer.parseInt(line.substring(15).trim());
                } else if (lower.startsWith("set-cookie:")) {
                    cookie = "Cookie: " + line.substring(11).split(";", 2)[0].trim() + "\r\n";
                }
            }
            if (size < 0) {
                throw new IOException("no Content-Length in: " + text.substring(0, head));
            }
        }
    }

    private final class Connection {
        private final SocketChannel channel;
        private final int port;
        private ByteBuffer out = ByteBuffer.allocate(0);
        private ByteBuffer first = ByteBuffer.allocate(16 << 10);
        private int answerSize = -1;
        private int got;
        private long sent;
        private long due;

        Connection(SocketChannel channel, int port) {
            this.channel = channel;
            this.port = port;
            out("");
        }

        private void out(String cookie) {
            byte[] bytes = request(port, cookie);
            out = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        }

        void send() throws IOException {
            out.rewind();
            sent = System.nanoTime();
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }

        void readable() throws IOException {
            in.clear();
            int n = channel.read(in);
            if (n < 0) {
                throw new IOException("the server closed a keep-alive connection");
            }
            if (got == 0 && n >= OK.length) {
                checkStatus();
            }
            got += n;
            if (answerSize < 0) {
                learn();
            } else if (got >= answerSize) {
                answered();
            }
        }

        private void learn() throws IOException {
            in.flip();
            // The head is at the start: of a large body no more is kept than there is room for.
            in.limit(Math.min(in.limit(), first.remaining()));
            first.put(in);
            AnswerSize size = new AnswerSize();
            size.look(first);
            if (size.size() < 0 || got < size.size()) {
                return;
            }
            if (size.cookie().isEmpty()) {
                answerSize = size.size();
                first = ByteBuffer.allocate(0);
            } else {
                out(size.cookie());
                first.clear();
            }
            answered();
        }

        private void answered() throws IOException {
            got = 0;
            requests++;
            long took = System.nanoTime() - sent;
            nanos += took;
            histogram[(int) Math.min(histogram.length - 1L, took / 1000)]++;
            if (thinkNanos == 0) {
                send();
            } else {
                due = sent + took + thinkNanos;
                thinking.add(this);
            }
        }

        private void checkStatus() throws IOException {
            for (int i = 0; i < OK.length; i++) {
                if (in.get(i) != OK[i]) {
                    throw new IOException("neither 200 nor 206: " + StandardCharsets.US_ASCII.decode(in.flip()));
                }
            }
        }
    }
}
