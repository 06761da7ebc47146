package io.keelson.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * What lies between a browser and a server on loopback: it can be slow, say something in the server's place, or break. A browser sends
 * nothing behind a request before it is answered, so that the head of each is at the beginning of what is read.
 */
final class BrowserWire implements AutoCloseable {
    private static final String BROKEN = "";
    private static final int PIECE = 16 * 1024;

    private final ServerSocket listener;
    private final InetSocketAddress server;
    private final ExecutorService threads = Executors.newCachedThreadPool(body -> {
        Thread thread = new Thread(body, "browser-wire");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    /** Nobody gives it: who asks for it waits. */
    private final Semaphore never = new Semaphore(0);

    private volatile int bytesPerSecond;

    /** Opens one to host:port. */
    BrowserWire(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        server = new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        listener = new ServerSocket();
        listener.setReceiveBufferSize(PIECE); // what waits in the kernel has been sent, for all that a browser knows
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        threads.execute(this::accept);
    }

    /** Returns where the browser finds the server. */
    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** How much goes to the server in a second, on each connection; 0: as much as can be. */
    void slow(int bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** Answers requests that begin like that, {@code GET /management/v1/edit}, in the server's place. */
    void answer(String request, int status, String type, String body) {
        answers.put(
                request,
                "HTTP/1.1 " + status + " Said by the test\r\nConnection: close\r\nContent-Type: " + type
                        + "\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    /** Breaks the connection of requests that begin like that. */
    void breakAt(String request) {
        answers.put(request, BROKEN);
    }

    /** Lets all pass again. */
    void pass() {
        answers.clear();
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Socket browser = listener.accept();
                threads.execute(() -> serve(browser));
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void serve(Socket browser) {
        try (browser;
                Socket to = new Socket(server.getAddress(), server.getPort())) {
            threads.execute(() -> {
                try {
                    to.getInputStream().transferTo(browser.getOutputStream());
                    browser.shutdownOutput();
                } catch (IOException e) {
                    // One of them has gone.
                }
            });
            byte[] piece = new byte[PIECE];
            InputStream in = browser.getInputStream();
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                Optional<String> answer = answer(new String(piece, 0, n, StandardCharsets.ISO_8859_1));
                if (answer.isPresent()) {
                    say(browser, answer.get());
                    return;
                }
                to.getOutputStream().write(piece, 0, n);
                delay(n);
            }
        } catch (IOException e) {
            // One of them has gone.
        }
    }

    private Optional<String> answer(String read) {
        return answers.entrySet().stream()
                .filter(one -> read.startsWith(one.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static void say(Socket browser, String answer) throws IOException {
        if (!answer.equals(BROKEN)) {
            browser.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            browser.shutdownOutput();
            browser.getInputStream()
                    .transferTo(OutputStream.nullOutputStream()); // what was not read would reset the connection
        }
    }

    private void delay(int bytes) {
        int rate = bytesPerSecond;
        try {
            boolean given = rate > 0 && never.tryAcquire(bytes * 1_000_000L / rate, TimeUnit.MICROSECONDS);
            assert !given;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        threads.shutdownNow();
    }
}
