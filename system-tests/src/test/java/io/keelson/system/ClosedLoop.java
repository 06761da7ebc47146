package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Clients that each ask the same thing again as soon as it is answered, over a connection of their own. What the
 * application {@code load} answers is added up from {@link #measure} on.
 */
final class ClosedLoop implements AutoCloseable {
    private final AtomicBoolean measuring = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();
    private final LongAdder answers = new LongAdder();
    private final LongAdder heldNanos = new LongAdder();
    private final LongAdder waitedNanos = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final ExecutorService clients;
    private final List<Future<?>> ends = new ArrayList<>();

    /** Starts clients that ask for a path with these further header lines. */
    ClosedLoop(String address, int clients, String path, String... header) {
        this.clients = Executors.newFixedThreadPool(clients);
        StringBuilder head = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String line : header) {
            head.append(line).append("\r\n");
        }
        byte[] request = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < clients; i++) {
            ends.add(this.clients.submit((Callable<Void>) () -> {
                loop(address, request);
                return null;
            }));
        }
    }

    /** Asks on one connection after the other: a server ends each after so many requests, and says so. */
    private void loop(String address, byte[] request) throws IOException {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, colon);
        int port = Integer.parseInt(address.substring(colon + 1));
        while (!over.get()) {
            try (Socket socket = new Socket(host, port);
                    BufferedReader in = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(30_000);
                boolean open = true;
                while (open && !over.get()) {
                    long asked = System.nanoTime();
                    socket.getOutputStream().write(request);
                    open = read(in, asked);
                }
            }
        }
    }

    /** Returns whether the connection stays open. */
    private boolean read(BufferedReader in, long asked) throws IOException {
        String status = line(in);
        int length = 0;
        boolean open = true;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            if (field.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(field.substring(15).strip());
            }
            open &= !field.equalsIgnoreCase("Connection: close");
        }
        char[] body = new char[length];
        for (int at = 0; at < length; ) {
            int more = in.read(body, at, length - at);
            if (more < 0) {
                throw new IOException("the server closed the connection");
            }
            at += more;
        }
        if (!measuring.get()) {
            return open;
        }
        if (status.startsWith("HTTP/1.1 503")) {
            refused.increment();
            return open;
        }
        assertThat(status).isEqualTo("HTTP/1.1 200 OK");
        answers.increment();
        waitedNanos.add(System.nanoTime() - asked);
        heldNanos.add(Long.parseLong(new String(body).split(" ")[0]));
        return open;
    }

    private static String line(BufferedReader in) throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new IOException("the server closed the connection");
        }
        return line;
    }

    /** From now on, or no longer, answers count. */
    void measure(boolean on) {
        measuring.set(on);
    }

    /** Returns how many answers there were. */
    long answers() {
        return answers.sum();
    }

    /** Returns how many times the answer was 503. */
    long refused() {
        return refused.sum();
    }

    /** Returns how long the application held threads for these clients, in seconds. */
    double heldSeconds() {
        return heldNanos.sum() / 1e9;
    }

    /** Returns how long an answer took on average, in milliseconds. */
    double meanMillis() {
        return waitedNanos.sum() / 1e6 / Math.max(1, answers.sum());
    }

    /** Lets several loops be measured for the same time, after they have come into step. */
    static void measure(Duration warmUp, Duration duration, ClosedLoop... loops) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
        for (ClosedLoop loop : loops) {
            loop.measure(true);
        }
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        for (ClosedLoop loop : loops) {
            loop.measure(false);
        }
    }

    /** Ends the clients after their last answer; fails where one of them failed. */
    @Override
    public void close() throws Exception {
        over.set(true);
        clients.shutdown();
        for (Future<?> end : ends) {
            end.get(60, TimeUnit.SECONDS);
        }
    }
}
