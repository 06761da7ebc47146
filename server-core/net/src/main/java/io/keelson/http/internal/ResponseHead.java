package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Writes the head of a response into an array that grows and is used again. Owned like the response.
 *
 * <p>Specification: RFC 9112, 4 Status Line.
 */
final class ResponseHead {
    static final byte[] CONNECTION_CLOSE = ascii("Connection: close\r\n");
    static final byte[] CONNECTION_KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
    static final byte[] CONNECTION_UPGRADE = ascii("Connection: upgrade\r\n");
    static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");
    private static final byte[] OK = ascii("HTTP/1.1 200 OK\r\n");
    private static final int KEPT = 4 * 1024;

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(100, "Continue"),
            Map.entry(101, "Switching Protocols"),
            Map.entry(103, "Early Hints"),
            Map.entry(200, "OK"),
            Map.entry(201, "Created"),
            Map.entry(202, "Accepted"),
            Map.entry(203, "Non-Authoritative Information"),
            Map.entry(204, "No Content"),
            Map.entry(205, "Reset Content"),
            Map.entry(206, "Partial Content"),
            Map.entry(300, "Multiple Choices"),
            Map.entry(301, "Moved Permanently"),
            Map.entry(302, "Found"),
            Map.entry(303, "See Other"),
            Map.entry(304, "Not Modified"),
            Map.entry(307, "Temporary Redirect"),
            Map.entry(308, "Permanent Redirect"),
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(402, "Payment Required"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(406, "Not Acceptable"),
            Map.entry(408, "Request Timeout"),
            Map.entry(409, "Conflict"),
            Map.entry(410, "Gone"),
            Map.entry(411, "Length Required"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(416, "Range Not Satisfiable"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(421, "Misdirected Request"),
            Map.entry(422, "Unprocessable Content"),
            Map.entry(426, "Upgrade Required"),
            Map.entry(428, "Precondition Required"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"),
            Map.entry(505, "HTTP Version Not Supported"));

    private byte[] bytes = new byte[512];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Starts a head. */
    void start(int status) {
        if (bytes.length > KEPT) {
            bytes = new byte[512];
        }
        length = 0;
        if (status == 200) {
            append(OK);
            return;
        }
        text("HTTP/1.1 ");
        number(status);
        text(" ");
        text(REASONS.getOrDefault(status, ""));
        endOfLine();
    }

    void field(String name, String value) {
        text(name);
        text(": ");
        text(value);
        endOfLine();
    }

    void contentLength(long value) {
        append(CONTENT_LENGTH);
        number(value);
        endOfLine();
    }

    /** The fields that a handler set, but for those that framing decides. */
    void fields(HttpHeaders headers) {
        for (int i = 0; i < headers.size(); i++) {
            String name = headers.nameAt(i);
            if (!isOurs(name)) {
                field(name, headers.valueAt(i));
            }
        }
    }

    private static boolean isOurs(String name) {
        return switch (name.length()) {
            case 4 -> name.equalsIgnoreCase("date");
            case 10 -> name.equalsIgnoreCase("connection") || name.equalsIgnoreCase("keep-alive");
            case 14 -> name.equalsIgnoreCase("content-length");
            case 17 -> name.equalsIgnoreCase("transfer-encoding");
            default -> false;
        };
    }

    void append(byte[] more) {
        reserve(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    void endOfLine() {
        reserve(2);
        bytes[length++] = '\r';
        bytes[length++] = '\n';
    }

    /** The fields hold no character above 0xff, and no other way copies the bytes of a string without a copy more. */
    @SuppressWarnings("deprecation")
    private void text(String text) {
        int n = text.length();
        reserve(n);
        text.getBytes(0, n, bytes, length);
        length += n;
    }

    private void number(long value) {
        reserve(20);
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
