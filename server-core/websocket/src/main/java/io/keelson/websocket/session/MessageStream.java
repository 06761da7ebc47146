package io.keelson.websocket.session;

import io.keelson.websocket.frame.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * One binary message as a stream (RemoteEndpoint.Basic.getSendStream). Confined to whoever writes.
 *
 * <p>Specification: WebSocket 2.2, 2.1.4 Sending Messages.
 */
final class MessageStream extends OutputStream {
    private static final int SIZE = 8 * 1024;

    private final SocketSession session;
    private final Sender sender;
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private boolean begun;
    private boolean closed;

    MessageStream(SocketSession session, Sender sender) {
        this.session = session;
        this.sender = sender;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (closed) {
            throw new IOException("the stream has been closed: its message has ended");
        }
        begun = true;
        if (buffer.capacity() == 0) {
            buffer = ByteBuffer.allocate(SIZE);
        }
        int done = 0;
        while (done < length) {
            int n = Math.min(length - done, buffer.remaining());
            buffer.put(bytes, offset + done, n);
            done += n;
            if (!buffer.hasRemaining()) {
                send(false);
            }
        }
    }

    private void send(boolean last) throws IOException {
        session.sends();
        // The buffer is another's until it has been sent, which this waits for.
        session.await(sender.part(this, Kind.BINARY, buffer.flip(), last));
        buffer.clear();
    }

    @Override
    public void flush() throws IOException {
        if (!closed && buffer.position() > 0) {
            send(false);
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            if (begun) {
                send(true);
            }
        }
    }
}
