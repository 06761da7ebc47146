package io.keelson.perf;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A user of {@link BusinessServlet} with its connection, its cookies and what it knows of its session: how often it was changed. Used by
 * one thread, which opens and writes blocking: requests are small, and the servers are on the same machine.
 */
final class VirtualUser implements Comparable<VirtualUser> {
    private static final BusinessKind[] KINDS = BusinessKind.values();
    private static final int WEIGHTS;

    static {
        int sum = 0;
        for (BusinessKind kind : KINDS) {
            sum += kind.weight();
        }
        WEIGHTS = sum;
    }

    /** Time of its next transaction, in nanoseconds of the monotonic clock. */
    long due;

    private final int port;
    private final String path;
    private final String query;
    private final SplittableRandom random;
    private final UsersTally tally;
    private final Selector selector;
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private ByteBuffer in = ByteBuffer.allocate(16 << 10);
    private @Nullable SocketChannel channel;
    private BusinessKind kind = BusinessKind.LOGIN;
    private boolean hasSession;
    private boolean leaving;
    private boolean gone;
    private boolean waiting;
    private long changes;
    private long sent;

    VirtualUser(int port, String path, String query, SplittableRandom random, UsersTally tally, Selector selector) {
        this.port = port;
        this.path = path;
        this.query = query;
        this.random = random;
        this.tally = tally;
        this.selector = selector;
    }

    @Override
    public int compareTo(VirtualUser other) {
        return Long.compare(due, other.due);
    }

    /** Its next transaction is its last. */
    void leaves() {
        leaving = true;
    }

    /** Returns whether it has left. */
    boolean isGone() {
        return gone;
    }

    /** Begins a transaction; returns whether it waits for the answer now. */
    boolean begin() {
        if (gone || leaving && !hasSession) {
            gone = true;
            return true;
        }
        kind = !hasSession ? BusinessKind.LOGIN : leaving ? BusinessKind.LOGOUT : drawn();
        sent = System.nanoTime();
        try {
            SocketChannel open = opened();
            ByteBuffer request = ByteBuffer.wrap(request().getBytes(StandardCharsets.US_ASCII));
            while (request.hasRemaining()) {
                open.write(request);
            }
            waiting = true;
            return true;
        } catch (IOException e) {
            failed();
            return false;
        }
    }

    private BusinessKind drawn() {
        int at = random.nextInt(WEIGHTS);
        for (BusinessKind one : KINDS) {
            at -= one.weight();
            if (at < 0) {
                return one;
            }
        }
        throw new AssertionError(at);
    }

    private SocketChannel opened() throws IOException {
        SocketChannel open = channel;
        if (open == null) {
            open = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            open.setOption(StandardSocketOptions.TCP_NODELAY, true);
            open.configureBlocking(false);
            open.register(selector, SelectionKey.OP_READ, this);
            channel = open;
            in.clear();
        }
        return open;
    }

    private String request() {
        StringBuilder text = new StringBuilder(256);
        text.append("GET ")
                .append(path)
                .append('/')
                .append(kind.name())
                .append('?')
                .append(query);
        text.append(" HTTP/1.1\r\nHost: 127.0.0.1:").append(port).append("\r\n");
        String separator = "Cookie: ";
        for (Map.Entry<String, String> cookie : cookies.entrySet()) {
            text.append(separator).append(cookie.getKey()).append('=').append(cookie.getValue());
            separator = "; ";
        }
        return text.append(cookies.isEmpty() ? "\r\n" : "\r\n\r\n").toString();
    }

    /** Takes what has come; returns whether the transaction is over. */
    boolean readable() throws IOException {
        SocketChannel open = channel;
        if (open == null) {
            return false;
        }
        if (!in.hasRemaining()) {
            in = ByteBuffer.allocate(2 * in.capacity()).put(in.flip());
        }
        int read;
        try {
            read = open.read(in);
        } catch (IOException e) {
            read = -1;
        }
        if (read < 0) {
            boolean under = waiting;
            failed();
            return under;
        }
        String text = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
        int head = text.indexOf("\r\n\r\n");
        if (head < 0) {
            return false;
        }
        String[] lines = text.substring(0, head).split("\r\n");
        int length = length(lines);
        if (in.position() < head + 4 + length) {
            return false;
        }
        in.clear();
        waiting = false;
        if (lines[0].startsWith("HTTP/1.1 200 ")) {
            keepCookies(lines);
            answered(text.substring(head + 4, head + 4 + length));
        } else {
            failed();
        }
        return true;
    }

    private static int length(String[] lines) throws IOException {
        for (String line : lines) {
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                return Integer.parseInt(line.substring(15).trim());
            }
        }
        throw new IOException("no Content-Length in: " + String.join(" | ", lines));
    }

    private void keepCookies(String[] lines) {
        for (String line : lines) {
            if (!line.regionMatches(true, 0, "set-cookie:", 0, 11)) {
                continue;
            }
            String[] parts = line.substring(11).trim().split(";", 2);
            int equals = parts[0].indexOf('=');
            boolean ends = parts.length > 1 && parts[1].toLowerCase(Locale.ROOT).contains("max-age=0");
            if (ends) {
                cookies.remove(parts[0].substring(0, equals));
            } else {
                cookies.put(parts[0].substring(0, equals), parts[0].substring(equals + 1));
            }
        }
    }

    /** An answer begins with how often the session was changed. */
    private void answered(String body) {
        if (kind.changes() == BusinessKind.ALL) {
            changes = 0;
            hasSession = true;
        } else if (kind.changes() == BusinessKind.ENDS) {
            hasSession = false;
            cookies.clear();
            gone = leaving;
        } else {
            changes += kind.changes();
        }
        tally.answered(kind, System.nanoTime() - sent, body.startsWith(changes + " "));
    }

    /** Begins anew, with another connection and another session. */
    private void failed() {
        tally.failed();
        waiting = false;
        hasSession = false;
        cookies.clear();
        gone = leaving;
        try {
            close();
        } catch (IOException e) {
            System.err.println("a connection does not close: " + e);
        }
    }

    /** Closes its connection with a reset, so that no socket is left in TIME_WAIT. */
    void close() throws IOException {
        SocketChannel open = channel;
        channel = null;
        if (open != null) {
            open.setOption(StandardSocketOptions.SO_LINGER, 0);
            open.close();
        }
    }
}
