package io.keelson.kernel.work;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The work of one work manager that waits while all threads are busy, and how far ahead of the others it is.
 *
 * <p>Virtual time is the execution time that the class has had, divided by its share. A piece is charged with what the
 * class's pieces take on average when it is taken, and settled when its true time is known; without the first, all
 * threads that come free at once would choose the same class. Virtual times wrap around and are only ever compared by
 * their difference. Thread-safe; the average is a hint that may lose an update.
 */
final class RequestClass {
    private static final long SCALE = 128;

    final ConcurrentLinkedQueue<Task> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong virtualTime = new AtomicLong();
    private volatile int share;
    private volatile long averageNanos = 1_000;

    /** A class with a share from 1 to 1000; what counts is its proportion to the shares of the others. */
    RequestClass(int share) {
        this.share = share;
    }

    int share() {
        return share;
    }

    void share(int newShare) {
        this.share = newShare;
    }

    long virtualTime() {
        return virtualTime.get();
    }

    /** Forgets time that the class did not use while it had nothing to do: idleness earns no credit. */
    void rejoin(long clock) {
        long seen = virtualTime.get();
        while (seen - clock < 0 && !virtualTime.compareAndSet(seen, clock)) {
            seen = virtualTime.get();
        }
    }

    /** Charges a piece that is about to run; returns the nanoseconds charged, for {@link #settle}. */
    long charge() {
        long nanos = averageNanos;
        virtualTime.addAndGet(virtual(nanos));
        return nanos;
    }

    /** Replaces what was charged by what the piece took. */
    void settle(long chargedNanos, long tookNanos) {
        virtualTime.addAndGet(virtual(tookNanos) - virtual(chargedNanos));
        averageNanos += (tookNanos - averageNanos) >> 3;
    }

    private long virtual(long nanos) {
        return nanos * SCALE / share;
    }
}
