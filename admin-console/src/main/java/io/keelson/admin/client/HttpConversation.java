package io.keelson.admin.client;

import io.keelson.admin.domain.Endpoint;
import io.keelson.kernel.machine.MachineTls;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 request and its response on a connection of its own. Written by hand for two reasons: the JDK's clients take
 * longer to load than a whole command should take, and they lose the answer of a server that refuses a body before it is
 * sent ({@code Expect: 100-continue}, RFC 9110, 10.1.1). Confined to one thread.
 */
public final class HttpConversation implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int HANDSHAKE_MILLIS = 10_000;
    private static final int CONTINUE_MILLIS = 2_000;
    private static final int LONGEST_LINE = 16 * 1024;
    private static final int MOST_FIELDS = 200;

    /** No answer that is kept in memory is larger: a server that sends without end must not take this one's memory. */
    static final int MOST_CONTENT = 64 * 1024 * 1024;

    private final Socket plain;
    private final Socket socket;
    private final String authority;
    private final InputStream in;
    private final OutputStream out;

    /** Body that a request carries. */
    public interface Body {
        long length() throws IOException;

        String type();

        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * A response.
     *
     * @param status its status
     * @param fields its header fields, with names in small letters; of those that come several times the last
     * @param body its body
     */
    public record Response(int status, Map<String, String> fields, byte[] body) {
        /** Its Content-Type; empty where it has none. */
        public String type() {
            return fields.getOrDefault("content-type", "");
        }
    }

    private record Head(int status, Map<String, String> fields) {}

    /**
     * Connects, with TLS where the endpoint speaks it.
     *
     * @throws javax.net.ssl.SSLException where the server shows another certificate than the endpoint says; nothing has been
     *     sent to it then
     */
    public HttpConversation(Endpoint endpoint) throws IOException {
        this(endpoint, endpoint.secure() ? sockets(endpoint) : null);
    }

    /**
     * The same with TLS of one's own.
     *
     * @param secured who makes the sockets, and says whom it trusts; null for none
     */
    public HttpConversation(Endpoint endpoint, @Nullable SSLSocketFactory secured) throws IOException {
        this.authority = endpoint.authority();
        int colon = authority.lastIndexOf(':');
        String host = authority.substring(0, colon).replace("[", "").replace("]", "");
        int port = Integer.parseInt(authority.substring(colon + 1));
        this.plain = new Socket();
        try {
            plain.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            this.socket = secured == null ? plain : secured(plain, host, port, secured);
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    /** Another machine knows this one by its certificate, and shows its own; a server of this machine shows what it has said. */
    private static SSLSocketFactory sockets(Endpoint endpoint) throws IOException {
        Endpoint.Peer peer = endpoint.peer();
        return peer == null
                ? ServerCertificates.sockets(endpoint)
                : MachineTls.of(peer.domain()).context(peer.machine()).getSocketFactory();
    }

    private static Socket secured(Socket plain, String host, int port, SSLSocketFactory factory) throws IOException {
        plain.setSoTimeout(HANDSHAKE_MILLIS);
        SSLSocket socket = (SSLSocket) factory.createSocket(plain, host, port, true);
        socket.startHandshake();
        return socket;
    }

    /**
     * Sends a request and returns its answer.
     *
     * @param authorization the value of the field of that name; empty for none
     * @param millis how long to wait between two bytes of the answer, at most
     */
    public Response ask(String method, String target, String authorization, @Nullable Body body, int millis)
            throws IOException {
        return ask(method, target, authorization, Map.of(), body, millis);
    }

    /**
     * The same with more header fields.
     *
     * @param fields their names and values, of visible ASCII characters
     */
    public Response ask(
            String method,
            String target,
            String authorization,
            Map<String, String> fields,
            @Nullable Body body,
            int millis)
            throws IOException {
        Head answer = send(method, target, authorization, fields, body, millis);
        return new Response(answer.status, answer.fields, content(answer));
    }

    /** Receiver of content that may not fit into memory. */
    public interface Sink {
        /**
         * Opens it; called for an answer with the status 200 or 206.
         *
         * @param status the status
         * @param length how long the content is
         */
        OutputStream open(int status, long length) throws IOException;
    }

    /**
     * Asks for something large. What the answer brings goes to the sink; the body of the response is that of a failure.
     *
     * @param millis how long to wait between two of its bytes
     */
    public Response fetch(String target, String authorization, Map<String, String> fields, Sink sink, int millis)
            throws IOException {
        Head answer = send("GET", target, authorization, fields, null, millis);
        if (answer.status != 200 && answer.status != 206) {
            return new Response(answer.status, answer.fields, content(answer));
        }
        long left = length(answer);
        byte[] buffer = new byte[64 * 1024];
        try (OutputStream to = sink.open(answer.status, left)) {
            while (left > 0) {
                int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (n < 0) {
                    throw new EOFException("the answer broke off");
                }
                to.write(buffer, 0, n);
                left -= n;
            }
        }
        return new Response(answer.status, answer.fields, new byte[0]);
    }

    private static long length(Head head) throws IOException {
        String length = head.fields.getOrDefault("content-length", "");
        if (!length.matches("\\d{1,18}")) {
            throw new IOException("the answer has no proper length");
        }
        return Long.parseLong(length);
    }

    private Head send(
            String method,
            String target,
            String authorization,
            Map<String, String> fields,
            @Nullable Body body,
            int millis)
            throws IOException {
        StringBuilder head = new StringBuilder(256);
        head.append(method)
                .append(' ')
                .append(target)
                .append(" HTTP/1.1\r\nHost: ")
                .append(authority);
        head.append("\r\nUser-Agent: keelson\r\nConnection: close");
        if (!authorization.isEmpty()) {
            head.append("\r\nAuthorization: ").append(authorization);
        }
        fields.forEach(
                (name, value) -> head.append("\r\n").append(name).append(": ").append(value));
        if (body != null) {
            head.append("\r\nContent-Type: ").append(body.type());
            head.append("\r\nContent-Length: ").append(body.length());
            head.append("\r\nExpect: 100-continue");
        } else if (!method.equals("GET")) {
            head.append("\r\nContent-Length: 0");
        }
        head.append("\r\n\r\n");
        out.write(head.toString().getBytes(StandardCharsets.US_ASCII));
        out.flush();
        Head answer = body == null ? null : early();
        if (answer == null) {
            IOException broken = body == null ? null : send(body);
            socket.setSoTimeout(millis);
            answer = last(broken);
        }
        socket.setSoTimeout(millis);
        return answer;
    }

    /** The final answer of a server that does not want the body; null when it wants it or is silent. */
    private @Nullable Head early() throws IOException {
        socket.setSoTimeout(CONTINUE_MILLIS);
        in.mark(1);
        try {
            if (in.read() < 0) {
                throw new EOFException("the server closed the connection");
            }
        } catch (SocketTimeoutException e) {
            return null;
        }
        in.reset();
        Head head = head();
        return head.status == 100 ? null : head;
    }

    /** Sends the body; returns why that broke off, as it does when the server answers in the middle. */
    private @Nullable IOException send(Body body) {
        try {
            body.writeTo(out);
            out.flush();
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private Head last(@Nullable IOException broken) throws IOException {
        try {
            Head head = head();
            while (head.status < 200) {
                head = head();
            }
            return head;
        } catch (IOException e) {
            if (broken != null) {
                broken.addSuppressed(e);
                throw broken;
            }
            throw e;
        }
    }

    private Head head() throws IOException {
        String[] start = line().split(" ", 3);
        if (start.length < 2 || !start[0].startsWith("HTTP/1.") || !start[1].matches("\\d{3}")) {
            throw new IOException("the answer is not HTTP/1.1");
        }
        Map<String, String> fields = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1 || fields.size() == MOST_FIELDS) {
                throw new IOException("the answer is not HTTP/1.1");
            }
            fields.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new Head(Integer.parseInt(start[1]), fields);
    }

    private byte[] content(Head head) throws IOException {
        if (head.status == 204 || head.status == 304) {
            return new byte[0];
        }
        if (head.fields.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            return chunks();
        }
        String length = head.fields.get("content-length");
        if (length == null) {
            byte[] all = in.readNBytes(MOST_CONTENT + 1);
            if (all.length > MOST_CONTENT) {
                throw tooLarge();
            }
            return all;
        }
        return exactly(number(length, 10, MOST_CONTENT));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (int size = chunkSize(content); size > 0; size = chunkSize(content)) {
            content.writeBytes(exactly(size));
            line();
        }
        return content.toByteArray();
    }

    private int chunkSize(ByteArrayOutputStream before) throws IOException {
        return number(line().split(";", 2)[0].strip(), 16, MOST_CONTENT - before.size());
    }

    private static int number(String text, int radix, int most) throws IOException {
        int number;
        try {
            number = Integer.parseUnsignedInt(text, radix);
        } catch (NumberFormatException e) {
            throw new IOException("the answer has no proper length: " + text, e);
        }
        if (number < 0 || number > most) {
            throw tooLarge();
        }
        return number;
    }

    private static IOException tooLarge() {
        return new IOException("the answer is larger than " + MOST_CONTENT / (1024 * 1024) + " MiB");
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer broke off");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection without an answer");
            }
            if (line.length() == LONGEST_LINE) {
                throw new IOException("the answer is not HTTP/1.1");
            }
            line.append((char) c);
        }
        if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        return line.toString();
    }

    /** Ends the conversation from another thread without waiting: whoever reads or writes in it gets an {@link IOException}. */
    public void abandon() {
        try {
            plain.close();
        } catch (IOException e) {
            // The connection was not wanted any more, and there is nobody to tell.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
