package io.keelson.system;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/**
 * Holds many connections, from a process of its own with one thread:
 *
 * <pre>java -cp target/test-classes io.keelson.system.ManyConnections HOST:PORT PATH COUNT</pre>
 *
 * <p>It opens them and prints {@code open N}. For each line {@code ask} on standard input it sends a request on each
 * and prints {@code answered N} with the number of those that were answered with 200 within the time that is left to a
 * stall of ten seconds; for {@code half} it closes every second one and prints {@code left N}. It ends with its input.
 */
final class ManyConnections {
    private static final long STALL_NANOS = 10_000_000_000L;

    /** So many are under way at a time, fewer than the backlog of a listening socket. */
    private static final int AT_A_TIME = 100;

    private final InetSocketAddress server;
    private final byte[] request;
    private final Selector selector = Selector.open();
    private List<Line> lines = new ArrayList<>();
    private int under;

    private ManyConnections(String server, String path) throws IOException {
        int colon = server.lastIndexOf(':');
        this.server = new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1)));
        this.request =
                ("GET " + path + " HTTP/1.1\r\nHost: " + server + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    public static void main(String[] arguments) throws Exception {
        ManyConnections many = new ManyConnections(arguments[0], arguments[1]);
        many.open(Integer.parseInt(arguments[2]));
        try (Scanner in = new Scanner(System.in, StandardCharsets.US_ASCII)) {
            while (in.hasNextLine()) {
                if (in.nextLine().equals("ask")) {
                    many.ask();
                } else {
                    many.half();
                }
            }
        }
    }

    private void open(int count) throws IOException {
        ArrayDeque<Line> toOpen = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            toOpen.add(new Line());
        }
        List<Line> all = List.copyOf(toOpen);
        work(toOpen, Line::connect);
        lines = all.stream().filter(line -> line.channel.isConnected()).toList();
        System.out.println("open " + lines.size());
    }

    private void ask() throws IOException {
        lines.forEach(line -> line.status = 0);
        work(new ArrayDeque<>(lines), Line::send);
        System.out.println(
                "answered " + lines.stream().filter(line -> line.status == 200).count());
    }

    private void half() throws IOException {
        List<Line> left = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (i % 2 == 0) {
                lines.get(i).channel.close();
            } else {
                left.add(lines.get(i));
            }
        }
        selector.selectNow();
        lines = left;
        System.out.println("left " + lines.size());
    }

    /** What is begun on each connection. */
    private interface Step {
        void on(Line line) throws IOException;
    }

    private void work(ArrayDeque<Line> toDo, Step step) throws IOException {
        under = 0;
        long progress = System.nanoTime();
        while ((under > 0 || !toDo.isEmpty()) && System.nanoTime() - progress < STALL_NANOS) {
            while (under < AT_A_TIME && !toDo.isEmpty()) {
                under++;
                step.on(toDo.remove());
            }
            int before = under;
            selector.select(key -> ((Line) key.attachment()).ready(key), 100);
            if (under < before) {
                progress = System.nanoTime();
            }
        }
    }

    private final class Line {
        final SocketChannel channel = SocketChannel.open();
        int status;
        private final ByteBuffer in = ByteBuffer.allocate(2048);
        private boolean busy;

        Line() throws IOException {
            channel.configureBlocking(false);
            // No TIME_WAIT of ours: tests follow one another.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }

        void connect() throws IOException {
            busy = true;
            channel.register(selector, SelectionKey.OP_CONNECT, this);
            if (channel.connect(server)) {
                done();
            }
        }

        void send() {
            busy = true;
            in.clear();
            try {
                channel.write(ByteBuffer.wrap(request));
            } catch (IOException e) {
                done();
            }
        }

        private void done() {
            if (busy) {
                busy = false;
                under--;
            }
        }

        void ready(SelectionKey key) {
            try {
                if (key.isConnectable()) {
                    channel.finishConnect();
                    key.interestOps(SelectionKey.OP_READ);
                    done();
                } else if (channel.read(in) < 0) {
                    channel.close();
                    done();
                } else {
                    answer();
                }
            } catch (IOException e) {
                key.cancel();
                done();
            }
        }

        /** Answers are small and have no head within their body. */
        private void answer() {
            String text = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
            if (text.endsWith("here")) {
                status = Integer.parseInt(text.substring(9, 12));
                done();
            }
        }
    }
}
