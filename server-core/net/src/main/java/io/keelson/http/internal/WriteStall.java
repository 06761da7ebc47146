package io.keelson.http.internal;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/**
 * Measures whether the peer has taken nothing for too long of what waits to be written. Confined to the loop.
 *
 * <p>Specification: RFC 9112, 9.5 Failures and Timeouts.
 */
final class WriteStall {
    private final Channel channel;
    private boolean waiting;
    private long bytes;
    private long progress;
    private int entries;
    private long since;

    WriteStall(Channel channel) {
        this.channel = channel;
    }

    boolean nothingWaits() {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        return out == null || out.isEmpty();
    }

    boolean stalled(long now, long mostNanos) {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        if (out == null || out.isEmpty()) {
            waiting = false;
            return false;
        }
        boolean moved = !waiting
                || bytes != out.totalPendingWriteBytes()
                || progress != out.currentProgress()
                || entries != out.size();
        if (moved) {
            waiting = true;
            bytes = out.totalPendingWriteBytes();
            progress = out.currentProgress();
            entries = out.size();
            since = now;
        }
        return now - since > mostNanos;
    }
}
