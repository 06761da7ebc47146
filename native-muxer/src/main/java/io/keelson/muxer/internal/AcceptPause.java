package io.keelson.muxer.internal;

import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;

/**
 * A pause in accepting while there is no descriptor or memory for a further socket: without it the loop would turn in
 * vain, since the connection that waits stays ready. Said once for each time that it comes to that. Belongs to the
 * channel's loop.
 */
final class AcceptPause {
    private static final int RETRIES_A_SECOND = 10;

    private final Channel listener;
    private final Runnable resume;
    private boolean pausing;
    private boolean said;

    /**
     * @param listener the channel that accepts
     * @param resume what to do when the pause is over
     */
    AcceptPause(Channel listener, Runnable resume) {
        this.listener = listener;
        this.resume = resume;
    }

    boolean pausing() {
        return pausing;
    }

    /** Begins a pause. */
    void begin(String reason) {
        pausing = true;
        // Before the log, which may well need a descriptor itself.
        listener.eventLoop().schedule(this::end, 1000 / RETRIES_A_SECOND, TimeUnit.MILLISECONDS);
        if (!said) {
            said = true;
            MuxerLog.LOG.acceptingSuspended(String.valueOf(listener.localAddress()), reason, RETRIES_A_SECOND);
        }
    }

    private void end() {
        pausing = false;
        resume.run();
    }

    /** A connection has been accepted. */
    void accepted() {
        if (said) {
            said = false;
            MuxerLog.LOG.acceptingResumed(String.valueOf(listener.localAddress()));
        }
    }
}
