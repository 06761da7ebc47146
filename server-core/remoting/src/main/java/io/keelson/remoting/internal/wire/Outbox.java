package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The messages that wait to be sent. Small ones go first; large ones are cut into fragments and take turns, with each other
 * and with small ones. A message begins when the peer's credit covers all of it, so that what has begun can always end.
 * A large one that waits for credit is overtaken by small ones for one window's worth, then they wait behind it.
 */
public final class Outbox {
    /** So many small messages go between two fragments. */
    private static final int SMALL_IN_A_ROW = 32;

    private final ArrayDeque<Outgoing> small = new ArrayDeque<>();
    private final ArrayDeque<Outgoing> waiting = new ArrayDeque<>();
    private final ArrayDeque<Outgoing> begun = new ArrayDeque<>();
    private int mostInFrame;
    private long window;
    private long credit;
    private long overtaken;

    /** Destination of frames. */
    public interface Link {
        /** Returns whether more frames should be given now. */
        boolean writable();

        /** Takes a frame; it is sent with the next flush. */
        void write(ByteBuf frame);
    }

    /** Begins with what the peer grants. */
    void open(int mostInFrame, long window) {
        this.mostInFrame = mostInFrame;
        this.window = window;
        this.credit = window;
    }

    int mostInFrame() {
        return mostInFrame;
    }

    /**
     * The peer has read so much.
     *
     * @throws ProtocolException where that is more than it was sent
     */
    void credit(long more) throws ProtocolException {
        if (more <= 0 || more > window - credit) {
            throw new ProtocolException("the peer gives back " + more + " bytes of credit, and has " + (window - credit)
                    + " of a window of " + window);
        }
        credit += more;
    }

    void add(Outgoing message) {
        (message.size() <= mostInFrame ? small : waiting).add(message);
    }

    /** Gives the link as many frames as it wants. Returns whether it was given any. */
    boolean pump(Link link) {
        boolean any = false;
        boolean progress = true;
        while (progress && link.writable()) {
            progress = sendSmall(link) | sendFragment(link);
            any |= progress;
        }
        return any;
    }

    private boolean sendSmall(Link link) {
        int sent = 0;
        while (sent < SMALL_IN_A_ROW && link.writable()) {
            Outgoing next = small.peek();
            if (next == null || next.cost() > credit || held(next)) {
                break;
            }
            small.remove();
            if (next.cancelled()) {
                next.drop();
                continue;
            }
            credit -= next.cost();
            if (!waiting.isEmpty()) {
                overtaken += next.cost();
            }
            link.write(next.whole());
            next.sent();
            sent++;
        }
        return sent > 0;
    }

    /** Returns whether a large message has been overtaken often enough. */
    private boolean held(Outgoing next) {
        Outgoing large = waiting.peek();
        return large != null && overtaken > window && credit - next.cost() < large.cost();
    }

    private boolean sendFragment(Link link) {
        begin();
        Outgoing next = link.writable() ? begun.poll() : null;
        if (next == null) {
            return false;
        }
        link.write(next.fragment(mostInFrame));
        if (next.left() == 0) {
            next.release();
            next.sent();
        } else {
            begun.add(next);
        }
        return true;
    }

    private void begin() {
        for (Outgoing next = waiting.peek(); next != null; next = waiting.peek()) {
            if (next.cancelled()) {
                waiting.remove().drop();
            } else if (next.cost() <= credit) {
                credit -= next.cost();
                overtaken = 0;
                begun.add(waiting.remove());
            } else {
                return;
            }
        }
    }

    /**
     * Takes back a request that has not begun.
     *
     * @return whether it was there; else it has been sent, or a part of it
     */
    boolean cancel(int id) {
        return cancel(small, id) || cancel(waiting, id);
    }

    private static boolean cancel(ArrayDeque<Outgoing> in, int id) {
        for (Outgoing message : in) {
            if (message.type() == FrameType.CALL && message.id() == id && !message.cancelled()) {
                message.cancel();
                return true;
            }
        }
        return false;
    }

    /** Forgets the requests that have not begun to be sent. */
    void dropCalls() {
        dropCalls(small);
        dropCalls(waiting);
    }

    private static void dropCalls(ArrayDeque<Outgoing> in) {
        for (Iterator<Outgoing> all = in.iterator(); all.hasNext(); ) {
            Outgoing message = all.next();
            if (message.type() == FrameType.CALL) {
                all.remove();
                message.drop();
            }
        }
    }

    /** Returns whether a request is on its way and not yet sent whole. */
    boolean sendsCall() {
        return begun.stream().anyMatch(message -> message.type() == FrameType.CALL);
    }

    /** Returns whether nothing is left to be sent. */
    boolean isEmpty() {
        return small.isEmpty() && waiting.isEmpty() && begun.isEmpty();
    }

    void release() {
        release(small);
        release(waiting);
        release(begun);
    }

    private static void release(ArrayDeque<Outgoing> in) {
        for (@Nullable Outgoing message = in.poll(); message != null; message = in.poll()) {
            message.drop();
        }
    }
}
