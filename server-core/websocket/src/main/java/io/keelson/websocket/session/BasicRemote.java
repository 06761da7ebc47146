package io.keelson.websocket.session;

import io.keelson.websocket.frame.Kind;
import jakarta.websocket.EncodeException;
import jakarta.websocket.RemoteEndpoint;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sends and waits until it has been sent, for a limited time. Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 2.1.4 Sending Messages.
 */
final class BasicRemote extends Remote implements RemoteEndpoint.Basic {
    /** Guards the text that is sent in parts. */
    private final ReentrantLock lock = new ReentrantLock();

    private final TextParts text = new TextParts();

    BasicRemote(SocketSession session, Sender sender) {
        super(session, sender);
    }

    @Override
    public void sendText(String message) throws IOException {
        byte[] bytes = required(message, "text").getBytes(StandardCharsets.UTF_8);
        session.sends();
        session.await(sender.whole(Kind.TEXT, ByteBuffer.wrap(bytes), true));
    }

    @Override
    public void sendBinary(ByteBuffer message) throws IOException {
        required(message, "data");
        session.sends();
        session.await(sender.whole(Kind.BINARY, message, true));
    }

    @Override
    public void sendText(String part, boolean isLast) throws IOException {
        required(part, "text");
        session.sends();
        CompletableFuture<?> sent;
        lock.lock();
        try {
            sent = sender.part(this, Kind.TEXT, text.next(part, isLast), isLast);
        } finally {
            lock.unlock();
        }
        session.await(sent);
    }

    @Override
    public void sendBinary(ByteBuffer part, boolean isLast) throws IOException {
        required(part, "data");
        session.sends();
        session.await(sender.part(this, Kind.BINARY, part, isLast));
    }

    @Override
    public OutputStream getSendStream() {
        return new MessageStream(session, sender);
    }

    @Override
    public Writer getSendWriter() {
        return new MessageWriter(session, sender);
    }

    @Override
    public void sendObject(Object message) throws IOException, EncodeException {
        Object encoded = session.callbacks().encode(required(message, "object"));
        if (encoded instanceof String s) {
            sendText(s);
        } else {
            sendBinary((ByteBuffer) encoded);
        }
    }
}
