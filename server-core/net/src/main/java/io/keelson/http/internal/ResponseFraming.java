package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides how the end of a response's body is told to the client, and whether the connection can carry another request after it. Owned like
 * the response.
 *
 * <p>Specification: RFC 9112, 6.3 Message Body Length; RFC 9112, 7.1 Chunked Transfer Coding; RFC 9112, 9.3 Persistence.
 */
final class ResponseFraming {
    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private boolean http11;
    private boolean headOnly;
    private boolean keepAlive;
    private Body body = Body.LENGTH;
    private long declared;
    private long written;

    /** Way in which the end of the body is told. */
    private enum Body {
        LENGTH,
        CHUNKED,
        UNTIL_CLOSE,
        NONE,
        RAW
    }

    /** Prepares for a request. */
    void begin(RequestLine line, boolean mayKeepAlive) {
        http11 = line.http11();
        headOnly = line.method().equals("HEAD");
        keepAlive = mayKeepAlive;
        declared = -1;
        written = 0;
    }

    boolean http11() {
        return http11;
    }

    /** Returns whether the request was HEAD. */
    boolean headOnly() {
        return headOnly;
    }

    /** Returns whether the connection may carry another request. */
    boolean keepAlive() {
        return keepAlive;
    }

    /** Bytes of body that were given so far, sent or swallowed. */
    long written() {
        return written;
    }

    /** Returns whether a body is sent, and not swallowed. */
    boolean bodyAllowed() {
        return body != Body.NONE;
    }

    // ---- before the head is sent

    /** Settles the length of a response that is complete with its first write. */
    void complete(HttpHeaders fields, long count) throws IOException {
        // A HEAD that writes nothing leaves open what a GET would have sent.
        if (declared < 0 && !(headOnly && count == 0) && declaredLength(fields) < 0) {
            declared = count;
        }
    }

    /** Decides, by what the handler has set. */
    void decide(int status, HttpHeaders fields, boolean mayKeepAlive) throws IOException {
        if (declared < 0) {
            declared = declaredLength(fields);
        }
        if (fields.contains("Connection") && asksToClose(fields)) {
            keepAlive = false;
        }
        keepAlive &= mayKeepAlive;
        if (status == 204 || status == 304) {
            body = Body.NONE;
            declared = status == 304 ? declaredLength(fields) : -1;
        } else if (status == 205) {
            // It may have no content, and says so (RFC 9110, 15.3.6).
            body = Body.NONE;
            declared = 0;
        } else if (declared >= 0) {
            body = headOnly ? Body.NONE : Body.LENGTH;
        } else if (http11) {
            body = headOnly ? Body.NONE : Body.CHUNKED;
        } else {
            body = headOnly ? Body.NONE : Body.UNTIL_CLOSE;
            keepAlive &= headOnly;
        }
    }

    /** A text of this length is sent in place of the body, which is swallowed, and then the connection is closed. */
    void replaceBody(int length) {
        declared = length;
        body = Body.NONE;
        keepAlive = false;
    }

    /** The connection is upgraded: raw bytes follow, until it is closed. */
    void raw() {
        body = Body.RAW;
        keepAlive = false;
    }

    static boolean asksToClose(HttpHeaders fields) {
        for (String value : fields.all("Connection")) {
            for (String option : value.split(",", -1)) {
                if (option.trim().equalsIgnoreCase("close")) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The Content-Length that a handler has set; -1 for none. */
    static long declaredLength(HttpHeaders fields) throws IOException {
        String value = fields.get("Content-Length");
        if (value == null) {
            return -1;
        }
        try {
            long length = Long.parseLong(value);
            if (length >= 0) {
                return length;
            }
        } catch (NumberFormatException e) {
            HttpLog.LOG.debugf(e, "Content-Length of a response: %s", value);
        }
        throw new IOException("the Content-Length of the response is not a number: " + value);
    }

    /** Appends the fields that say so to the head. */
    void fields(ResponseHead head, int status) {
        if (body == Body.CHUNKED) {
            head.append(ResponseHead.CHUNKED);
        } else if (declared >= 0 && status != 204) {
            head.contentLength(declared);
        }
        if (!keepAlive) {
            head.append(ResponseHead.CONNECTION_CLOSE);
        } else if (!http11) {
            head.append(ResponseHead.CONNECTION_KEEP_ALIVE);
        }
    }

    // ---- the body

    /**
     * Counts bytes of the body.
     *
     * @throws IOException when there are more than the length that was declared
     */
    void count(long n) throws IOException {
        if (declared >= 0 && body == Body.LENGTH && written + n > declared) {
            throw new IOException("more bytes were written than the Content-Length of " + declared);
        }
        written += n;
    }

    /** Returns whether the head is decided and the body as long as was declared, so that only the end is missing. */
    boolean reachedLength() {
        return body == Body.LENGTH && declared > 0 && written == declared;
    }

    /** Stands before a piece of the body. */
    void startPiece(ByteBuf out, long n) {
        if (body == Body.CHUNKED) {
            out.writeCharSequence(Long.toHexString(n), StandardCharsets.US_ASCII);
            out.writeBytes(CRLF);
        }
    }

    /** Stands after a piece of the body. */
    void endPiece(ByteBuf out) {
        if (body == Body.CHUNKED) {
            out.writeBytes(CRLF);
        }
    }

    /** Returns whether something stands after each piece. */
    boolean endsPieces() {
        return body == Body.CHUNKED;
    }

    /** Stands at the end of the body. */
    void end(ByteBuf out, @Nullable Supplier<HttpHeaders> trailers) {
        if (body == Body.CHUNKED) {
            if (trailers == null) {
                out.writeBytes(LAST_CHUNK);
            } else {
                writeTrailers(out, trailers.get());
            }
        } else if (body == Body.LENGTH && written < declared) {
            // The client must not take what follows for the rest of this body.
            keepAlive = false;
        }
    }

    private static void writeTrailers(ByteBuf out, HttpHeaders fields) {
        out.writeByte('0').writeBytes(CRLF);
        fields.forEach((name, value) -> {
            if (!Forbidden.inTrailers(name)) {
                out.writeCharSequence(name, StandardCharsets.ISO_8859_1);
                out.writeByte(':').writeByte(' ');
                out.writeCharSequence(value, StandardCharsets.ISO_8859_1);
                out.writeBytes(CRLF);
            }
        });
        out.writeBytes(CRLF);
    }
}
