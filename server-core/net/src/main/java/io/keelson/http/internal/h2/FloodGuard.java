package io.keelson.http.internal.h2;

import java.util.concurrent.TimeUnit;

/**
 * Counts what costs the server more than the client: streams that are opened to be reset (CVE-2023-44487), or so that the
 * server resets them, and frames that carry nothing. Useful frames pay for others, so a client that moves data may send window
 * updates and pings with it. Limits hold for {@value #SPAN_SECONDS} seconds. Confined to the connection's loop.
 *
 * <p>Specification: RFC 9113, 10.5 Denial-of-Service Considerations.
 */
public final class FloodGuard {
    private static final int SPAN_SECONDS = 10;
    private static final long SPAN = TimeUnit.SECONDS.toNanos(SPAN_SECONDS);
    private static final int PAID_BY_ONE = 3;
    private static final int SETTINGS_COST = 10;

    private final int mostResets;
    private final int mostFrames;
    private long since;
    private int resets;
    private int frames;

    /** Makes one with the channel's limits. */
    public FloodGuard(int mostResets, int mostFrames, long now) {
        this.mostResets = mostResets;
        this.mostFrames = mostFrames;
        this.since = now;
    }

    /** A stream was reset before its end, by the client or because of it. */
    public void reset(long now) throws ConnectionError {
        pass(now);
        if (++resets > mostResets) {
            throw new ConnectionError(ErrorCode.ENHANCE_YOUR_CALM, "Too many streams were reset.");
        }
    }

    /** A frame came that carries nothing. */
    public void useless(long now) throws ConnectionError {
        cost(1, now);
    }

    /** Settings came; they take an answer, and a look at all streams. */
    public void settings(long now) throws ConnectionError {
        cost(SETTINGS_COST, now);
    }

    private void cost(int n, long now) throws ConnectionError {
        pass(now);
        frames += n;
        if (frames > mostFrames) {
            throw new ConnectionError(ErrorCode.ENHANCE_YOUR_CALM, "Too many frames carry nothing.");
        }
    }

    /** A frame of a request or a response was read or written. */
    public void useful() {
        frames = Math.max(0, frames - PAID_BY_ONE);
    }

    private void pass(long now) {
        if (now - since > SPAN) {
            since = now;
            resets = 0;
            frames = 0;
        }
    }
}
