package io.keelson.kernel.work;

import io.keelson.base.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until the test moves it. */
final class ManualTicker implements Ticker {
    private final AtomicLong nanos = new AtomicLong(1_000_000_000L);

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public long currentTimeMillis() {
        return 1_700_000_000_000L + nanos.get() / 1_000_000;
    }

    void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }
}
