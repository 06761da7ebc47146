package io.keelson.perf;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A closed-loop load: one thread, some keep-alive connections, each with one request under way. Arguments: port, path,
 * connections, seconds. Prints {@code requests seconds p50-microseconds p99-microseconds}.
 *
 * <p>The first answer of a connection is read to the end of its body and gives the size of all others (their heads have
 * the same length); that keeps the generator's own cost small. An answer that is not 200 ends the run with an error.
 */
public final class Load {
    private static final byte[] OK = "HTTP/1.1 200".getBytes(StandardCharsets.US_ASCII);

    private final Selector selector;
    private final byte[] request;
    private final long[] histogram = new long[1 << 20];
    private final long end;
    private long requests;

    private Load(int port, String path, int connections, double seconds) throws IOException {
        selector = Selector.open();
        request = ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < connections; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.configureBlocking(false);
            channel.socket().setTcpNoDelay(true);
            Connection connection = new Connection(channel);
            channel.register(selector, SelectionKey.OP_READ, connection);
            connection.send();
        }
        end = System.nanoTime() + (long) (seconds * 1e9);
    }

    /** Runs it. */
    public static void main(String[] args) throws IOException {
        double seconds = Double.parseDouble(args[3]);
        Load load = new Load(Integer.parseInt(args[0]), args[1], Integer.parseInt(args[2]), seconds);
        long begun = System.nanoTime();
        load.run();
        double took = (System.nanoTime() - begun) / 1e9;
        System.out.printf(
                Locale.ROOT, "%d %.3f %d %d%n", load.requests, took, load.percentile(0.50), load.percentile(0.99));
    }

    private void run() throws IOException {
        while (System.nanoTime() < end) {
            selector.select(
                    key -> {
                        try {
                            ((Connection) key.attachment()).readable();
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    },
                    100);
        }
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

    private final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer out = ByteBuffer.allocateDirect(request.length).put(request);
        private final ByteBuffer in = ByteBuffer.allocateDirect(64 << 10);
        private int answerSize = -1;
        private int got;
        private long sent;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }

        void send() throws IOException {
            out.rewind();
            sent = System.nanoTime();
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }

        void readable() throws IOException {
            if (got == 0 || answerSize >= 0) {
                in.clear();
            }
            int n = channel.read(in);
            if (n < 0) {
                throw new IOException("the server closed a keep-alive connection");
            }
            boolean begins = got == 0;
            got += n;
            if (begins && n >= OK.length) {
                checkStatus();
            }
            if (answerSize < 0) {
                answerSize = sizeOfFirst();
            }
            if (answerSize >= 0 && got >= answerSize) {
                got = 0;
                requests++;
                histogram[(int) Math.min(histogram.length - 1L, (System.nanoTime() - sent) / 1000)]++;
                send();
            }
        }

        private void checkStatus() throws IOException {
            for (int i = 0; i < OK.length; i++) {
                if (in.get(i) != OK[i]) {
                    in.flip();
                    throw new IOException("not a 200: " + StandardCharsets.US_ASCII.decode(in));
                }
            }
        }

        private int sizeOfFirst() throws IOException {
            String text =
                    StandardCharsets.US_ASCII.decode(in.duplicate().flip()).toString();
            int head = text.indexOf("\r\n\r\n");
            if (head < 0) {
                return -1;
            }
            for (String line : text.substring(0, head).split("\r\n")) {
                if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    return head + 4 + Integer.parseInt(line.substring(15).trim());
                }
            }
            throw new IOException("no Content-Length in: " + text.substring(0, head));
        }
    }
}
