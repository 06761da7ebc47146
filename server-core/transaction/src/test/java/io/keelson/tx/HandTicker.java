package io.keelson.tx;

import io.keelson.base.time.Ticker;
import java.time.Duration;

/** Time that a test moves. */
final class HandTicker implements Ticker {
    private volatile long nanos = Long.MAX_VALUE - 1_000_000_000L;

    void advance(Duration by) {
        nanos += by.toNanos();
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public long currentTimeMillis() {
        return 1_700_000_000_000L;
    }
}
