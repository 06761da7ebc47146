package io.keelson.testkit;

import io.keelson.base.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that stands still until the test moves it. Thread-safe. */
public final class ManualTicker implements Ticker {
    // An origin from which a test that takes nanoTime for a wall clock, or expects it to begin at zero, goes wrong.
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);
    private final AtomicLong wallOffsetMillis = new AtomicLong(1_700_000_000_000L);
    private final AtomicLong passedNanos = new AtomicLong();

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public long currentTimeMillis() {
        return wallOffsetMillis.get() + passedNanos.get() / 1_000_000;
    }

    /** Lets time pass on both clocks. */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("time does not go back: " + duration + "; see jumpWallClock");
        }
        nanos.addAndGet(duration.toNanos());
        passedNanos.addAndGet(duration.toNanos());
    }

    /** Sets the wall clock on or back, as an operator or NTP does; monotonic time does not notice. */
    public void jumpWallClock(Duration by) {
        wallOffsetMillis.addAndGet(by.toMillis());
    }
}
