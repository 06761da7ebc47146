package io.keelson.jms.net;

import io.keelson.jms.message.ByteWriter;
import io.keelson.remoting.ServerStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Frames on their way out of one stream, in the order in which they were added. They are written on the stream's loop, as long as not too
 * many bytes wait for the system. {@link #add} is for any thread, the rest is for the loop.
 */
final class Frames {
    /** The purpose of streams. */
    static final String PURPOSE = "jms";

    static final int VERSION = 2;

    static final int REQUEST = 1;
    static final int ONE_WAY = 2;
    static final int CLOSE = 3;
    static final int OPENED = 10;
    static final int REPLY = 11;
    static final int FAILURE = 12;
    static final int DELIVERIES = 13;
    static final int ENDED = 14;
    static final int REFUSED = 15;
    static final int FLOW = 16;

    private static final long MOST_WAITING = 1 << 20;
    private static final int USUAL = 16 << 10;

    /** Writes a frame. */
    interface Frame {
        void write(ByteWriter out);
    }

    private final ServerStream stream;
    private final ConcurrentLinkedQueue<Frame> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ByteWriter buffer = new ByteWriter(USUAL);
    private boolean draining;

    Frames(ServerStream stream) {
        this.stream = stream;
    }

    void add(Frame frame) {
        queue.add(frame);
        if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
            stream.execute(this::drain);
        }
    }

    /** Writes what there is room for. */
    void drain() {
        if (draining) {
            return;
        }
        draining = true;
        try {
            scheduled.set(false);
            boolean written = false;
            while (stream.waiting() < MOST_WAITING) {
                Frame next = queue.poll();
                if (next == null) {
                    break;
                }
                next.write(buffer.clear(4 * USUAL));
                write();
                written = true;
            }
            if (written) {
                stream.flush();
            }
        } finally {
            draining = false;
        }
    }

    private void write() {
        int length = buffer.length();
        if (length <= stream.wholeMessageSize()) {
            stream.send(length, to -> to.put(buffer.array(), 0, length));
        } else {
            stream.send(java.util.List.of(ByteBuffer.wrap(buffer.toBytes())));
        }
    }

    /** Something has been sent: there may be room. */
    void sent() {
        if (!queue.isEmpty()) {
            drain();
        }
    }
}
