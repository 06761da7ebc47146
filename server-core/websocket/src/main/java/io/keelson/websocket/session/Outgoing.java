package io.keelson.websocket.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that wait to be sent, and who waits for that. Owned by {@link Outbox} once it has been added there.
 *
 * <p>Specification: RFC 6455, 6.1 Sending Data.
 */
class Outgoing {
    /** Up to here head and payload are sent as one piece, which costs a copy and saves a task for the muxer. */
    private static final int JOINED = 8 * 1024;

    /** Cost of what waits beside its content, in bytes: a flood of small messages fills memory too. */
    private static final int COST = 128;

    private final ByteBuffer[] content;
    private final CompletableFuture<@Nullable Void> sent = new CompletableFuture<>();
    private final int size;

    Outgoing(ByteBuffer... content) {
        this.content = content;
        int bytes = COST;
        for (ByteBuffer part : content) {
            bytes += part.remaining();
        }
        size = bytes;
    }

    /** A frame as {@link io.keelson.websocket.frame.FrameWriter#data} makes it. */
    static Outgoing frame(ByteBuffer[] headAndPayload) {
        ByteBuffer head = headAndPayload[0];
        ByteBuffer payload = headAndPayload[1];
        int bytes = head.remaining() + payload.remaining();
        if (bytes > JOINED) {
            return new Outgoing(head, payload);
        }
        return new Outgoing(ByteBuffer.allocate(bytes).put(head).put(payload).flip());
    }

    /** Returns what is left to be sent. */
    ByteBuffer[] content() {
        return content;
    }

    /** Returns how many bytes of memory it holds, about. */
    int size() {
        return size;
    }

    /** Ends when all of it has been handed to the connection, or cannot be any more. */
    CompletableFuture<@Nullable Void> sent() {
        return sent;
    }

    /** All of it has been handed over, or nothing more will be. Any thread; does not block. */
    void done(@Nullable IOException failure) {
        if (failure == null) {
            sent.complete(null);
        } else {
            sent.completeExceptionally(failure);
        }
    }
}
