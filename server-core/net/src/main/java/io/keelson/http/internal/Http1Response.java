package io.keelson.http.internal;

import io.keelson.http.FileBody;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.RequestBodyException;
import io.keelson.http.ResponseWriter;
import io.keelson.muxer.OutgoingFile;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response of an HTTP/1 exchange: what is sent when, encoded with its {@link ResponseFraming}. Whoever owns the exchange encodes on its
 * own thread into one direct buffer and passes it to the loop. Owned by the exchange's owner.
 *
 * <p>Specification: RFC 9112, 4 Status Line; RFC 9112, 6 Message Body.
 */
final class Http1Response implements ResponseWriter {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
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
    private final ResponseFraming framing = new ResponseFraming();

    /** Taken by the owner, or by the loop when the exchange ends before the owner wrote; never by both. */
    private final AtomicReference<@Nullable ByteBuf> prepared = new AtomicReference<>();

    /**
     * A response that lacks nothing but its end. It is the loop's to send as soon as that comes to it, and the owner's to take back
     * and send with the end where that comes first: then response and end are one write. Owned as {@link #prepared} is.
     */
    private final AtomicReference<@Nullable ByteBuf> whole = new AtomicReference<>();

    private final Runnable sendWholeNow = this::sendWholeNow;

    private int preparedSize = LEAST_BUFFER;
    private int status = 200;
    private volatile boolean committed;
    private boolean ended;
    private long timeoutNanos;
    private @Nullable Supplier<HttpHeaders> trailers;

    Http1Response(Http1Connection connection, Http1Exchange exchange) {
        this.connection = connection;
        this.output = connection.output();
        this.exchange = exchange;
    }

    /** Prepares for a request. On the loop. */
    void begin(RequestLine line, boolean mayKeepAlive) {
        status = 200;
        framing.begin(line, mayKeepAlive);
        committed = false;
        ended = false;
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
        release(prepared);
        release(whole);
    }

    private static void release(AtomicReference<@Nullable ByteBuf> place) {
        ByteBuf unused = place.getAndSet(null);
        if (unused != null) {
            unused.release();
        }
    }

    /** Returns whether the connection may carry another request. On the loop, after the end. */
    boolean keepAlive() {
        return framing.keepAlive();
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
        if (data.remaining() > PIECE) {
            announce(last, data.remaining());
            while (data.remaining() > PIECE) {
                ByteBuffer piece = data.slice(data.position(), PIECE);
                data.position(data.position() + PIECE);
                put(piece, false, false);
                output.awaitWritable(timeoutNanos, exchange.id());
            }
        }
        if (put(data, last, true) && !last) {
            output.awaitWritable(timeoutNanos, exchange.id());
        }
    }

    @Override
    public void writeNow(ByteBuffer data, boolean last) throws IOException {
        put(data, last, false);
    }

    /** Settles the length of a response that is complete with its first write; one with trailer fields has to be chunked. */
    private void announce(boolean last, long count) throws IOException {
        if (!committed && last && (trailers == null || !framing.http11())) {
            framing.complete(headers.headers(), count);
        }
    }

    /**
     * Encodes a piece and passes it to the loop.
     *
     * @param mayWait whether a body that has reached its length may wait until the loop comes to it, so that the end, where it is there
     *     by then, costs no write of its own
     * @return whether it was passed on
     */
    private boolean put(ByteBuffer data, boolean last, boolean mayWait) throws IOException {
        output.gate().check();
        checkOpen();
        int n = data.remaining();
        announce(last, n);
        if (n > 0) {
            sendWhole();
        }
        ByteBuf waiting = takeWhole();
        ByteBuf out = waiting == null ? take(n) : waiting;
        boolean sent = false;
        try {
            commit(out, last);
            count(n);
            if (n > 0 && framing.bodyAllowed()) {
                framing.startPiece(out, n);
                out.writeBytes(data);
                framing.endPiece(out);
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
        if (mayWait && !last && framing.reachedLength()) {
            sendWholeSoon(out);
            return false;
        }
        output.send(out, last);
        return true;
    }

    /** The connection may have gone in this moment, and with it who would have released the buffer. */
    private void sendWholeSoon(ByteBuf out) {
        whole.set(out);
        if (output.gate().gone()) {
            release(whole);
        } else {
            output.onLoop(sendWholeNow);
        }
    }

    /** On the loop. A task of an earlier response finds nothing, or what may go as well. */
    private void sendWholeNow() {
        ByteBuf out = whole.getAndSet(null);
        if (out != null) {
            output.sendHere(out);
        }
    }

    private void sendWhole() {
        ByteBuf out = takeWhole();
        if (out != null) {
            output.send(out, false);
        }
    }

    /** Only the owner puts one there, so that it need not look twice where it sees none. */
    private @Nullable ByteBuf takeWhole() {
        return whole.get() == null ? null : whole.getAndSet(null);
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

    private void count(long n) throws IOException {
        try {
            framing.count(n);
        } catch (IOException tooMuch) {
            connection.abort(exchange.id(), tooMuch);
            throw tooMuch;
        }
    }

    /** @param last whether the response ends with this write, so that nobody reads the request's body any more */
    private void commit(ByteBuf out, boolean last) throws IOException {
        if (committed) {
            return;
        }
        RequestBodyException failure = connection.bodyFailure();
        if (failure != null && failure.status() != status) {
            commitInstead(failure, out);
            return;
        }
        framing.decide(status, headers.headers(), connection.mayKeepAlive(last));
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
        framing.replaceBody(text.length);
        writeHead(out);
        if (!framing.headOnly()) {
            out.writeBytes(text);
        }
    }

    private void writeHead(ByteBuf out) {
        connection.responseStarts();
        head.start(status);
        head.append(connection.loop.date().bytes());
        head.fields(headers.headers());
        framing.fields(head, status);
        head.endOfLine();
        out.writeBytes(head.bytes(), 0, head.length());
        headers.freeze();
        committed = true;
    }

    private void end(ByteBuf out) {
        ended = true;
        framing.end(out, trailers);
        // Only what nearly every response of this connection fits in is worth preparing.
        int size = Math.max(
                LEAST_BUFFER, Integer.highestOneBit(Math.max(1, out.readableBytes() - 1 + CHUNK_FRAMING)) << 1);
        preparedSize = Math.min(MOST_PREPARED, size);
    }

    @Override
    public FileBody openFile(Path file) throws IOException {
        return new SocketFile(OutgoingFile.open(connection.channel(), file));
    }

    /** Writes a part of a file, through memory where TLS protects it: what follows the part then waits for it here. */
    @Override
    public void writeFile(FileBody file, long position, long count, boolean last) throws IOException {
        if (!(file instanceof SocketFile sent) || !last && exchange.tls() != null) {
            ResponseWriter.super.writeFile(file, position, count, last);
            return;
        }
        output.gate().check();
        checkOpen();
        announce(last, count);
        sendWhole();
        ByteBuf out = take(0);
        boolean passed = false;
        try {
            commit(out, last);
            count(count);
            if (count == 0 || !framing.bodyAllowed()) {
                if (last) {
                    end(out);
                }
                passed = true;
                output.send(out, last);
                return;
            }
            framing.startPiece(out, count);
            passed = true;
        } finally {
            if (!passed) {
                out.release();
            }
        }
        if (last) {
            sendLast(out, sent.outgoing(), position, count);
        } else {
            sendPieces(out, sent.outgoing(), position, count);
        }
    }

    /** Nobody waits for a file that ends the response: it is passed whole, and the exchange ends when it has been sent. */
    private void sendLast(ByteBuf before, OutgoingFile file, long position, long count) {
        ByteBuf after = framing.endsPieces() ? output.buffer(LEAST_BUFFER) : Unpooled.EMPTY_BUFFER;
        boolean passed = false;
        try {
            framing.endPiece(after);
            end(after);
            passed = true;
        } finally {
            if (!passed) {
                before.release();
                after.release();
            }
        }
        if (exchange.tls() == null) {
            output.sendFile(before, file.region(position, count), after);
        } else {
            output.copyFile(before, new FileBytes(file, file.region(position, count)), after);
        }
    }

    private void sendPieces(ByteBuf before, OutgoingFile file, long position, long count) throws IOException {
        ByteBuf head = before;
        for (long sent = 0; sent < count; ) {
            long n = Math.min(count - sent, FILE_PIECE);
            output.sendFile(head, file.region(position + sent, n), null);
            head = Unpooled.EMPTY_BUFFER;
            sent += n;
            output.awaitWritable(timeoutNanos, exchange.id());
        }
        if (framing.endsPieces()) {
            ByteBuf out = output.buffer(2);
            framing.endPiece(out);
            output.send(out, false);
        }
    }

    @Override
    public void flush() throws IOException {
        output.gate().check();
        checkOpen();
        sendWhole();
        if (!committed) {
            ByteBuf out = take(0);
            boolean encoded = false;
            try {
                commit(out, false);
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
        if (committed || !framing.http11()) {
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
            put(NOTHING.duplicate(), true, false);
        } catch (IOException e) {
            HttpLog.LOG.debugf(e, "a response could not be completed");
            ended = true;
            connection.abort(exchange.id(), e);
        }
    }

    @Override
    public Upgraded upgrade() {
        if (committed || ended || !framing.http11() || !connection.mayUpgrade()) {
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
        framing.raw();
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
        return framing.written();
    }
}
