package io.keelson.servlet.compress;

import io.keelson.http.FileBody;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestHead;
import io.keelson.http.ResponseWriter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A response that is compressed when its head says that it may be: what that is gets decided when the first of it would be sent.
 * Owned by the request's thread.
 *
 * <p>Specification: RFC 9110, 8.4 Content-Encoding.
 */
final class CompressedResponse implements ResponseWriter {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int FILE_PIECE = 32 << 10;

    private final Compression rules;
    private final Compressors compressors;
    private final RequestHead request;
    private final ResponseWriter to;
    private @Nullable Compressor compressor;
    private boolean decided;
    private boolean parks = true;
    private boolean ended;
    private long declared = -1;
    private long taken;

    CompressedResponse(Compression rules, Compressors compressors, RequestHead request, ResponseWriter to) {
        this.rules = rules;
        this.compressors = compressors;
        this.request = request;
        this.to = to;
    }

    // ---- the decision

    /** @param whole the size of the body where what is written now is all of it; else -1 */
    private void decide(long whole) {
        if (decided) {
            return;
        }
        decided = true;
        HttpHeaders fields = to.headers();
        declared = declaredLength(fields);
        if (to.committed() || !rules.covers(to.status(), fields, whole >= 0 ? whole : declared)) {
            return;
        }
        Compression.vary(fields);
        String coding = Compression.coding(request.headers().all("Accept-Encoding"));
        if (coding != null) {
            Compression.describe(fields, coding);
            Compressor taking = compressors.take();
            taking.begin(coding.equals("gzip"));
            compressor = taking;
        }
    }

    private static long declaredLength(HttpHeaders fields) {
        String value = fields.get("Content-Length");
        try {
            return value == null ? -1 : Long.parseLong(value.strip());
        } catch (NumberFormatException e) {
            return -1; // who sends the head refuses it
        }
    }

    // ---- the body

    @Override
    public void write(ByteBuffer data, boolean last) throws IOException {
        parks = true;
        put(data, last);
    }

    @Override
    public void writeNow(ByteBuffer data, boolean last) throws IOException {
        parks = false;
        put(data, last);
    }

    private void put(ByteBuffer data, boolean last) throws IOException {
        decide(last ? taken + data.remaining() : -1);
        Compressor active = compressor;
        if (active == null) {
            send(data, last);
            return;
        }
        taken += data.remaining();
        active.input(data);
        while (active.compress()) {
            send(active.out(), active);
        }
        if (last || taken == declared) {
            end(active, last);
        }
    }

    /**
     * A body that is shorter than was announced is left without its end, so that nobody takes it for whole. One that has the
     * length that was announced is ended at once, and where nothing of it has been sent its compressed length is announced.
     */
    private void end(Compressor active, boolean last) throws IOException {
        if (taken >= declared) {
            while (active.finish()) {
                send(active.out(), active);
            }
        }
        ended = last;
        ByteBuffer rest = active.out().flip();
        if (!last && !to.committed()) {
            to.headers().set("Content-Length", Integer.toString(rest.remaining()));
        }
        send(rest, last);
        release();
    }

    private void send(ByteBuffer full, Compressor active) throws IOException {
        send(full.flip(), false);
        active.out().clear();
    }

    private void send(ByteBuffer data, boolean last) throws IOException {
        if (parks) {
            to.write(data, last);
        } else {
            to.writeNow(data, last);
        }
    }

    @Override
    public FileBody openFile(Path file) throws IOException {
        return to.openFile(file);
    }

    @Override
    public void writeFile(FileBody file, long position, long count, boolean last) throws IOException {
        parks = true;
        decide(last ? count : -1);
        if (compressor == null) {
            to.writeFile(file, position, count, last);
            return;
        }
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(FILE_PIECE, Math.max(1, count)));
        long end = position + count;
        for (long at = position; at < end; ) {
            piece.clear().limit((int) Math.min(piece.capacity(), end - at));
            int read = file.read(piece, at);
            if (read < 0) {
                throw new EOFException("a file became shorter while it was sent");
            }
            at += read;
            put(piece.flip(), last && at == end);
        }
        if (last && count == 0) {
            put(NOTHING.duplicate(), true);
        }
    }

    @Override
    public void flush() throws IOException {
        decide(-1);
        Compressor active = compressor;
        if (active != null) {
            while (active.flush()) {
                send(active.out(), active);
            }
            if (active.out().position() > 0) {
                send(active.out(), active);
            }
        }
        // Who does not want to be parked must not be parked by what the compressor still held.
        if (parks || to.writable()) {
            to.flush();
        }
    }

    /** A HEAD that writes nothing says what a GET would have said, as far as its head tells. */
    @Override
    public void complete() {
        if (ended) {
            return;
        }
        boolean head = request.method().equals("HEAD");
        if (!decided && (!head || declaredLength(to.headers()) >= 0)) {
            decide(head ? -1 : 0);
        }
        Compressor active = compressor;
        if (active == null || head) {
            ended = true;
            release();
            to.complete();
            return;
        }
        try {
            parks = false;
            end(active, true);
        } catch (IOException e) {
            ended = true;
            release();
            to.complete(); // says itself what is wrong with the connection
        }
    }

    /** Gives the compressor back. */
    void release() {
        Compressor active = compressor;
        compressor = null;
        if (active != null) {
            compressors.give(active);
        }
    }

    // ---- the rest is the connection's

    @Override
    public int status() {
        return to.status();
    }

    @Override
    public void status(int status) {
        to.status(status);
    }

    @Override
    public HttpHeaders headers() {
        return to.headers();
    }

    /** Returns true from the first byte that the compressor has taken: it cannot be taken back, though it may not have been sent. */
    @Override
    public boolean committed() {
        return compressor != null || to.committed();
    }

    @Override
    public boolean writable() {
        return to.writable();
    }

    @Override
    public void onWritable(Runnable listener) {
        to.onWritable(listener);
    }

    @Override
    public void trailers(@Nullable Supplier<HttpHeaders> trailers) {
        to.trailers(trailers);
    }

    @Override
    public void interim(int status, HttpHeaders fields) throws IOException {
        to.interim(status, fields);
    }

    @Override
    public Upgraded upgrade() {
        return to.upgrade();
    }

    @Override
    public void writeTimeout(Duration timeout) {
        to.writeTimeout(timeout);
    }

    @Override
    public long bytesWritten() {
        return to.bytesWritten();
    }
}
