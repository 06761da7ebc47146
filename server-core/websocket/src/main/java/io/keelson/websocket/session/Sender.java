package io.keelson.websocket.session;

import io.keelson.websocket.frame.FrameWriter;
import io.keelson.websocket.frame.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Turns messages into frames and puts these into the {@link Outbox}, in one order for both, since compression refers to what was
 * before. {@code lock} guards that order and all fields; it is held while a message is encoded, never while it is sent.
 *
 * <p>Specification: RFC 6455, 6.1 Sending Data.
 */
final class Sender {
    /** Number of bytes that a batch holds. */
    private static final int BATCH = 8 * 1024;

    private static final CompletableFuture<@Nullable Void> AT_ONCE = CompletableFuture.completedFuture(null);

    private final ReentrantLock lock = new ReentrantLock();
    private final Outbox outbox;
    private final FrameWriter frames;
    private final long mostWaiting;
    private @Nullable Object within;
    private @Nullable Kind withinKind;
    private boolean batching;
    private @Nullable ByteArrayOutputStream batch;
    private boolean ended;
    private boolean closed;

    /**
     * Makes one.
     *
     * @param mostWaiting how many bytes may wait when somebody sends who does not wait
     */
    Sender(Outbox outbox, FrameWriter frames, long mostWaiting) {
        this.outbox = outbox;
        this.frames = frames;
        this.mostWaiting = mostWaiting;
    }

    /**
     * Sends a message whole.
     *
     * @param waits whether the caller waits until it has been sent
     * @throws IllegalStateException while another message is being sent in parts
     */
    CompletableFuture<@Nullable Void> whole(Kind kind, ByteBuffer payload, boolean waits) throws IOException {
        lock.lock();
        try {
            checkOpen();
            if (within != null) {
                throw new IllegalStateException("another message is being sent in parts, which has not ended");
            }
            if (!waits) {
                checkBacklog();
            }
            return pass(frames.data(kind, payload, true));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends a part of a message.
     *
     * @param owner who sends the message: only the owner of the parts before may send the next
     * @throws IllegalStateException while a message of another owner or kind is being sent in parts
     */
    CompletableFuture<@Nullable Void> part(Object owner, Kind kind, ByteBuffer payload, boolean last)
            throws IOException {
        lock.lock();
        try {
            checkOpen();
            if (within != null && (within != owner || withinKind != kind)) {
                throw new IllegalStateException("another message is being sent in parts, which has not ended");
            }
            within = last ? null : owner;
            withinKind = kind;
            return pass(frames.data(kind, payload, last));
        } finally {
            lock.unlock();
        }
    }

    private void checkBacklog() throws IOException {
        if (outbox.waiting() > mostWaiting) {
            throw new IOException("the peer reads too slowly: more than " + mostWaiting
                    + " bytes wait to be sent to it (websocket.backlog-maximum)");
        }
    }

    private void checkOpen() throws IOException {
        if (ended) {
            throw new IOException("the WebSocket session has been closed: nothing more can be sent");
        }
    }

    private CompletableFuture<@Nullable Void> pass(ByteBuffer[] frame) {
        ByteArrayOutputStream gathered = batch;
        if (!batching || gathered == null) {
            return add(Outgoing.frame(frame));
        }
        CompletableFuture<@Nullable Void> flushed = AT_ONCE;
        int size = frame[0].remaining() + frame[1].remaining();
        if (gathered.size() + size > BATCH) {
            flushed = sendBatch();
            if (size > BATCH) {
                return add(Outgoing.frame(frame));
            }
        }
        for (ByteBuffer part : frame) {
            byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            gathered.writeBytes(bytes);
        }
        return flushed;
    }

    private CompletableFuture<@Nullable Void> add(Outgoing next) {
        outbox.add(next);
        return next.sent();
    }

    private CompletableFuture<@Nullable Void> sendBatch() {
        ByteArrayOutputStream gathered = batch;
        if (gathered == null || gathered.size() == 0) {
            return AT_ONCE;
        }
        byte[] all = gathered.toByteArray();
        gathered.reset();
        return add(new Outgoing(ByteBuffer.wrap(all)));
    }

    boolean batching() {
        lock.lock();
        try {
            return batching;
        } finally {
            lock.unlock();
        }
    }

    /** Sets whether messages may be gathered; where not any more, what was gathered is sent. */
    CompletableFuture<@Nullable Void> batching(boolean allowed) {
        lock.lock();
        try {
            batching = allowed;
            if (allowed) {
                batch = batch == null ? new ByteArrayOutputStream(BATCH) : batch;
                return AT_ONCE;
            }
            CompletableFuture<@Nullable Void> sent = sendBatch();
            batch = null;
            return sent;
        } finally {
            lock.unlock();
        }
    }

    /** Sends what was gathered. */
    CompletableFuture<@Nullable Void> flush() {
        lock.lock();
        try {
            return sendBatch();
        } finally {
            lock.unlock();
        }
    }

    /** Sends a ping of the application's, after what was gathered. Nobody waits until it has been sent. */
    void ping(byte[] payload) throws IOException {
        control(frames.ping(payload));
    }

    /** Sends a pong of the application's as {@link #ping}. */
    void pong(byte[] payload) throws IOException {
        control(frames.pong(payload));
    }

    private void control(ByteBuffer frame) throws IOException {
        lock.lock();
        try {
            checkOpen();
            checkBacklog();
            sendBatch();
            outbox.add(new Outgoing(frame));
        } finally {
            lock.unlock();
        }
    }

    /** Sends what was gathered and a close frame, and nothing more afterwards. */
    CompletableFuture<@Nullable Void> end(ByteBuffer closeFrame) {
        lock.lock();
        try {
            if (ended) {
                return AT_ONCE;
            }
            sendBatch();
            ended = true;
            return add(new Outgoing(closeFrame));
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what is held. Nothing is sent any more. Idempotent. */
    void close() {
        lock.lock();
        try {
            ended = true;
            batch = null;
            if (!closed) {
                closed = true;
                frames.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
