package io.keelson.http.internal;

import static io.keelson.http.internal.Refusal.bad;

import io.keelson.http.HttpHeaders;
import io.keelson.net.config.ChannelLimits;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Reads the head of an HTTP/1 request from bytes that arrive in any pieces.
 *
 * <p>Invariant: what it decides depends on the bytes only, not on where they were split. Bytes are copied into one array;
 * each line is judged when it is complete, or when it is longer than its limit, whichever comes first in the bytes.
 * Whatever two parties could read differently is refused. Confined to the connection's event loop until the head is
 * complete; then it is read-only until {@link #reset}.
 *
 * <p>Specification: RFC 9112, 2.2 Message Parsing; RFC 9113, 3.4 HTTP/2 Connection Preface.
 */
final class RequestParser {
    /** The first line of what a client of HTTP/2 sends first. */
    static final String PREFACE_LINE = "PRI * HTTP/2.0";

    private static final int STEP = 1024;
    private static final int KEPT = 8 * 1024;
    private static final int MOST_EMPTY_LINES = 8;

    private int maxRequestLine;
    private int maxHeaderSize;
    private int maxHeaderCount;
    private final HttpHeaders.Owner headers = new HttpHeaders.Owner();
    private final Framing framing = new Framing();

    private byte[] bytes = new byte[STEP];
    private int length;
    private int scanned;
    private int lineStart;
    private int fieldsStart;
    private boolean startLineRead;
    private int emptyLines;
    private final RequestLine line = new RequestLine();
    private boolean http2;
    private boolean first = true;
    private boolean preface;

    RequestParser(ChannelLimits limits) {
        limits(limits);
    }

    /** Judges the next request by other limits. Between two requests. */
    void limits(ChannelLimits limits) {
        maxRequestLine = limits.maxRequestLine().toInt();
        maxHeaderSize = limits.maxHeaderSize().toInt();
        maxHeaderCount = limits.maxHeaderCount();
        http2 = limits.http2Enabled();
    }

    /** Returns whether nothing of a request has arrived yet; empty lines are nothing. */
    boolean idle() {
        return length == lineStart && !startLineRead;
    }

    HttpHeaders headers() {
        return headers.headers();
    }

    Framing framing() {
        return framing;
    }

    RequestLine line() {
        return line;
    }

    /** Returns whether the first line is that of HTTP/2's preface, and no request (RFC 9113, 3.4); nothing behind it was taken. */
    boolean preface() {
        return preface;
    }

    /** Forgets the request, to read the next. */
    void reset() {
        first = false;
        length = 0;
        scanned = 0;
        lineStart = 0;
        startLineRead = false;
        emptyLines = 0;
        if (bytes.length > KEPT) {
            bytes = new byte[STEP];
        }
        headers.reset();
        framing.reset();
        line.reset();
    }

    /** Ends with what is there of a head that was refused; it has no body. */
    void abandon() {
        headers.source(bytes);
        headers.freeze();
        framing.reset();
    }

    /**
     * Takes bytes up to the end of the head, no further.
     *
     * @return whether the head is complete
     */
    boolean parse(ByteBuf in) throws Refusal {
        while (in.isReadable()) {
            int n = Math.min(in.readableBytes(), STEP);
            if (length + n > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + n));
            }
            in.getBytes(in.readerIndex(), bytes, length, n);
            int before = length;
            length += n;
            if (scan()) {
                in.skipBytes(scanned - before);
                length = scanned;
                return true;
            }
            in.skipBytes(n);
        }
        return false;
    }

    private boolean scan() throws Refusal {
        checkFirstByte();
        for (int i = scanned; i < length; i++) {
            if (bytes[i] == '\n') {
                scanned = i + 1;
                checkLength(scanned);
                if (endOfLine(i)) {
                    return true;
                }
                lineStart = scanned;
                checkFirstByte();
            }
        }
        scanned = length;
        checkLength(length);
        return false;
    }

    /** Checks the first byte of a request line as soon as it has come: what is no text may never bring a line end. */
    private void checkFirstByte() throws Refusal {
        if (!startLineRead && lineStart < length && bytes[lineStart] != '\r' && !Ascii.isToken(bytes[lineStart])) {
            throw bad("The request line does not start with a method.");
        }
    }

    /** Limits count line ends too. */
    private void checkLength(int end) throws Refusal {
        if (!startLineRead) {
            if (end - lineStart > maxRequestLine) {
                throw new Refusal(414, "The request line is longer than " + maxRequestLine + " bytes.");
            }
        } else if (end - fieldsStart > maxHeaderSize) {
            throw new Refusal(431, "The header fields are larger than " + maxHeaderSize + " bytes.");
        }
    }

    private boolean endOfLine(int lf) throws Refusal {
        int end = lf - 1;
        if (end < lineStart || bytes[end] != '\r') {
            throw bad("A line does not end with CR LF.");
        }
        if (!startLineRead) {
            if (http2 && first && lineStart == 0) {
                preface = isPreface(end);
                checkProtocol(end);
            }
            if (!preface) {
                startLine(end);
            }
            return preface;
        }
        if (end > lineStart) {
            field(end);
            return false;
        }
        headers.source(bytes);
        framing.finish(line, bytes);
        headers.freeze();
        return true;
    }

    /**
     * Refuses the first line of a connection that HTTP/2 could be spoken on, where it has nothing of a request. It is an invalid preface,
     * which ends the connection (RFC 9113, 3.4). An answer is asked for only by what appears to be a request (RFC 9112, 2.2), and would be
     * no frame to a client of HTTP/2.
     */
    private void checkProtocol(int end) throws Refusal {
        if (!preface && end > lineStart && !RequestLine.appears(bytes, lineStart, end)) {
            throw Refusal.unanswered("The first line is neither that of a request nor a preface.");
        }
    }

    private boolean isPreface(int end) {
        for (int i = 0; i < PREFACE_LINE.length(); i++) {
            if (i >= end || bytes[i] != PREFACE_LINE.charAt(i)) {
                return false;
            }
        }
        return end == PREFACE_LINE.length();
    }

    private void startLine(int end) throws Refusal {
        if (end == lineStart) {
            // A few empty lines before a request are let pass (RFC 9112, 2.2).
            if (++emptyLines > MOST_EMPTY_LINES) {
                throw bad("Too many empty lines stand before the request line.");
            }
            return;
        }
        line.parse(bytes, lineStart, end);
        startLineRead = true;
        fieldsStart = end + 2;
    }

    private void field(int end) throws Refusal {
        if (headers.headers().size() >= maxHeaderCount) {
            throw new Refusal(431, "There are more than " + maxHeaderCount + " header fields.");
        }
        int colon = FieldLine.name(bytes, lineStart, end);
        int valueStart = FieldLine.valueStart(bytes, colon + 1, end);
        int valueEnd = FieldLine.valueEnd(bytes, valueStart, end);
        headers.addSpan(lineStart, colon, valueStart, valueEnd);
        framing.field(bytes, lineStart, colon, valueStart, valueEnd);
    }
}
