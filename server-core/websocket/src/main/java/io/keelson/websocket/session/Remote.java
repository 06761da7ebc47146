package io.keelson.websocket.session;

import jakarta.websocket.RemoteEndpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Base of both ways of sending. Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 2.1.4 Sending Messages.
 */
abstract class Remote implements RemoteEndpoint {
    private static final int MOST = 125;

    final SocketSession session;
    final Sender sender;

    Remote(SocketSession session, Sender sender) {
        this.session = session;
        this.sender = sender;
    }

    @Override
    public void setBatchingAllowed(boolean allowed) throws IOException {
        session.await(sender.batching(allowed));
    }

    @Override
    public boolean getBatchingAllowed() {
        return sender.batching();
    }

    @Override
    public void flushBatch() throws IOException {
        session.await(sender.flush());
    }

    @Override
    public void sendPing(ByteBuffer payload) throws IOException {
        session.sends();
        sender.ping(bytes(payload));
    }

    @Override
    public void sendPong(ByteBuffer payload) throws IOException {
        session.sends();
        sender.pong(bytes(payload));
    }

    private static byte[] bytes(@Nullable ByteBuffer given) {
        ByteBuffer payload = required(given, "payload");
        if (payload.remaining() > MOST) {
            throw new IllegalArgumentException(
                    "a ping or pong carries at most " + MOST + " bytes, not " + payload.remaining());
        }
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        return bytes;
    }

    static <T> T required(@Nullable T value, String what) {
        if (value == null) {
            throw new IllegalArgumentException("the " + what + " is null");
        }
        return value;
    }
}
