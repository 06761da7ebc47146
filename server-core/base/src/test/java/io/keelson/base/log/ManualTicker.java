package io.keelson.base.log;

import io.keelson.base.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that the test moves. */
final class ManualTicker implements Ticker {
    private final AtomicLong nanos = new AtomicLong(1);

    void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public long currentTimeMillis() {
        return nanos.get() / 1_000_000;
    }
}
