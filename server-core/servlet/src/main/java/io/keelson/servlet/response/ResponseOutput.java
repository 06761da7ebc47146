package io.keelson.servlet.response;

import io.keelson.http.ResponseWriter;
import io.keelson.servlet.server.Buffers;
import io.keelson.servlet.server.ContainerLog;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as a stream, with the buffer in front of the connection. Confined to the
 * request's thread.
 *
 * <p>A body that fits the buffer is handed to the connection once, together with its end. Invariant: {@code buffer} is null
 * or in write mode, and what it holds has not been written.
 *
 * <p>Specification: Servlet 6.1, 5.1 Buffering; Servlet 6.1, 5.4 Non-Blocking IO.
 */
public final class ResponseOutput extends ServletOutputStream {
    private final ResponseWriter writer;
    /** So many bytes of a response are sent at its end by a thread that must not wait. */
    private static final int MOST_WITHOUT_WAITING = 16 * 1024;

    private final StreamHost host;
    private final Buffers buffers;
    private final Runnable beforeCommit;
    private Runnable whole = () -> {};
    private @Nullable ByteBuffer buffer;
    private @Nullable FilePart tail;
    private @Nullable WriteListener listener;
    private int size;
    private long written;
    private long length = -1;
    private boolean closed;
    private boolean muted;
    private boolean failed;
    private boolean listenerFailed;
    private boolean ready = true;
    private boolean held;
    private boolean wholeHeld;

    /** {@code beforeCommit} runs before the first byte goes out. */
    public ResponseOutput(ResponseWriter writer, StreamHost host, Buffers buffers, Runnable beforeCommit) {
        this.writer = writer;
        this.host = host;
        this.buffers = buffers;
        this.size = buffers.size();
        this.beforeCommit = beforeCommit;
    }

    int bufferSize() {
        return size;
    }

    /** Returns whether something has been written since the last reset, sent or not. */
    boolean used() {
        return written > 0;
    }

    void bufferSize(int bytes) {
        if (bytes > size) {
            release();
            size = bytes;
        }
    }

    /** The announced length: what goes beyond is dropped, and what there is goes out when it is reached (5.7). */
    void length(long bytes) {
        length = bytes;
    }

    /** Sends the body where the length that was announced is that of what has been written already (5.7). */
    void sendWhole() throws IOException {
        ByteBuffer pending = buffer;
        if (full() && !muted && !closed && pending != null) {
            sendFull(pending);
        }
    }

    /** The announced length is reached: nothing more will come. */
    private void sendFull(ByteBuffer pending) throws IOException {
        if (!wholeHeld || writer.committed()) {
            send(pending);
        }
    }

    /** Keeps the byte that completes the response until {@link #finish}: what the request did is not safe before. */
    void hold() {
        held = true;
    }

    /** Keeps all of a response that fits the buffer until {@link #finish}, unless it is flushed: its head is not known before. */
    void holdWhole() {
        wholeHeld = true;
    }

    /** The announced length in bytes; -1: none. */
    long length() {
        return length;
    }

    boolean full() {
        return length >= 0 && written >= length && length > 0;
    }

    /** Returns whether the connection has failed under a write. */
    boolean failed() {
        return failed;
    }

    /** Drops what is written from now on: the response has been ended by {@code sendError} or a redirect. */
    void mute(boolean silent) {
        muted = silent;
    }

    /** Returns whether the application has closed the stream. */
    public boolean closed() {
        return closed;
    }

    /** Forgets what has not been sent. */
    void reset() {
        FilePart file = tail;
        if (file != null) {
            written -= file.count();
            dropTail();
        }
        ByteBuffer pending = buffer;
        if (pending != null) {
            written -= pending.position();
            pending.clear();
        }
    }

    void reopen() {
        closed = false;
        muted = false;
    }

    private ByteBuffer buffer() {
        ByteBuffer ready = buffer;
        if (ready == null) {
            ready = size == buffers.size() ? buffers.take() : ByteBuffer.allocate(size);
            buffer = ready;
        }
        return ready;
    }

    @Override
    public void write(int b) throws IOException {
        if (!accepts()) {
            return;
        }
        if (length >= 0 && written >= length) {
            return;
        }
        ByteBuffer pending = buffer();
        if (!pending.hasRemaining()) {
            send(pending);
        }
        pending.put((byte) b);
        written++;
        if (written == length) {
            sendFull(pending);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        if (!accepts()) {
            return;
        }
        int allowed = length < 0 ? count : (int) Math.min(count, length - written);
        if (allowed <= 0) {
            return;
        }
        written += allowed;
        ByteBuffer pending = buffer();
        boolean fits = allowed <= pending.remaining();
        if (!fits) {
            send(pending);
            fits = allowed < pending.remaining();
        }
        if (fits) {
            pending.put(bytes, offset, allowed);
        } else if (held && full()) {
            toConnection(ByteBuffer.wrap(bytes, offset, allowed - 1));
            pending.put(bytes[offset + allowed - 1]);
        } else {
            toConnection(ByteBuffer.wrap(bytes, offset, allowed));
        }
        if (written == length) {
            sendFull(pending);
        }
    }

    /**
     * Writes the characters of ASCII with which {@code text} begins at {@code from}, a byte each. The buffer's room is looked at once a
     * run, not once a character: this is where pages spend their time.
     *
     * @return how many there were; all, where what comes is dropped: beyond the announced length, as with bytes, or after an error
     */
    int writeAscii(char[] text, int from, int to) throws IOException {
        int i = from;
        while (i < to) {
            int room = room();
            if (room == 0) {
                return to - from;
            }
            ByteBuffer pending = buffer();
            byte[] bytes = pending.array();
            int position = pending.position();
            int end = Math.min(to, i + room);
            while (i < end && text[i] < 0x80) {
                bytes[position++] = (byte) text[i++];
            }
            wrote(pending, position);
            if (i < end) {
                break;
            }
        }
        return i - from;
    }

    /** Returns how many bytes can be written behind one another now; 0 where everything that comes is dropped. */
    private int room() throws IOException {
        if (!accepts() || length >= 0 && written >= length) {
            return 0;
        }
        ByteBuffer pending = buffer();
        if (!pending.hasRemaining()) {
            send(pending);
        }
        return length < 0 ? pending.remaining() : (int) Math.min(pending.remaining(), length - written);
    }

    private void wrote(ByteBuffer pending, int position) throws IOException {
        written += position - pending.position();
        pending.position(position);
        if (written == length) {
            sendFull(pending);
        }
    }

    @Override
    public void write(ByteBuffer source) throws IOException {
        if (source.hasArray()) {
            write(source.array(), source.arrayOffset() + source.position(), source.remaining());
            source.position(source.limit());
        } else {
            byte[] copy = new byte[source.remaining()];
            source.get(copy);
            write(copy, 0, copy.length);
        }
    }

    private boolean accepts() throws IOException {
        if (closed) {
            throw new IOException("the response has been closed");
        }
        if (listener != null && !ready) {
            throw new IllegalStateException("nothing can be written now: isReady has not returned true");
        }
        return !muted;
    }

    private void send(ByteBuffer pending) throws IOException {
        // May refuse: then all is as it was.
        beforeCommit.run();
        boolean keepLast = held && full() && tail == null && pending.position() > 0;
        if (keepLast) {
            pending.position(pending.position() - 1);
        }
        byte last = keepLast ? pending.get(pending.position()) : 0;
        pending.flip();
        try {
            if (pending.hasRemaining()) {
                toConnection(pending);
            }
        } finally {
            pending.clear();
            if (keepLast) {
                pending.put(last);
            }
        }
    }

    private void toConnection(ByteBuffer data) throws IOException {
        beforeCommit.run();
        try {
            if (listener == null) {
                writer.write(data, false);
            } else {
                writer.writeNow(data, false);
            }
        } catch (IOException e) {
            failed = true;
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        if (!accepts()) {
            return;
        }
        flushPending();
    }

    /** Sends what is there, the head too. */
    void flushPending() throws IOException {
        ByteBuffer pending = buffer;
        if (pending != null) {
            send(pending);
        }
        beforeCommit.run();
        sendTail(false);
        // With a listener, a flush must not park: what the connection cannot take now goes out by itself.
        if (listener == null || writer.writable()) {
            try {
                writer.flush();
            } catch (IOException e) {
                failed = true;
                throw e;
            }
        }
    }

    // ---- files

    /** Writes a part of a file behind what is in the buffer. */
    void write(FilePart file) throws IOException {
        ByteBuffer pending = buffer;
        if (pending != null) {
            send(pending);
        }
        beforeCommit.run();
        written += file.count();
        writeToConnection(file, false);
    }

    /** Ends the body with a part of a file: where that completes the announced length it goes out with the end of the request. */
    void endWith(FilePart file) throws IOException {
        if (length >= 0 && written + file.count() == length && tail == null) {
            written += file.count();
            tail = file;
        } else {
            try {
                write(file);
            } finally {
                file.body().close();
            }
        }
    }

    private void sendTail(boolean last) throws IOException {
        FilePart file = tail;
        if (file != null) {
            try {
                writeToConnection(file, last);
            } finally {
                dropTail();
            }
        }
    }

    private void writeToConnection(FilePart file, boolean last) throws IOException {
        try {
            writer.writeFile(file.body(), file.position(), file.count(), last);
        } catch (IOException e) {
            failed = true;
            throw e;
        }
    }

    private void dropTail() {
        FilePart file = tail;
        tail = null;
        if (file != null) {
            file.body().close();
        }
    }

    /** The application is done with the stream: what there is goes out, but the exchange lasts until the request ends. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (!muted) {
            if (!writer.committed() && length < 0) {
                whole.run();
            }
            if (wholeHeld && !writer.committed()) {
                return;
            }
            ByteBuffer pending = buffer;
            if (full() && pending != null) {
                // Goes out by itself, with the end of the response where that comes soon.
                send(pending);
            } else {
                flushPending();
            }
        }
    }

    /** Sets the action for a stream that is closed with the whole body still in the buffer. */
    void onWholeBody(Runnable action) {
        whole = action;
    }

    /** Returns how much is in the buffer. */
    int pending() {
        ByteBuffer now = buffer;
        return now == null ? 0 : now.position();
    }

    /** Ends the response with what is left in the buffer. */
    void finish() {
        ByteBuffer pending = buffer;
        closed = true;
        try {
            if (failed) {
                return;
            }
            beforeCommit.run();
            if (tail != null) {
                if (pending != null) {
                    send(pending);
                }
                sendTail(true);
            } else if (pending != null && pending.position() > 0) {
                pending.flip();
                if (listener == null) {
                    writer.write(pending, true);
                } else {
                    writer.writeNow(pending, true);
                }
            } else {
                writer.complete();
            }
        } catch (IOException e) {
            failed = true;
            ContainerLog.LOG.debugf(e, "the client has gone before the end of the response");
        } finally {
            release();
        }
    }

    /**
     * Returns whether {@link #finish} sends what is in the buffer and waits for nothing: no file, nothing that is written without blocking,
     * nothing long.
     */
    boolean endsWithoutWaiting() {
        ByteBuffer pending = buffer;
        return tail == null
                && listener == null
                && (pending == null || pending.position() <= MOST_WITHOUT_WAITING)
                && writer.writable();
    }

    /** Gives the buffer back. */
    void release() {
        dropTail();
        ByteBuffer pending = buffer;
        buffer = null;
        if (pending != null) {
            buffers.give(pending);
        }
    }

    @Override
    public boolean isReady() {
        if (listener == null) {
            return true;
        }
        if (!writer.writable()) {
            if (ready) {
                ready = false;
                writer.onWritable(this::writable);
            }
            return false;
        }
        return ready;
    }

    private void writable() {
        host.submit(this::callBack);
    }

    /** The client has gone: a listener that has not written all is told, if it does not know (5.4). */
    void gone(IOException why) {
        WriteListener waiting = listener;
        if (waiting != null && !closed && !listenerFailed) {
            listenerFailed = true;
            waiting.onError(why);
        }
    }

    private void callBack() {
        if (listenerFailed) {
            return;
        }
        WriteListener target = Objects.requireNonNull(listener);
        ready = true;
        try {
            target.onWritePossible();
        } catch (IOException | RuntimeException | Error e) {
            listenerFailed = true;
            target.onError(e);
        }
    }

    @Override
    public void setWriteListener(WriteListener writeListener) {
        Objects.requireNonNull(writeListener, "the write listener is null");
        if (listener != null) {
            throw new IllegalStateException("a write listener has been set already");
        }
        if (!host.listenersAllowed()) {
            throw new IllegalStateException("a write listener needs a request that is asynchronous or upgraded");
        }
        listener = writeListener;
        ready = false;
        writer.onWritable(this::writable);
    }
}
