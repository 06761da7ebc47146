package io.keelson.ee.amqp;

import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.transport.Attach;
import org.apache.qpid.proton.amqp.transport.Disposition;
import org.apache.qpid.proton.amqp.transport.FrameBody;
import org.apache.qpid.proton.amqp.transport.Open;
import org.apache.qpid.proton.engine.TransportException;
import org.apache.qpid.proton.engine.impl.ProtocolTracer;
import org.apache.qpid.proton.framing.TransportFrame;
import org.jspecify.annotations.Nullable;

/** Refuses frames that cost the engine much more than they cost the client, before the engine handles them. Stateless. */
final class FrameGuard implements ProtocolTracer {
    /** The last channel: a connection may have 256 sessions. */
    static final int MAX_CHANNEL = 255;

    private static final long MAX_HANDLE = 65_535;

    /** The engine looks for each delivery of a range. */
    private static final long LONGEST_RANGE = 1_000_000;

    /** AMQP 1.0, 2.4.1: no peer may have less. */
    private static final long SMALLEST_FRAME = 512;

    @Override
    public void receivedFrame(TransportFrame frame) {
        if (frame.getChannel() > MAX_CHANNEL) {
            throw new TransportException("the channel " + frame.getChannel() + " is above " + MAX_CHANNEL);
        }
        FrameBody body = frame.getBody();
        if (body instanceof Disposition disposition) {
            if (number(disposition.getLast()) - number(disposition.getFirst()) > LONGEST_RANGE) {
                throw new TransportException("a disposition is about more than " + LONGEST_RANGE + " deliveries");
            }
        } else if (body instanceof Attach attach) {
            if (number(attach.getHandle()) > MAX_HANDLE) {
                throw new TransportException("the handle of a link is above " + MAX_HANDLE);
            }
        } else if (body instanceof Open open
                && open.getMaxFrameSize() != null
                && number(open.getMaxFrameSize()) < SMALLEST_FRAME) {
            throw new TransportException("the client's frames are smaller than " + SMALLEST_FRAME + " bytes");
        }
    }

    private static long number(@Nullable UnsignedInteger of) {
        return of == null ? 0 : of.longValue();
    }

    @Override
    public void sentFrame(TransportFrame frame) {}
}
