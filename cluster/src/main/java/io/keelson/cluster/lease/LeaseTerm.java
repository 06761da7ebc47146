package io.keelson.cluster.lease;

import java.util.concurrent.TimeUnit;

/**
 * Until when an owner may believe in its lease.
 *
 * <p>It counts from before the grant or renewal was asked for, and less than the lease's duration: the leader waits the
 * whole duration, so that even an owner whose clock is slower by the drift bound stops before. What has passed is what
 * the faster of its two clocks says, since monotonic time stands still while a machine is suspended; when they part by
 * more than {@link #JUMP_MILLIS}, in either direction, neither is believed.
 *
 * @param from before the question was sent
 * @param validNanos for how long it is believed
 */
public record LeaseTerm(Moment from, long validNanos) {
    /** By how much any two clocks of the cluster may differ in their rates: 5 %. */
    public static final int DRIFT_PERCENT = 5;

    /** Difference by which wall and monotonic time may part within a term, in milliseconds: 1 s. */
    public static final long JUMP_MILLIS = 1_000;

    /** The term of a lease of that duration, asked for at {@code from}. */
    static LeaseTerm of(Moment from, long durationMillis) {
        return new LeaseTerm(from, TimeUnit.MILLISECONDS.toNanos(durationMillis) * 100 / (100 + DRIFT_PERCENT));
    }

    /** Returns whether the lease is still the owner's. */
    public boolean holds(Moment now) {
        return !jumped(now) && Math.max(now.since(from), wallNanos(now)) < validNanos;
    }

    /** Returns whether the clocks have parted. */
    boolean jumped(Moment now) {
        return Math.abs(wallNanos(now) - now.since(from)) > TimeUnit.MILLISECONDS.toNanos(JUMP_MILLIS);
    }

    private long wallNanos(Moment now) {
        return TimeUnit.MILLISECONDS.toNanos(now.wallMillis() - from.wallMillis());
    }
}
