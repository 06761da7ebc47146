package io.keelson.http.internal;

import io.keelson.http.FileBody;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBodyException;
import io.keelson.http.ResponseWriter;
import io.keelson.http.internal.h2.ErrorCode;
import io.keelson.http.internal.h2.FieldsEncoder;
import io.keelson.http.internal.h2.FrameType;
import io.keelson.http.internal.h2.FrameWriter;
import io.keelson.muxer.OutgoingFile;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response of an HTTP/2 stream: what is sent when, as frames. Whoever owns the exchange encodes on its
 * own thread, head and body into one direct buffer, which the loop sends as it is or takes apart where the windows do not let
 * all of it pass. Owned by the exchange's owner.
 *
 * <p>Specification: RFC 9113, 8.1 HTTP Message Framing; RFC 9113, 8.3.2 Response Pseudo-Header Fields.
 */
final class Http2Response implements ResponseWriter {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int PIECE = 64 * 1024;
    private static final int LEAST_BUFFER = 512;

    /** Bytes that frame headers add to a piece: one for the head, one for each part of the largest piece, and one at the end. */
    private static final int FRAMING = FrameType.HEADER * (PIECE / FrameType.PAYLOAD + 2);

    private final Http2Stream stream;
    private final HttpHeaders.Owner headers = new HttpHeaders.Owner();
    private final boolean headOnly;

    /** Taken by the owner, or by the loop when the exchange ends before the owner wrote; never by both. */
    private final AtomicReference<@Nullable ByteBuf> prepared = new AtomicReference<>();

    /**
     * A response that lacks nothing but its end. It is the loop's to send as soon as that comes to it, and the owner's to take back
     * and send with the end where that comes first: then response and end are one write. Owned as {@link #prepared} is.
     */
    private final AtomicReference<@Nullable ByteBuf> whole = new AtomicReference<>();

    private final Runnable sendWholeNow = this::sendWholeNow;

    /** The place of the last frame in the buffer that is being filled, or in {@link #whole}; -1 where it has none. */
    private int lastFrame = -1;

    private int status = 200;
    private volatile boolean committed;
    private boolean ended;
    private boolean bodyAllowed = true;
    private long declared = -1;
    private long written;
    private @Nullable Supplier<HttpHeaders> trailers;

    Http2Response(Http2Stream stream, boolean headOnly) {
        this.stream = stream;
        this.headOnly = headOnly;
    }

    /** A buffer from the loop's own cache is cheaper than one that an execute thread takes and the loop gives back. */
    void prepareBuffer(ByteBuf buffer) {
        prepared.setPlain(buffer);
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

    // ---- writing

    @Override
    public void write(ByteBuffer data, boolean last) throws IOException {
        if (data.remaining() > PIECE) {
            announce(last, data.remaining());
            while (data.remaining() > PIECE) {
                ByteBuffer piece = data.slice(data.position(), PIECE);
                data.position(data.position() + PIECE);
                put(piece, false, false);
                stream.awaitWritable();
            }
        }
        if (put(data, last, true) && !last) {
            stream.awaitWritable();
        }
    }

    @Override
    public void writeNow(ByteBuffer data, boolean last) throws IOException {
        put(data, last, false);
    }

    /** Settles the length of a response that is complete with its first write. */
    private void announce(boolean last, long count) throws IOException {
        // A HEAD that writes nothing leaves open what a GET would have sent.
        if (!committed
                && last
                && declared < 0
                && !(headOnly && count == 0)
                && ResponseFraming.declaredLength(headers.headers()) < 0) {
            declared = count;
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
        checkOpen();
        int n = data.remaining();
        announce(last, n);
        if (n > 0) {
            sendWhole();
        }
        ByteBuf waiting = takeWhole();
        ByteBuf out = waiting == null ? take(n) : waiting;
        boolean encoded = false;
        try {
            commit(out);
            count(n);
            if (n > 0 && bodyAllowed) {
                lastFrame = FrameWriter.data(out, stream.streamId(), data);
            } else {
                data.position(data.limit());
            }
            if (last) {
                end(out);
            }
            encoded = true;
        } finally {
            if (!encoded) {
                out.release();
            }
        }
        if (mayWait && !last && reachedLength()) {
            sendWholeSoon(out);
            return false;
        }
        stream.send(out);
        return true;
    }

    @Override
    public FileBody openFile(Path file) throws IOException {
        return new SocketFile(stream.open(file));
    }

    /** Writes a part of a file; what follows it waits for it here, but nobody waits for one that ends the response. */
    @Override
    public void writeFile(FileBody file, long position, long count, boolean last) throws IOException {
        if (!last || !(file instanceof SocketFile sent)) {
            ResponseWriter.super.writeFile(file, position, count, last);
            return;
        }
        checkOpen();
        announce(true, count);
        sendWhole();
        ByteBuf before = take(0);
        ByteBuf after = null;
        boolean none = count == 0;
        boolean encoded = false;
        try {
            commit(before);
            count(count);
            none |= !bodyAllowed;
            if (none) {
                end(before);
            } else if (trailers != null || written < declared) {
                lastFrame = -1;
                after = stream.buffer(LEAST_BUFFER);
                end(after);
            }
            encoded = true;
        } finally {
            if (!encoded) {
                before.release();
                if (after != null) {
                    after.release();
                }
            }
        }
        ended = true;
        if (none) {
            stream.send(before);
        } else {
            OutgoingFile outgoing = sent.outgoing();
            stream.sendFile(before, new FileBytes(outgoing, outgoing.region(position, count)), after);
        }
    }

    private boolean reachedLength() {
        return bodyAllowed && declared > 0 && written == declared;
    }

    /** The stream may have gone in this moment, and with it who would have released the buffer. */
    private void sendWholeSoon(ByteBuf out) {
        whole.set(out);
        if (stream.gate().gone()) {
            release(whole);
        } else {
            stream.later(sendWholeNow);
        }
    }

    /** On the loop. */
    private void sendWholeNow() {
        ByteBuf out = whole.getAndSet(null);
        if (out != null) {
            stream.sendHere(out);
        }
    }

    private void sendWhole() {
        ByteBuf out = takeWhole();
        if (out != null) {
            stream.send(out);
        }
    }

    /** Only the owner puts one there, so that it need not look twice where it sees none. */
    private @Nullable ByteBuf takeWhole() {
        return whole.get() == null ? null : whole.getAndSet(null);
    }

    private void checkOpen() throws IOException {
        stream.gate().check();
        if (ended) {
            throw new IOException("the response has ended");
        }
    }

    private ByteBuf take(int n) {
        lastFrame = -1;
        int need = n + FRAMING;
        ByteBuf out = prepared.getAndSet(null);
        if (out != null) {
            if (out.writableBytes() >= need) {
                return out;
            }
            out.release();
        }
        return stream.buffer(Math.max(LEAST_BUFFER, need + LEAST_BUFFER / 2));
    }

    private void count(long n) throws IOException {
        if (declared >= 0 && bodyAllowed && written + n > declared) {
            IOException tooMuch = new IOException("more bytes were written than the Content-Length of " + declared);
            stream.abort(tooMuch);
            throw tooMuch;
        }
        written += n;
    }

    // ---- the head

    private void commit(ByteBuf out) throws IOException {
        if (committed) {
            return;
        }
        RequestBodyException failure = stream.bodyFailure();
        if (failure != null && failure.status() != status) {
            commitInstead(failure, out);
            return;
        }
        decide();
        writeHead(out);
    }

    private void decide() throws IOException {
        HttpHeaders fields = headers.headers();
        if (declared < 0) {
            declared = ResponseFraming.declaredLength(fields);
        }
        if (status == 204 || status == 304) {
            bodyAllowed = false;
            declared = status == 304 ? ResponseFraming.declaredLength(fields) : -1;
        } else if (status == 205) {
            // It may have no content, and says so (RFC 9110, 15.3.6).
            bodyAllowed = false;
            declared = 0;
        } else {
            bodyAllowed = !headOnly;
        }
        if (fields.contains("Connection") && ResponseFraming.asksToClose(fields)) {
            stream.endConnection();
        }
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
        bodyAllowed = false;
        writeHead(out);
        if (!headOnly) {
            lastFrame = FrameWriter.data(out, stream.streamId(), ByteBuffer.wrap(text));
        }
    }

    private void writeHead(ByteBuf out) {
        stream.responseStarts();
        int start = FrameWriter.beginFields(out, stream.streamId());
        FieldsEncoder.status(out, status);
        FieldsEncoder.date(out, stream.loop.date().bytes(), DateHeader.VALUE, DateHeader.VALUE_LENGTH);
        fields(out, headers.headers());
        if (declared >= 0 && status != 204) {
            FieldsEncoder.contentLength(out, declared);
        }
        FrameWriter.endFields(out, start, stream.streamId());
        lastFrame = start;
        headers.freeze();
        committed = true;
    }

    /** The fields that a handler set, but for those that are of the connection or decided here. */
    private static void fields(ByteBuf out, HttpHeaders fields) {
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.nameAt(i);
            if (!isOurs(name)) {
                FieldsEncoder.field(out, name, fields.valueAt(i));
            }
        }
    }

    private static boolean isOurs(String name) {
        return switch (name.length()) {
            case 4 -> name.equalsIgnoreCase("date");
            case 7 -> name.equalsIgnoreCase("upgrade");
            case 10 -> name.equalsIgnoreCase("connection") || name.equalsIgnoreCase("keep-alive");
            case 14 -> name.equalsIgnoreCase("content-length");
            case 16 -> name.equalsIgnoreCase("proxy-connection");
            case 17 -> name.equalsIgnoreCase("transfer-encoding");
            default -> false;
        };
    }

    // ---- the end

    /** Marks the last frame, or adds one; a body that is shorter than its length must not pass for a whole one. */
    private void end(ByteBuf out) {
        ended = true;
        Supplier<HttpHeaders> wanted = trailers;
        if (bodyAllowed && written < declared) {
            FrameWriter.reset(out, stream.streamId(), ErrorCode.INTERNAL_ERROR);
        } else if (bodyAllowed && wanted != null && writeTrailers(out, wanted.get())) {
            FrameWriter.endStream(out, lastFrame);
        } else if (lastFrame >= 0) {
            FrameWriter.endStream(out, lastFrame);
        } else {
            FrameWriter.header(out, 0, FrameType.DATA, FrameType.END_STREAM, stream.streamId());
        }
    }

    private boolean writeTrailers(ByteBuf out, HttpHeaders given) {
        int start = FrameWriter.beginFields(out, stream.streamId());
        int empty = out.writerIndex();
        given.forEach((name, value) -> {
            if (!Forbidden.inTrailers(name) && !isOurs(name)) {
                FieldsEncoder.field(out, name, value);
            }
        });
        if (out.writerIndex() == empty) {
            out.writerIndex(start);
            return false;
        }
        FrameWriter.endFields(out, start, stream.streamId());
        lastFrame = start;
        return true;
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
            stream.abort(e);
        }
    }

    @Override
    public void flush() throws IOException {
        checkOpen();
        sendWhole();
        if (!committed) {
            stream.send(head());
        }
        stream.awaitWritable();
    }

    /** A buffer with the head, if it was not sent yet. */
    private ByteBuf head() throws IOException {
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
        return out;
    }

    // ---- the rest

    @Override
    public boolean writable() {
        return stream.gate().writable();
    }

    @Override
    public void onWritable(Runnable listener) {
        stream.gate().onWritable(listener);
    }

    @Override
    public void trailers(@Nullable Supplier<HttpHeaders> supplier) {
        trailers = supplier;
    }

    @Override
    public void interim(int code, HttpHeaders given) throws IOException {
        if (code < 102 || code > 199) {
            throw new IllegalArgumentException("an interim status is from 102 to 199, not " + code);
        }
        if (committed) {
            return;
        }
        stream.gate().check();
        ByteBuf out = stream.buffer(LEAST_BUFFER);
        int start = FrameWriter.beginFields(out, stream.streamId());
        FieldsEncoder.status(out, code);
        fields(out, given);
        FrameWriter.endFields(out, start, stream.streamId());
        stream.send(out);
    }

    @Override
    public Upgraded upgrade() {
        throw new IllegalStateException("this exchange cannot be upgraded: HTTP/2 has no upgrades");
    }

    @Override
    public void writeTimeout(Duration timeout) {
        stream.writeTimeoutNanos(timeout.toNanos());
    }

    @Override
    public long bytesWritten() {
        return written;
    }
}
