package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.RequestBodyException;
import io.keelson.http.ResponseWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.DefaultFileRegion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response of an HTTP/1 exchange: framing and encoding (RFC 9112, 6 and 7). Whoever owns the exchange encodes on its
 * own thread into one direct buffer and passes it to the loop. Owned by the exchange's owner.
 */
final class Http1Response implements ResponseWriter {
    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int PIECE = 64 * 1024;
    private static final long FILE_PIECE = 256 * 1024;
    private static final int CHUNK_FRAMING = 24;
    private static final int LEAST_BUFFER = 512;
    private static final int MOST_PREPARED = 16 * 1024;

    private final Http1Connection connection;
    private final Http1Output output;
    private final Http1Exchange exchange;
    private final ResponseHead head = new ResponseHead();
    private final HttpHeaders.Owner headers = new HttpHeaders.Owner();

    /** Taken by the owner, or by the loop when the exchange ends before the owner wrote; never by both. */
    private final AtomicReference<@Nullable ByteBuf> prepared = new AtomicReference<>();

    private int preparedSize = LEAST_BUFFER;
    private int status = 200;
    private boolean http11;
    private boolean headOnly;
    private boolean keepAlive;
    private volatile boolean committed;
    private boolean ended;
    private Body body = Body.LENGTH;
    private long declared;
    private long written;
    private long timeoutNanos;
    private @Nullable Supplier<HttpHeaders> trailers;

    Http1Response(Http1Connection connection, Http1Exchange exchange) {
        this.connection = connection;
        this.output = connection.output();
        this.exchange = exchange;
    }

    /** How the end of the body is told. */
    private enum Body {
        LENGTH,
        CHUNKED,
        UNTIL_CLOSE,
        NONE,
        RAW
    }

    /** Prepares for a request. On the loop. */
    void begin(RequestLine line, boolean mayKeepAlive) {
        status = 200;
        http11 = line.http11();
        headOnly = line.method().equals("HEAD");
        keepAlive = mayKeepAlive;
        committed = false;
        ended = false;
        declared = -1;
        written = 0;
        timeoutNanos = connection.writeTimeoutNanos();
        trailers = null;
        headers.reset();
    }

    /** A buffer from the loop's own cache is cheaper than one that an execute thread takes and the loop gives back. */
    void prepareBuffer() {
        prepared.setPlain(output.buffer(preparedSize));
    }

    /** Gives back what was not used. On the loop, at the end of the exchange. */
    void finish() {
        ByteBuf unused = prepared.getAndSet(null);
        if (unused != null) {
            unused.release();
        }
    }

    /** Whether the connection may carry another request. On the loop, after the end. */
    boolean keepAlive() {
        return keepAlive;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public void status(int status) {
        if (status < 200 || status > 999) {
            throw new IllegalArgumentException("a status is from 200 to 999, not " + status);
        }
        if (!committed) {
            this.status = status;
        }
    }

    @Override
    public HttpHeaders headers() {
        return headers.headers();
    }

    @Override
    public boolean committed() {
        return committed;
    }

    @Override
    public void write(ByteBuffer data, boolean last) throws IOException {
        boolean end = last;
        if (data.remaining() > PIECE) {
            announce(last, data.remaining());
            while (data.remaining() > PIECE) {
                ByteBuffer piece = data.slice(data.position(), PIECE);
                data.position(data.position() + PIECE);
                put(piece, false);
                output.awaitWritable(timeoutNanos, exchange.id());
            }
        }
        put(data, end);
        if (!end) {
            output.awaitWritable(timeoutNanos, exchange.id());
        }
    }

    @Override
    public void writeNow(ByteBuffer data, boolean last) throws IOException {
        put(data, last);
    }

    /** Settles the length of a response that is complete with its first write. */
    private void announce(boolean last, long count) throws IOException {
        // A HEAD that writes nothing leaves open what a GET would have sent.
        if (!committed && last && declared < 0 && !(headOnly && count == 0) && declaredLength() < 0) {
            declared = count;
        }
    }

    private void put(ByteBuffer data, boolean last) throws IOException {
        output.gate().check();
        checkOpen();
        int n = data.remaining();
        announce(last, n);
        ByteBuf out = take(n);
        boolean sent = false;
        try {
            commit(out);
            count(n);
            if (n > 0 && bodyAllowed()) {
                startChunk(out, n);
                out.writeBytes(data);
                endChunk(out);
            } else {
                data.position(data.limit());
            }
            if (last) {
                end(out);
            }
            sent = true;
        } finally {
            if (!sent) {
                out.release();
            }
        }
        output.send(out, last);
    }

    private void checkOpen() throws IOException {
        if (ended) {
            throw new IOException("the response has ended");
        }
    }

    private ByteBuf take(int n) {
        int need = n + CHUNK_FRAMING;
        ByteBuf out = prepared.getAndSet(null);
        if (out != null) {
            if (out.writableBytes() >= need) {
                return out;
            }
            out.release();
        }
        return output.buffer(Math.max(LEAST_BUFFER, need + LEAST_BUFFER / 2));
    }

    private boolean bodyAllowed() {
        return body != Body.NONE;
    }

    private void count(long n) throws IOException {
        if (declared >= 0 && body == Body.LENGTH && written + n > declared) {
            IOException wrong = new IOException("more bytes were written than the Content-Length of " + declared);
            connection.abort(exchange.id(), wrong);
            throw wrong;
        }
        written += n;
    }

    private void startChunk(ByteBuf out, long n) {
        if (body == Body.CHUNKED) {
            out.writeCharSequence(Long.toHexString(n), StandardCharsets.US_ASCII);
            out.writeBytes(CRLF);
        }
    }

    private void endChunk(ByteBuf out) {
        if (body == Body.CHUNKED) {
            out.writeBytes(CRLF);
        }
    }

    private void commit(ByteBuf out) throws IOException {
        if (committed) {
            return;
        }
        RequestBodyException failure = connection.bodyFailure();
        if (failure != null && failure.status() != status) {
            commitInstead(failure, out);
            return;
        }
        decideFraming();
        writeHead(out);
    }

    /**
     * The body of the request turned out to be no proper one before an answer was begun: the client is told so, and what
     * the handler writes is swallowed. An answer with the same status is the handler's own way of saying it.
     */
    private void commitInstead(RequestBodyException failure, ByteBuf out) {
        byte[] text = (failure.getMessage() + "\n").getBytes(StandardCharsets.UTF_8);
        status = failure.status();
        headers.reset();
        headers.headers().set("Content-Type", "text/plain;charset=utf-8");
        declared = text.length;
        body = Body.NONE;
        keepAlive = false;
        writeHead(out);
        if (!headOnly) {
            out.writeBytes(text);
        }
    }

    private void writeHead(ByteBuf out) {
        connection.responseStarts();
        head.start(status);
        head.append(connection.loop.date().bytes());
        head.fields(headers.headers());
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
        head.endOfLine();
        out.writeBytes(head.bytes(), 0, head.length());
        headers.freeze();
        committed = true;
    }

    private void decideFraming() throws IOException {
        HttpHeaders fields = headers.headers();
        if (declared < 0) {
            declared = declaredLength();
        }
        if (fields.contains("Connection") && asksToClose(fields)) {
            keepAlive = false;
        }
        keepAlive &= connection.mayKeepAlive();
        if (status == 204 || status == 304) {
            body = Body.NONE;
            declared = status == 304 ? declaredLength() : -1;
        } else if (declared >= 0) {
            body = headOnly ? Body.NONE : Body.LENGTH;
        } else if (http11) {
            body = headOnly ? Body.NONE : Body.CHUNKED;
        } else {
            body = headOnly ? Body.NONE : Body.UNTIL_CLOSE;
            keepAlive &= headOnly;
        }
    }

    private static boolean asksToClose(HttpHeaders fields) {
        for (String value : fields.all("Connection")) {
            for (String option : value.split(",", -1)) {
                if (option.trim().equalsIgnoreCase("close")) {
                    return true;
                }
            }
        }
        return false;
    }

    private long declaredLength() throws IOException {
        String value = headers.headers().get("Content-Length");
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

    private void end(ByteBuf out) {
        ended = true;
        if (body == Body.CHUNKED) {
            Supplier<HttpHeaders> supplier = trailers;
            if (supplier == null) {
                out.writeBytes(LAST_CHUNK);
            } else {
                writeTrailers(out, supplier.get());
            }
        } else if (body == Body.LENGTH && written < declared) {
            // The client must not take what follows for the rest of this body.
            keepAlive = false;
        }
        // Only what nearly every response of this connection fits in is worth preparing.
        int size = Math.max(
                LEAST_BUFFER, Integer.highestOneBit(Math.max(1, out.readableBytes() - 1 + CHUNK_FRAMING)) << 1);
        preparedSize = Math.min(MOST_PREPARED, size);
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

    @Override
    public void writeFile(FileChannel file, long position, long count, boolean last) throws IOException {
        boolean passed = false;
        try {
            output.gate().check();
            checkOpen();
            announce(last, count);
            ByteBuf out = take(0);
            boolean encoded = false;
            try {
                commit(out);
                count(count);
                if (count > 0 && bodyAllowed()) {
                    startChunk(out, count);
                }
                encoded = true;
            } finally {
                if (!encoded) {
                    out.release();
                }
            }
            output.send(out, false);
            if (count > 0 && bodyAllowed()) {
                passed = true;
                sendFile(file, position, count, last);
            }
        } finally {
            if (!passed) {
                file.close();
            }
        }
        if (last) {
            finishFile();
        } else {
            output.awaitWritable(timeoutNanos, exchange.id());
        }
    }

    /** The last piece closes the file. Only a file that ends the response is passed whole, since nobody waits for it. */
    private void sendFile(FileChannel file, long position, long count, boolean last) throws IOException {
        long from = position;
        long left = count;
        SharedFile shared = new SharedFile(file);
        try {
            while (left > 0) {
                long n = last ? left : Math.min(left, FILE_PIECE);
                shared.retain();
                output.sendFile(new DefaultFileRegion(file, from, n) {
                    @Override
                    protected void deallocate() {
                        shared.release();
                    }
                });
                from += n;
                left -= n;
                if (!last) {
                    output.awaitWritable(timeoutNanos, exchange.id());
                }
            }
        } finally {
            shared.release();
        }
        if (body == Body.CHUNKED && !last) {
            ByteBuf out = output.buffer(CRLF.length);
            endChunk(out);
            output.send(out, false);
        }
    }

    private void finishFile() {
        ByteBuf out = output.buffer(LEAST_BUFFER);
        if (written > 0 && bodyAllowed()) {
            endChunk(out);
        }
        end(out);
        output.send(out, true);
    }

    @Override
    public void flush() throws IOException {
        output.gate().check();
        checkOpen();
        if (!committed) {
            ByteBuf out = take(0);
            boolean encoded = false;
            try {
                commit(out);
                encoded = true;
            } finally {
                if (!encoded) {
                    out.release();
                }
            }
            output.send(out, false);
        }
        output.awaitWritable(timeoutNanos, exchange.id());
    }

    @Override
    public boolean writable() {
        return output.gate().writable();
    }

    @Override
    public void onWritable(Runnable listener) {
        output.gate().onWritable(listener);
    }

    @Override
    public void trailers(@Nullable Supplier<HttpHeaders> supplier) {
        trailers = supplier;
    }

    @Override
    public void interim(int code, HttpHeaders fields) throws IOException {
        if (code < 102 || code > 199) {
            throw new IllegalArgumentException("an interim status is from 102 to 199, not " + code);
        }
        if (committed || !http11) {
            return;
        }
        output.gate().check();
        head.start(code);
        head.fields(fields);
        head.endOfLine();
        ByteBuf out = output.buffer(head.length());
        out.writeBytes(head.bytes(), 0, head.length());
        output.send(out, false);
    }

    @Override
    public void complete() {
        if (ended) {
            return;
        }
        try {
            put(ByteBuffer.allocate(0), true);
        } catch (IOException e) {
            HttpLog.LOG.debugf(e, "a response could not be completed");
            ended = true;
            connection.abort(exchange.id(), e);
        }
    }

    @Override
    public Upgraded upgrade() {
        if (committed || ended || !http11 || !connection.mayUpgrade()) {
            throw new IllegalStateException(
                    "this exchange cannot be upgraded: it is committed, has a body, or the client"
                            + " did not ask for it");
        }
        head.start(101);
        head.append(ResponseHead.CONNECTION_UPGRADE);
        head.fields(headers.headers());
        head.endOfLine();
        ByteBuf out = output.buffer(head.length());
        out.writeBytes(head.bytes(), 0, head.length());
        headers.freeze();
        status = 101;
        body = Body.RAW;
        keepAlive = false;
        committed = true;
        connection.upgrade(out);
        return new RawConnection(this, exchange.bodyQueue());
    }

    /** Both directions of an upgraded connection. */
    private record RawConnection(Http1Response output, RequestBody input) implements Upgraded {
        @Override
        public void close() {
            output.complete();
        }
    }

    @Override
    public void writeTimeout(Duration timeout) {
        timeoutNanos = timeout.toNanos();
    }

    @Override
    public long bytesWritten() {
        return written;
    }
}
