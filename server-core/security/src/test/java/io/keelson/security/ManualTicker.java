package io.keelson.security;

import io.keelson.base.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that the test moves. */
final class ManualTicker implements Ticker {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);

    void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public long currentTimeMillis() {
        return 0;
    }
}
