package io.keelson.servlet.request;

import io.keelson.http.RequestBody;
import io.keelson.servlet.response.StreamHost;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body as a stream, blocking or with a listener. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 3.8 Non-Blocking IO.
 */
public final class RequestInput extends ServletInputStream {
    private final RequestBody body;
    private final StreamHost host;
    private final byte[] single = new byte[1];
    private @Nullable ReadListener listener;
    private boolean pushedBack;
    private boolean allRead;
    private boolean callingBack;
    private boolean endAnnounced;
    private boolean closed;
    private boolean failed;

    /** Makes the stream of a body. */
    public RequestInput(RequestBody body, StreamHost host) {
        this.body = body;
        this.host = host;
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (closed) {
            throw new IOException("the stream of the request's body has been closed");
        }
        if (length == 0) {
            return 0;
        }
        if (pushedBack) {
            pushedBack = false;
            target[offset] = single[0];
            return 1;
        }
        if (listener == null) {
            return body.read(target, offset, length);
        }
        int n = body.poll(target, offset, length);
        if (n == 0) {
            throw new IllegalStateException("nothing can be read now: isReady has not returned true");
        }
        return n;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (!target.hasArray() || !target.hasRemaining()) {
            return super.read(target);
        }
        int position = target.position();
        int n = read(target.array(), target.arrayOffset() + position, target.remaining());
        if (n > 0) {
            target.limit(position + n);
        }
        return n;
    }

    @Override
    public int readLine(byte[] target, int offset, int length) throws IOException {
        checkBlocking();
        return super.readLine(target, offset, length);
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        checkBlocking();
        return super.readAllBytes();
    }

    @Override
    public byte[] readNBytes(int length) throws IOException {
        checkBlocking();
        return super.readNBytes(length);
    }

    @Override
    public int readNBytes(byte[] target, int offset, int length) throws IOException {
        checkBlocking();
        return super.readNBytes(target, offset, length);
    }

    private void checkBlocking() {
        if (listener != null) {
            throw new IllegalStateException("the stream has a read listener: what waits for data cannot be called");
        }
    }

    @Override
    public int available() {
        return closed ? 0 : body.available() + (pushedBack ? 1 : 0);
    }

    /** The request has ended: the body of the next one is not this stream's. */
    void end() {
        closed = true;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public boolean isFinished() {
        return !pushedBack && body.finished();
    }

    @Override
    public boolean isReady() {
        if (listener == null) {
            return true;
        }
        if (available() > 0) {
            return true;
        }
        if (isFinished()) {
            announceEnd();
        } else if (!allRead) {
            body.onReadable(this::readable);
        }
        return false;
    }

    /** Calls the listener back where the application has read to the end outside a callback, as no other would come. */
    private void announceEnd() {
        if (!allRead && !callingBack && !endAnnounced) {
            endAnnounced = true;
            readable();
        }
    }

    private void readable() {
        host.submit(this::callBack);
    }

    @Override
    public void setReadListener(ReadListener readListener) {
        Objects.requireNonNull(readListener, "the read listener is null");
        if (listener != null) {
            throw new IllegalStateException("a read listener has been set already");
        }
        if (!host.listenersAllowed()) {
            throw new IllegalStateException("a read listener needs a request that is asynchronous or upgraded");
        }
        listener = readListener;
        body.onReadable(this::readable);
    }

    /** The client has gone: a listener that has not had all of the body is told, if it does not know (3.8). */
    void gone(IOException why) {
        ReadListener waiting = listener;
        if (waiting != null && !allRead && !failed) {
            failed = true;
            waiting.onError(why);
        }
    }

    private void callBack() {
        if (failed) {
            return;
        }
        ReadListener target = Objects.requireNonNull(listener);
        callingBack = true;
        try {
            if (hasData()) {
                target.onDataAvailable();
            }
            if (isFinished() && !allRead) {
                allRead = true;
                target.onAllDataRead();
            }
        } catch (IOException | RuntimeException | Error e) {
            failed = true;
            target.onError(e);
        } finally {
            callingBack = false;
        }
    }

    /** Returns whether there is data: neither the end, which only a read shows, nor a failure, which it throws. */
    private boolean hasData() throws IOException {
        if (available() > 0) {
            return true;
        }
        int n = isFinished() ? -1 : body.poll(single, 0, 1);
        if (n == 0) {
            body.onReadable(this::readable);
        }
        pushedBack = n > 0;
        return pushedBack;
    }
}
