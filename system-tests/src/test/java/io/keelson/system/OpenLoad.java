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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An open-loop load generator: sends requests at the times of a plan, whether or not earlier ones have been answered, and
 * measures from the time of the plan, so that a server that stalls cannot keep the generator from noticing. A program of
 * its own with one thread and nothing but the JDK:
 *
 * <pre>java -cp target/test-classes io.keelson.system.OpenLoad HOST:PORT PATH CONNECTIONS RATE:SECONDS...</pre>
 *
 * <p>For each phase {@code RATE:SECONDS} and each kind of answer it prints one line, in milliseconds, and one for
 * {@code late}: how far behind the plan the generator itself was, waiting for a connection included.
 * A request belongs to the phase in which it was planned. {@code failed} are those without an answer.
 */
final class OpenLoad {
    private static final long GIVE_UP_NANOS = 10_000_000_000L;

    private final InetSocketAddress server;
    private final byte[] request;
    private final int most;
    private final Selector selector = Selector.open();
    private final ArrayDeque<Link> idle = new ArrayDeque<>();
    private final ArrayDeque<Planned> waiting = new ArrayDeque<>();
    private final List<Phase> phases = new ArrayList<>();
    private int open;
    private int underWay;

    private OpenLoad(String server, String path, int most) throws IOException {
        int colon = server.lastIndexOf(':');
        this.server = new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1)));
        this.request =
                ("GET " + path + " HTTP/1.1\r\nHost: " + server + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        this.most = most;
    }

    /** A request that is to be sent at a time. */
    private record Planned(Phase phase, long at) {}

    /** A part of the plan, and what was seen of it. */
    private static final class Phase {
        final int number;
        final int rate;
        final long count;
        final long nanos;
        final Map<String, Times> seen = new TreeMap<>();

        Phase(int number, String text) {
            String[] parts = text.split(":");
            this.number = number;
            this.rate = Integer.parseInt(parts[0]);
            this.nanos = (long) (Double.parseDouble(parts[1]) * 1e9);
            this.count = Math.round(rate * (nanos / 1e9));
        }

        void add(String kind, long took) {
            seen.computeIfAbsent(kind, k -> new Times()).add(took);
        }
    }

    /** Response times. */
    private static final class Times {
        private long[] nanos = new long[1024];
        private int size;

        void add(long took) {
            if (size == nanos.length) {
                nanos = Arrays.copyOf(nanos, size * 2);
            }
            nanos[size++] = took;
        }

        String describe() {
            Arrays.sort(nanos, 0, size);
            return String.format(
                    Locale.ROOT, "n=%d p50=%.2f p99=%.2f max=%.2f", size, at(0.50), at(0.99), nanos[size - 1] / 1e6);
        }

        private double at(double share) {
            return nanos[Math.max(0, (int) Math.ceil(share * size) - 1)] / 1e6;
        }
    }

    public static void main(String[] arguments) throws Exception {
        OpenLoad load = new OpenLoad(arguments[0], arguments[1], Integer.parseInt(arguments[2]));
        for (int i = 3; i < arguments.length; i++) {
            load.phases.add(new Phase(i - 2, arguments[i]));
        }
        load.run();
        load.phases.forEach(OpenLoad::print);
    }

    private static void print(Phase phase) {
        phase.seen.forEach((kind, times) -> System.out.println(
                "phase=" + phase.number + " rate=" + phase.rate + " " + kind + " " + times.describe()));
    }

    private void run() throws IOException {
        long start = System.nanoTime();
        for (Phase phase : phases) {
            for (long i = 0; i < phase.count; i++) {
                long at = start + phase.nanos * i / phase.count;
                turnUntil(at);
                waiting.add(new Planned(phase, at));
                sendWhatWaits();
            }
            start += phase.nanos;
            turnUntil(start);
        }
        long end = System.nanoTime() + GIVE_UP_NANOS;
        while ((underWay > 0 || !waiting.isEmpty()) && System.nanoTime() < end) {
            select(1);
        }
        waiting.forEach(unsent -> unsent.phase.add("failed", System.nanoTime() - unsent.at));
        for (SelectionKey key : selector.keys()) {
            if (((Link) key.attachment()).planned != null) {
                ((Link) key.attachment()).fail();
            }
        }
    }

    private void turnUntil(long at) throws IOException {
        long left;
        while ((left = at - System.nanoTime()) > 0) {
            select(left / 1_000_000);
        }
        selectNow();
    }

    private void select(long millis) throws IOException {
        if (millis > 0) {
            selector.select(this::ready, millis);
        } else {
            selectNow();
            Thread.onSpinWait();
        }
        sendWhatWaits();
    }

    private void selectNow() throws IOException {
        selector.selectNow(this::ready);
    }

    private void ready(SelectionKey key) {
        Link link = (Link) key.attachment();
        try {
            link.ready(key);
        } catch (IOException e) {
            link.fail();
        }
    }

    private void sendWhatWaits() throws IOException {
        while (!waiting.isEmpty()) {
            Link link = idle.pollLast();
            if (link == null) {
                if (open == most) {
                    return;
                }
                link = new Link();
            }
            link.take(waiting.remove());
        }
    }

    /** A connection; carries one request at a time. */
    private final class Link {
        private final SocketChannel channel = SocketChannel.open();
        private final ByteBuffer in = ByteBuffer.allocate(16 * 1024);
        private Planned planned;
        private boolean closed;

        Link() throws IOException {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            open++;
            if (channel.connect(server)) {
                channel.register(selector, SelectionKey.OP_READ, this);
            } else {
                channel.register(selector, SelectionKey.OP_CONNECT, this);
            }
        }

        void take(Planned next) {
            planned = next;
            underWay++;
            try {
                if (channel.isConnected()) {
                    send();
                }
            } catch (IOException e) {
                fail();
            }
        }

        private void send() throws IOException {
            planned.phase.add("late", System.nanoTime() - planned.at);
            if (channel.write(ByteBuffer.wrap(request)) < request.length) {
                throw new IOException("the request does not fit into an empty socket");
            }
        }

        void ready(SelectionKey key) throws IOException {
            if (key.isConnectable()) {
                channel.finishConnect();
                key.interestOps(SelectionKey.OP_READ);
                if (planned != null) {
                    send();
                }
            } else if (channel.read(in) < 0) {
                fail();
            } else if (planned != null) {
                answer();
            }
        }

        private void answer() {
            String text = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            if (end < 0) {
                return;
            }
            String head = text.substring(0, end).toLowerCase(Locale.ROOT);
            int length = head.indexOf("content-length: ");
            int body = length < 0 ? 0 : number(head, length + 16);
            if (in.position() < end + 4 + body) {
                return;
            }
            planned.phase.add(text.substring(9, 12), System.nanoTime() - planned.at);
            planned = null;
            underWay--;
            in.clear();
            if (head.contains("connection: close")) {
                close();
            } else {
                idle.add(this);
            }
        }

        private int number(String text, int from) {
            int to = from;
            while (to < text.length() && Character.isDigit(text.charAt(to))) {
                to++;
            }
            return Integer.parseInt(text, from, to, 10);
        }

        void fail() {
            if (planned != null) {
                planned.phase.add("failed", System.nanoTime() - planned.at);
                planned = null;
                underWay--;
            }
            close();
        }

        private void close() {
            if (!closed) {
                closed = true;
                open--;
                idle.remove(this);
                try {
                    channel.close();
                } catch (IOException e) {
                    System.err.println("a connection could not be closed: " + e);
                }
            }
        }
    }
}
