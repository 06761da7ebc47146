package io.keelson.cluster.lease;

import io.keelson.base.time.Ticker;

/**
 * Reading of a server's two clocks at one moment.
 *
 * @param nanos monotonic time; only differences have a meaning
 * @param wallMillis wall-clock time; it may jump
 */
public record Moment(long nanos, long wallMillis) {
    /** Now. Wall time is read first: a pause between the two can only make a lease look older. */
    public static Moment of(Ticker ticker) {
        long wall = ticker.currentTimeMillis();
        return new Moment(ticker.nanoTime(), wall);
    }

    /** Nanoseconds of monotonic time since an earlier moment. */
    long since(Moment earlier) {
        return nanos - earlier.nanos;
    }
}
