package io.keelson.ee.stomp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A client written by hand, which sends what a test says and reads frames by itself. Escapes are the test's own. */
final class StompClient implements AutoCloseable {
    /** A frame of the server. */
    record Answer(String command, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.get(name);
        }
    }

    private final Socket socket;
    private final InputStream in;

    StompClient(InetSocketAddress server) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), server.getPort()));
    }

    StompClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(20_000);
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    Socket socket() {
        return socket;
    }

    /** Connects with 1.2, and further headers. */
    static StompClient connected(InetSocketAddress server, String... headers) throws IOException {
        StompClient made = new StompClient(server);
        String[] all = new String[headers.length + 2];
        all[0] = "accept-version:1.2";
        all[1] = "host:test";
        System.arraycopy(headers, 0, all, 2, headers.length);
        made.send("CONNECT", "", all);
        Answer answer = made.read();
        if (!answer.command().equals("CONNECTED")) {
            throw new IOException(answer.command() + ": " + answer.header("message"));
        }
        return made;
    }

    void raw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    void raw(String text) throws IOException {
        raw(text.getBytes(StandardCharsets.UTF_8));
    }

    void send(String command, String body, String... headers) throws IOException {
        send(command, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    void send(String command, byte[] body, String... headers) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringBuilder head = new StringBuilder(command).append('\n');
        for (String each : headers) {
            head.append(each).append('\n');
        }
        out.writeBytes(head.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        out.writeBytes(body);
        out.write(0);
        raw(out.toByteArray());
    }

    /** Sends a frame and waits for its receipt, which has to be the next frame. */
    void sendSafely(String command, String body, String... headers) throws IOException {
        String[] all = new String[headers.length + 1];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "receipt:done";
        send(command, body, all);
        Answer answer = read();
        if (!answer.command().equals("RECEIPT") || !"done".equals(answer.header("receipt-id"))) {
            throw new IOException("no receipt: " + answer.command() + " " + answer.headers());
        }
    }

    /** Reads a frame, over heart-beats before it. */
    Answer read() throws IOException {
        String command = line();
        while (command.isEmpty()) {
            command = line();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String each = line(); !each.isEmpty(); each = line()) {
            int colon = each.indexOf(':');
            headers.putIfAbsent(each.substring(0, colon), each.substring(colon + 1));
        }
        String length = headers.get("content-length");
        byte[] body = length == null ? new byte[0] : in.readNBytes(Integer.parseInt(length));
        if (in.read() != 0) {
            throw new IOException("a frame has no NUL");
        }
        return new Answer(command, headers, body);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the server has closed");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Returns true if nothing comes for a while. */
    boolean isSilent() throws IOException {
        socket.setSoTimeout(300);
        try {
            int b = in.read();
            if (b >= 0) {
                throw new IOException("something came: " + b);
            }
            return false;
        } catch (java.net.SocketTimeoutException e) {
            return true;
        } finally {
            socket.setSoTimeout(20_000);
        }
    }

    /** Returns true if the server has ended its side, and sends nothing before that. */
    boolean isEnded() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
