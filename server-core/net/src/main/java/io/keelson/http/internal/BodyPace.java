package io.keelson.http.internal;

import io.keelson.net.config.ChannelLimits;

/**
 * Measures whether a body arrives fast enough, while somebody waits for it. Confined to the loop.
 *
 * <p>Specification: RFC 9112, 9.5 Failures and Timeouts.
 */
final class BodyPace {
    private final long mostSilence;
    private final long leastRate;
    private long since;
    private long lastAt;
    private long bytes;

    BodyPace(ChannelLimits limits) {
        mostSilence = limits.bodyTimeout().toNanos();
        leastRate = limits.bodyMinRate().bytes();
    }

    /** Starts to measure: at the start of a body, and whenever the server itself held it up. */
    void restart(long now) {
        since = now;
        lastAt = now;
        bytes = 0;
    }

    void arrived(int n, long now) {
        bytes += n;
        lastAt = now;
    }

    boolean tooSlow(long now) {
        long span = now - since;
        return now - lastAt > mostSilence || leastRate > 0 && span > mostSilence && bytes < leastRate * (span / 1e9);
    }
}
