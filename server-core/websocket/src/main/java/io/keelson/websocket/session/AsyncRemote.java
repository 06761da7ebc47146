package io.keelson.websocket.session;

import io.keelson.websocket.frame.Kind;
import jakarta.websocket.EncodeException;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.SendHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Sends without waiting. What could not be sent within the send timeout breaks the connection off, as a message cannot be taken back
 * in its middle. Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 2.1.4 Sending Messages.
 */
final class AsyncRemote extends Remote implements RemoteEndpoint.Async {
    private volatile long timeoutMillis;

    AsyncRemote(SocketSession session, Sender sender, long timeoutMillis) {
        super(session, sender);
        this.timeoutMillis = timeoutMillis;
    }

    @Override
    public long getSendTimeout() {
        return timeoutMillis;
    }

    @Override
    public void setSendTimeout(long millis) {
        timeoutMillis = millis;
    }

    @Override
    public void sendText(String message, SendHandler handler) {
        required(handler, "handler");
        session.report(text(message), handler);
    }

    @Override
    public Future<Void> sendText(String message) {
        return future(text(message));
    }

    @Override
    public Future<Void> sendBinary(ByteBuffer message) {
        return future(binary(message));
    }

    @Override
    public void sendBinary(ByteBuffer message, SendHandler handler) {
        required(handler, "handler");
        session.report(binary(message), handler);
    }

    @Override
    public Future<Void> sendObject(Object message) {
        return future(object(message));
    }

    @Override
    public void sendObject(Object message, SendHandler handler) {
        required(handler, "handler");
        session.report(object(message), handler);
    }

    /** A copy, so that nobody ends the send by completing the future. */
    @SuppressWarnings("NullAway") // the API's Void is null
    private static Future<Void> future(CompletableFuture<@Nullable Void> sent) {
        return sent.thenApply(nothing -> nothing);
    }

    private CompletableFuture<@Nullable Void> text(String message) {
        return send(Kind.TEXT, ByteBuffer.wrap(required(message, "text").getBytes(StandardCharsets.UTF_8)));
    }

    private CompletableFuture<@Nullable Void> binary(ByteBuffer message) {
        return send(Kind.BINARY, required(message, "data"));
    }

    private CompletableFuture<@Nullable Void> object(Object message) {
        Object given = required(message, "object");
        Object encoded;
        try {
            encoded = session.callbacks().encode(given);
        } catch (EncodeException | IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        return encoded instanceof String s ? text(s) : binary((ByteBuffer) encoded);
    }

    private CompletableFuture<@Nullable Void> send(Kind kind, ByteBuffer payload) {
        try {
            session.sends();
            CompletableFuture<@Nullable Void> sent = sender.whole(kind, payload, false);
            session.limit(sent, timeoutMillis);
            return sent;
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
