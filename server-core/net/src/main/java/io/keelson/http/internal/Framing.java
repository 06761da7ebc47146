package io.keelson.http.internal;

import static io.keelson.http.internal.Refusal.bad;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Framing of a request: what its fields say about its body, its connection and its host. Everything that could be read in two ways is
 * refused. Confined like the parser that owns it.
 *
 * <p>Specification: RFC 9112, 3.2 Request Target; RFC 9112, 6.3 Message Body Length; RFC 9112, 9.3 Persistence.
 */
final class Framing {
    /** The length of a body of chunks. */
    static final long CHUNKED = -2;

    private static final long NOT_GIVEN = -1;
    private static final int MOST_DIGITS = 18;
    private static final int NOT_THERE = -1;
    private static final byte[] NO_BYTES = {};

    private long length = NOT_GIVEN;
    private boolean chunked;
    private boolean close;
    private boolean keep;
    private boolean upgrade;
    private boolean expectContinue;
    private boolean keepAlive;
    private byte[] source = NO_BYTES;
    private int hostStart = NOT_THERE;
    private int hostEnd;
    private @Nullable String host;

    /** The length of the body in bytes; 0 for none; {@link #CHUNKED}. */
    long length() {
        return chunked ? CHUNKED : Math.max(0, length);
    }

    /** Returns whether the client means to go on using the connection. */
    boolean keepAlive() {
        return keepAlive;
    }

    /** Returns whether the client waits for 100 before it sends the body. */
    boolean expectContinue() {
        return expectContinue;
    }

    /** Returns whether the client offers to change the protocol. */
    boolean upgrade() {
        return upgrade;
    }

    /** The value of Host in lower case; null where there is none. Mostly that of the request before, so it is kept. */
    @Nullable
    String host() {
        if (hostStart == NOT_THERE) {
            return null;
        }
        String known = host;
        if (known == null || !Ascii.equalsIgnoreCase(source, hostStart, hostEnd, known)) {
            known = new String(source, hostStart, hostEnd - hostStart, StandardCharsets.ISO_8859_1)
                    .toLowerCase(Locale.ROOT);
            host = known;
        }
        return known;
    }

    void reset() {
        length = NOT_GIVEN;
        chunked = false;
        close = false;
        keep = false;
        upgrade = false;
        expectContinue = false;
        keepAlive = false;
        hostStart = NOT_THERE;
    }

    void field(byte[] b, int nameStart, int nameEnd, int start, int end) throws Refusal {
        switch (nameEnd - nameStart) {
            case 4 -> {
                if (Ascii.equalsIgnoreCase(b, nameStart, nameEnd, "host")) {
                    host(b, start, end);
                }
            }
            case 6 -> {
                if (Ascii.equalsIgnoreCase(b, nameStart, nameEnd, "expect")) {
                    expect(b, start, end);
                }
            }
            case 10 -> {
                if (Ascii.equalsIgnoreCase(b, nameStart, nameEnd, "connection")) {
                    connection(b, start, end);
                }
            }
            case 14 -> {
                if (Ascii.equalsIgnoreCase(b, nameStart, nameEnd, "content-length")) {
                    contentLength(b, start, end);
                }
            }
            case 17 -> {
                if (Ascii.equalsIgnoreCase(b, nameStart, nameEnd, "transfer-encoding")) {
                    transferEncoding(b, start, end);
                }
            }
            default -> {
                // Any other field is the application's.
            }
        }
    }

    /** Checks what only the whole head shows. */
    void finish(RequestLine line, byte[] bytes) throws Refusal {
        source = bytes;
        if (chunked && length != NOT_GIVEN) {
            throw bad("Content-Length stands beside Transfer-Encoding.");
        }
        if (chunked && !line.http11()) {
            throw bad("Transfer-Encoding stands in a request of HTTP/1.0.");
        }
        if (hostStart == NOT_THERE && line.http11()) {
            throw bad("The request has no Host.");
        }
        if (line.authority() != null
                && hostStart != NOT_THERE
                && !line.authority().equals(host())) {
            throw bad("The Host is not that of the request target.");
        }
        keepAlive = line.http11() ? !close : keep && !close;
        expectContinue &= line.http11() && length() != 0;
        upgrade &= line.http11();
    }

    private void host(byte[] b, int start, int end) throws Refusal {
        if (hostStart != NOT_THERE) {
            throw bad("The request has two Hosts.");
        }
        Authority.check(b, start, end);
        hostStart = start;
        hostEnd = end;
    }

    private void contentLength(byte[] b, int start, int end) throws Refusal {
        if (length != NOT_GIVEN) {
            throw bad("The request has two lengths.");
        }
        if (start == end || end - start > MOST_DIGITS) {
            throw bad("The Content-Length is malformed.");
        }
        long n = 0;
        for (int i = start; i < end; i++) {
            int digit = b[i] - '0';
            if (digit < 0 || digit > 9) {
                throw bad("The Content-Length is malformed.");
            }
            n = 10 * n + digit;
        }
        length = n;
    }

    private void transferEncoding(byte[] b, int start, int end) throws Refusal {
        if (chunked) {
            throw bad("The request has two Transfer-Encodings.");
        }
        if (!Ascii.equalsIgnoreCase(b, start, end, "chunked")) {
            String coding = new String(b, start, end - start, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
            if (coding.isEmpty() || coding.contains("chunked") || coding.contains("identity")) {
                throw bad("The Transfer-Encoding is ambiguous.");
            }
            throw new Refusal(501, "The only transfer coding known here is chunked.");
        }
        chunked = true;
    }

    private void expect(byte[] b, int start, int end) throws Refusal {
        if (!Ascii.equalsIgnoreCase(b, start, end, "100-continue")) {
            throw new Refusal(417, "The only expectation known here is 100-continue.");
        }
        expectContinue = true;
    }

    private void connection(byte[] b, int start, int end) {
        int from = start;
        while (from < end) {
            int to = from;
            while (to < end && b[to] != ',') {
                to++;
            }
            option(b, from, to);
            from = to + 1;
        }
    }

    private void option(byte[] b, int from, int to) {
        int start = FieldLine.valueStart(b, from, to);
        int end = to;
        while (end > start && FieldLine.isBlank(b[end - 1])) {
            end--;
        }
        close |= Ascii.equalsIgnoreCase(b, start, end, "close");
        keep |= Ascii.equalsIgnoreCase(b, start, end, "keep-alive");
        upgrade |= Ascii.equalsIgnoreCase(b, start, end, "upgrade");
    }
}
