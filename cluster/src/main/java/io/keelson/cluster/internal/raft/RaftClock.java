package io.keelson.cluster.internal.raft;

import io.keelson.base.time.Ticker;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * MicroRaft's clock: monotonic, and some times as fast. It begins far from zero, which MicroRaft takes for the moment of
 * the last heart-beat before there was one.
 */
final class RaftClock extends Clock {
    private static final long BEGIN_MILLIS = 1_000_000_000_000L;

    private final Ticker ticker;
    private final int scale;
    private final long begin;

    RaftClock(Ticker ticker, int scale) {
        this.ticker = ticker;
        this.scale = scale;
        this.begin = ticker.nanoTime();
    }

    @Override
    public long millis() {
        return BEGIN_MILLIS + (ticker.nanoTime() - begin) * scale / 1_000_000;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
