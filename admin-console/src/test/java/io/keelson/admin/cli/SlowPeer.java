package io.keelson.admin.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** A server, or a node manager, that is not done before it is told to be: it does not answer, or answers that it is still at it. */
final class SlowPeer implements AutoCloseable {
    /** What follows the progress of anything finds something here that goes on. */
    private static final String STILL =
            "{\"state\":\"RUNNING\",\"why\":\"\",\"from\":1,\"to\":2,\"targets\":[\"cluster-1\"],"
                    + "\"members\":[{\"server\":\"server-1\",\"phase\":\"ENDING\",\"number\":1}],"
                    + "\"servers\":[{\"name\":\"AdminServer\",\"state\":\"STARTING\",\"pid\":1,\"watched\":true,\"why\":\"\"}],"
                    + "\"singletons\":[{\"name\":\"one\",\"epoch\":1,\"state\":\"STARTING\",\"owner\":null}],"
                    + "\"by\":\"server-2\",\"voters\":[\"AdminServer\"],\"leader\":null,\"missing\":[]}";

    private static final String ENOUGH = "{\"detail\":\"The peer has had enough.\"}";
    private static final int LONGEST_SECONDS = 20;
    private static final int TLS_HANDSHAKE = 0x16;

    private final ServerSocket listener;
    private final boolean answers;
    private final CompletableFuture<Void> enough;

    /**
     * Opens one.
     *
     * @param answers whether it answers that it is at it; else it is silent
     * @param enough when it answers that it does not do it
     * @param threads one takes connections, one more has each
     */
    SlowPeer(boolean answers, CompletableFuture<Void> enough, ExecutorService threads) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.answers = answers;
        this.enough = enough;
        threads.execute(() -> accept(threads));
    }

    String authority() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    private void accept(ExecutorService threads) {
        try {
            while (!listener.isClosed()) {
                Socket socket = listener.accept();
                threads.execute(() -> serve(socket));
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            skipHead(in);
            if (!answers) {
                enough.completeOnTimeout(null, LONGEST_SECONDS, TimeUnit.SECONDS)
                        .join();
            }
            boolean still = !enough.isDone();
            byte[] body = (still ? STILL : ENOUGH).getBytes(StandardCharsets.UTF_8);
            socket.getOutputStream()
                    .write(("HTTP/1.1 " + (still ? "200 OK" : "503 No")
                                    + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                                    + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            socket.shutdownOutput();
            long rest = in.transferTo(
                    java.io.OutputStream.nullOutputStream()); // else what was not read resets the connection
            assert rest >= 0;
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private static void skipHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != TLS_HANDSHAKE; c = in.read()) {
            head.append((char) c);
            if (head.toString().endsWith("\r\n\r\n")) {
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
