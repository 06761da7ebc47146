package io.keelson.websocket.session;

import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.ResponseWriter;
import io.keelson.servlet.spi.UpgradedConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.Queue;
import java.util.function.Supplier;

/** A connection without a network: the test feeds it, runs its work, and decides when it can be written to. */
final class FakeConnection implements UpgradedConnection {
    final Queue<Runnable> work = new ArrayDeque<>();
    final In in = new In();
    final Out out = new Out();
    boolean closed;
    boolean aborted;
    boolean ended;
    private Runnable gone;

    /** Runs what was handed over, and what comes of it. */
    void run() {
        for (Runnable next = work.poll(); next != null; next = work.poll()) {
            next.run();
        }
    }

    /** The connection ends, as the muxer would say. */
    void end() {
        Runnable told = gone;
        gone = null;
        if (told != null) {
            told.run();
        }
    }

    /** Returns what was sent since the last call, in hexadecimal. */
    String sent() {
        String hex = HexFormat.of().formatHex(out.bytes.toByteArray());
        out.bytes.reset();
        return hex;
    }

    @Override
    public RequestBody input() {
        return in;
    }

    @Override
    public ResponseWriter output() {
        return out;
    }

    @Override
    public void execute(Runnable next) {
        work.add(next);
    }

    @Override
    public void onGone(Runnable listener) {
        gone = listener;
    }

    @Override
    public void close() {
        closed = true;
        end();
    }

    @Override
    public void abort(Throwable cause) {
        aborted = true;
        end();
    }

    @Override
    public void ended() {
        ended = true;
    }

    /** What the client sends. */
    static final class In implements RequestBody {
        private final Queue<byte[]> pieces = new ArrayDeque<>();
        private byte[] now = {};
        private int at;
        private Runnable listener;
        private boolean ended;

        /** The client closes its side. */
        void end() {
            ended = true;
            feed(new byte[0]);
        }

        void feed(byte[] bytes) {
            pieces.add(bytes);
            Runnable told = listener;
            listener = null;
            if (told != null) {
                told.run();
            }
        }

        /** Returns how many bytes nobody has taken. */
        long left() {
            return now.length - at + pieces.stream().mapToLong(p -> p.length).sum();
        }

        boolean listening() {
            return listener != null;
        }

        @Override
        public long length() {
            return -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            throw new AssertionError("a blocking read");
        }

        @Override
        public int poll(byte[] target, int offset, int length) {
            while (at == now.length) {
                byte[] next = pieces.poll();
                if (next == null) {
                    return ended ? -1 : 0;
                }
                now = next;
                at = 0;
            }
            int n = Math.min(length, now.length - at);
            System.arraycopy(now, at, target, offset, n);
            at += n;
            return n;
        }

        @Override
        public int available() {
            return (int) left();
        }

        @Override
        public boolean finished() {
            return false;
        }

        @Override
        public void onReadable(Runnable next) {
            if (left() > 0 || ended) {
                next.run();
            } else {
                listener = next;
            }
        }

        @Override
        public HttpHeaders trailers() {
            return new HttpHeaders();
        }

        @Override
        public void limit(long bytes) {}

        @Override
        public IOException failure() {
            return null;
        }
    }

    /** What is sent to the client. */
    static final class Out implements ResponseWriter {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean broken;

        /** What the client does as soon as it has got something. */
        Runnable taken = () -> {};

        private boolean writable = true;
        private Runnable listener;

        /** The client has gone: a write does not wait any more, it fails. */
        void gone() {
            broken = true;
            writable(true);
        }

        void writable(boolean is) {
            writable = is;
            Runnable told = listener;
            if (is && told != null) {
                listener = null;
                told.run();
            }
        }

        @Override
        public int status() {
            return 101;
        }

        @Override
        public void status(int status) {}

        @Override
        public HttpHeaders headers() {
            return new HttpHeaders();
        }

        @Override
        public boolean committed() {
            return true;
        }

        @Override
        public void write(ByteBuffer data, boolean last) {
            throw new AssertionError("a blocking write");
        }

        @Override
        public void writeNow(ByteBuffer data, boolean last) throws IOException {
            if (broken) {
                throw new IOException("the client has gone");
            }
            byte[] piece = new byte[data.remaining()];
            data.get(piece);
            bytes.writeBytes(piece);
            taken.run();
        }

        @Override
        public void flush() {}

        @Override
        public boolean writable() {
            return writable;
        }

        @Override
        public void onWritable(Runnable next) {
            if (writable) {
                next.run();
            } else {
                listener = next;
            }
        }

        @Override
        public void trailers(Supplier<HttpHeaders> trailers) {}

        @Override
        public void interim(int status, HttpHeaders fields) {}

        @Override
        public void complete() {}

        @Override
        public Upgraded upgrade() {
            throw new AssertionError("upgraded already");
        }

        @Override
        public void writeTimeout(Duration timeout) {}

        @Override
        public long bytesWritten() {
            return bytes.size();
        }
    }
}
