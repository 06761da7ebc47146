package io.keelson.jms;

import io.keelson.jms.store.ReplicaPeers;
import io.keelson.remoting.ServerStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Frames of a replicated store over a stream between servers, in both directions. A frame goes in pieces, each a message of the stream:
 * one byte that is 1 with the last piece, and the piece. {@link #send} and {@link #close} are for any thread; {@code lock} guards what
 * waits; the rest belongs to the stream's loop.
 */
final class ReplicaChannel implements ServerStream.Listener, ReplicaPeers.Connection {
    /** The purpose of the streams. */
    static final String PURPOSE = "jms-copy";

    private static final int PIECE = 128 << 10;
    private static final long MOST_WAITING = 1 << 20;
    private static final int LONGEST_FRAME = 1 << 30;

    /** Hears of frames and of the end, on the loop. Must not block. */
    interface Receiver {
        /** A frame has come. */
        void received(byte[] frame);

        /** The stream has ended. */
        void closed(String why);
    }

    private final Receiver receiver;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ByteArrayOutputStream coming = new ByteArrayOutputStream();
    private volatile @Nullable ServerStream stream;
    private volatile @Nullable String closed;

    /** Makes a channel; {@link #over} follows. */
    ReplicaChannel(Receiver receiver) {
        this.receiver = receiver;
    }

    /** Says which stream it goes over. What was sent before goes out now. */
    void over(ServerStream open) {
        stream = open;
        String why = closed;
        if (why != null) {
            open.close(why);
        } else {
            schedule();
        }
    }

    @Override
    public void send(byte[] frame) {
        lock.lock();
        try {
            waiting.add(ByteBuffer.wrap(frame));
        } finally {
            lock.unlock();
        }
        schedule();
    }

    private void schedule() {
        ServerStream to = stream;
        if (to != null && scheduled.compareAndSet(false, true)) {
            to.execute(() -> {
                scheduled.set(false);
                drain(to);
            });
        }
    }

    /** Sends pieces as long as not too many bytes wait for the system. */
    private void drain(ServerStream to) {
        boolean sent = false;
        int most = Math.min(PIECE, to.maxMessageSize() - 1);
        while (to.waiting() < MOST_WAITING) {
            ByteBuffer frame;
            lock.lock();
            try {
                frame = waiting.peek();
                if (frame != null && frame.remaining() <= most) {
                    waiting.remove();
                }
            } finally {
                lock.unlock();
            }
            if (frame == null) {
                break;
            }
            int length = Math.min(most, frame.remaining());
            boolean last = length == frame.remaining();
            ByteBuffer piece = frame.slice(frame.position(), length);
            frame.position(frame.position() + length);
            to.send(length + 1, out -> out.put((byte) (last ? 1 : 0)).put(piece));
            sent = true;
        }
        if (sent) {
            to.flush();
        }
    }

    @Override
    public void close(String why) {
        closed = why;
        ServerStream to = stream;
        if (to != null) {
            to.close(why);
        }
    }

    @Override
    public void received(ByteBuffer message) {
        if (!message.hasRemaining() || coming.size() + message.remaining() > LONGEST_FRAME) {
            close("a piece of a frame is empty, or the frame is too long");
            return;
        }
        boolean last = message.get() == 1;
        byte[] piece = new byte[message.remaining()];
        message.get(piece);
        coming.write(piece, 0, piece.length);
        if (last) {
            byte[] frame = coming.toByteArray();
            coming.reset();
            receiver.received(frame);
        }
    }

    @Override
    public void readComplete() {}

    @Override
    public void sent() {
        ServerStream to = stream;
        if (to != null) {
            drain(to);
        }
    }

    @Override
    public void closed(IOException why) {
        closed = String.valueOf(why.getMessage());
        receiver.closed(String.valueOf(why.getMessage()));
    }
}
