package io.keelson.kernel.work;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of one request class that wait at one place, and how far ahead of the others there they are.
 *
 * <p>Virtual time is the execution time that the flow has had, divided by its weight. A piece is charged with what the
 * class's pieces take on average when it is taken, and settled when its true time is known; without the first, all
 * threads that come free at once would choose the same flow. Virtual times wrap around and are only ever compared by
 * their difference. Thread-safe.
 */
final class Flow {
    /** Mark of a piece that was not charged; {@link #charge} never returns it. */
    static final long UNCHARGED = -1;

    private static final double SCALE = 128;

    private final FairQueues queues;
    private final RequestClass requestClass;
    private final ConcurrentLinkedQueue<Task> pieces = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong virtualTime = new AtomicLong();
    private volatile double goalWeight = RequestClass.STANDARD_WEIGHT;
    private double smoothedWaiting; // of whoever balances the goals, one at a time

    /** A flow that is not yet part of the queues; {@link FairQueues#register} makes it one. */
    Flow(FairQueues queues, RequestClass requestClass) {
        this.queues = queues;
        this.requestClass = requestClass;
    }

    /** Returns where it waits. */
    FairQueues queues() {
        return queues;
    }

    RequestClass requestClass() {
        return requestClass;
    }

    /** Returns how many pieces wait; runs behind by those that are being added or taken at this moment. */
    int waiting() {
        return Math.max(0, waiting.get());
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    void add(Task task) {
        pieces.add(task);
        waiting.incrementAndGet();
    }

    @Nullable
    Task poll() {
        Task task = pieces.poll();
        if (task != null) {
            waiting.decrementAndGet();
        }
        return task;
    }

    /** Returns what its time counts: the share of its class, or what its goal needs in proportion to the other goals here. */
    double weight() {
        double share = requestClass.share();
        return share > 0 ? share : goalWeight;
    }

    /** Sets the weight that its goal needs. */
    void goalWeight(double weight) {
        goalWeight = weight;
    }

    /** Returns how many pieces wait, smoothed over the last {@code 1/part} calls. Called by one thread at a time. */
    double smoothedWaiting(double part) {
        smoothedWaiting += (waiting() - smoothedWaiting) * part;
        return smoothedWaiting;
    }

    long virtualTime() {
        return virtualTime.get();
    }

    /** Forgets time that the flow did not use while it had nothing to do: idleness earns no credit. */
    void rejoin(long clock) {
        long seen = virtualTime.get();
        while (seen - clock < 0 && !virtualTime.compareAndSet(seen, clock)) {
            seen = virtualTime.get();
        }
    }

    /** Charges a piece that is about to run; returns the nanoseconds charged, for {@link #settle}. */
    long charge() {
        long nanos = requestClass.averageNanos();
        virtualTime.addAndGet(virtual(nanos));
        return nanos;
    }

    /** Replaces what was charged by what the piece took. */
    void settle(long chargedNanos, long tookNanos) {
        virtualTime.addAndGet(virtual(tookNanos - chargedNanos));
        requestClass.took(tookNanos);
    }

    private long virtual(long nanos) {
        return (long) (nanos * (SCALE / weight()));
    }
}
