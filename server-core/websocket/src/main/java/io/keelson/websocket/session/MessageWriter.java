package io.keelson.websocket.session;

import io.keelson.websocket.frame.Kind;
import java.io.IOException;
import java.io.Writer;
import java.util.Objects;

/**
 * One text message as a writer (RemoteEndpoint.Basic.getSendWriter). Guarded by its lock, as writers are.
 *
 * <p>Specification: WebSocket 2.2, 2.1.4 Sending Messages.
 */
final class MessageWriter extends Writer {
    private static final int SIZE = 8 * 1024;

    private final SocketSession session;
    private final Sender sender;
    private final TextParts text = new TextParts();
    private final StringBuilder buffer = new StringBuilder();
    private boolean begun;
    private boolean closed;

    MessageWriter(SocketSession session, Sender sender) {
        this.session = session;
        this.sender = sender;
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, characters.length);
        if (closed) {
            throw new IOException("the writer has been closed: its message has ended");
        }
        begun = true;
        buffer.append(characters, offset, length);
        if (buffer.length() >= SIZE) {
            send(false);
        }
    }

    private void send(boolean last) throws IOException {
        session.sends();
        String part = buffer.toString();
        buffer.setLength(0);
        session.await(sender.part(this, Kind.TEXT, text.next(part, last), last));
    }

    @Override
    public void flush() throws IOException {
        if (!closed && buffer.length() > 0) {
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
