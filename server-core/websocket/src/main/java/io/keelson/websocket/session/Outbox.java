package io.keelson.websocket.session;

import io.keelson.websocket.frame.FrameWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sends what any thread adds, in that order, as fast as the peer reads. Whoever adds first sends, and sends also what others add
 * meanwhile: {@code turns} counts who came, so that no one waits and only one is at the connection. Where the peer does not read fast
 * enough the rest waits until the muxer says that it goes on. Thread-safe.
 *
 * <p>Specification: RFC 6455, 6.1 Sending Data.
 */
final class Outbox {
    private static final int PIECE = 32 * 1024;

    private final Wire output;
    private final FrameWriter frames;
    private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicReference<byte @Nullable []> pong = new AtomicReference<>();
    private final Runnable send = this::send;
    private volatile @Nullable IOException failure;

    Outbox(Wire output, FrameWriter frames) {
        this.output = output;
        this.frames = frames;
    }

    /** Adds something to be sent. */
    void add(Outgoing next) {
        waiting.addAndGet(next.size());
        queue.add(next);
        send();
    }

    /** Answers a ping. Of several that wait for a slow reader only the last is answered (RFC 6455, 5.5.3). */
    void pong(byte[] payload) {
        if (pong.getAndSet(payload) == null) {
            add(new Pong());
        }
    }

    /** Returns how many bytes wait, with what each piece costs. */
    long waiting() {
        return waiting.get();
    }

    /** The connection is gone: nothing more is sent, and those who wait learn of it. */
    void fail(IOException cause) {
        if (failure == null) {
            failure = cause;
        }
        send();
    }

    private void send() {
        if (turns.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            sendWhatGoes();
            seen = turns.addAndGet(-seen);
        }
    }

    private void sendWhatGoes() {
        for (Outgoing next = queue.peek(); next != null; next = queue.peek()) {
            IOException failed = failure;
            if (failed == null) {
                try {
                    if (!write(next)) {
                        output.onWritable(send);
                        return;
                    }
                } catch (IOException e) {
                    failure = e;
                    failed = e;
                }
            }
            queue.poll();
            waiting.addAndGet(-next.size());
            next.done(failed);
        }
    }

    /** Returns whether all of it went. */
    private boolean write(Outgoing next) throws IOException {
        for (ByteBuffer part : next.content()) {
            while (part.hasRemaining()) {
                if (!output.writable()) {
                    return false;
                }
                int n = Math.min(PIECE, part.remaining());
                output.write(part.slice(part.position(), n));
                part.position(part.position() + n);
            }
        }
        return true;
    }

    /** Finds out what to answer when it is sent. */
    private final class Pong extends Outgoing {
        private ByteBuffer @Nullable [] frame;

        @Override
        ByteBuffer[] content() {
            ByteBuffer[] made = frame;
            if (made == null) {
                byte[] payload = pong.getAndSet(null);
                made = new ByteBuffer[] {frames.pong(payload == null ? new byte[0] : payload)};
                frame = made;
            }
            return made;
        }
    }
}
