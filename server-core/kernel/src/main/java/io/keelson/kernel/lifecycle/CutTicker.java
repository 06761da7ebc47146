package io.keelson.kernel.lifecycle;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import java.time.Duration;

/** A ticker whose time can be cut short: from then on every deadline that was measured with it has passed. */
final class CutTicker implements Ticker {
    private static final long FAR_FUTURE = Long.MAX_VALUE / 2;

    private final Ticker ticker;
    private volatile boolean cut;

    CutTicker(Ticker ticker) {
        this.ticker = ticker;
    }

    void cut() {
        cut = true;
    }

    boolean isCut() {
        return cut;
    }

    /** A deadline that has passed when the time is cut short, before or after this call. */
    Deadline deadline(Duration duration) {
        return new Deadline(this, ticker.nanoTime() + duration.toNanos());
    }

    /** A deadline that cannot be cut short. */
    Deadline uncut(Duration duration) {
        return Deadline.in(ticker, duration);
    }

    @Override
    public long nanoTime() {
        return cut ? ticker.nanoTime() + FAR_FUTURE : ticker.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return ticker.currentTimeMillis();
    }
}
