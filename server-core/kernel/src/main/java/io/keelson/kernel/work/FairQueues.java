package io.keelson.kernel.work;

import io.keelson.base.time.Ticker;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Queue in which work of several request classes waits for a scarce resource: for a thread, or for a max-threads constraint. The next piece
 * comes from the flow that has had the least execution time for its weight (start-time fair queueing). Lock-free.
 *
 * <p>Invariant: the clock is the virtual time at which the piece taken last began; it never goes back. A flow that
 * comes back from having nothing to do starts at the clock.
 */
final class FairQueues {
    private final CopyOnWriteArrayList<Flow> flows = new CopyOnWriteArrayList<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong();
    private final GoalBalance goals;

    /** Queues whose goals are balanced by that clock. */
    FairQueues(Ticker ticker) {
        goals = new GoalBalance(ticker, flows);
    }

    /** Receiver of a piece, which is told the time that was charged for it. */
    interface Taker {
        /** Called before {@code poll} returns the piece; settle it with {@link Flow#settle} when it has run. */
        void charged(long nanos);
    }

    void register(Flow flow) {
        flow.rejoin(clock.get());
        flows.add(flow);
        goals.changed();
    }

    void unregister(Flow flow) {
        flows.remove(flow);
        goals.changed();
    }

    /** Says that the class of a flow here may have got or lost a goal. */
    void goalsChanged() {
        goals.changed();
    }

    /** All flows. */
    Iterable<Flow> flows() {
        return flows;
    }

    /** Returns how many pieces wait; may run behind by those that are being added at this moment. */
    int size() {
        return Math.max(0, size.get());
    }

    /** Adds a piece. It is counted after it can be found, so whoever sees the count finds the piece. */
    void add(Flow flow, Task task) {
        if (flow.isEmpty()) {
            flow.rejoin(clock.get());
        }
        flow.add(task);
        size.incrementAndGet();
    }

    /** The next piece, charged to its flow; null when nothing waits. */
    @Nullable
    Task poll(Taker taker) {
        return poll(flows, taker);
    }

    /** Does the same as {@link #poll(Taker)}, of those flows that are in these queues. */
    @Nullable
    Task poll(Iterable<Flow> candidates, Taker taker) {
        goals.balance();
        while (size.get() > 0) {
            Flow next = leastServed(candidates);
            if (next == null) {
                return null;
            }
            long start = next.virtualTime();
            Task task = next.poll();
            if (task != null) {
                size.decrementAndGet();
                advance(start);
                taker.charged(next.charge());
                return task;
            }
        }
        return null;
    }

    private @Nullable Flow leastServed(Iterable<Flow> candidates) {
        Flow least = null;
        long leastTime = 0;
        for (Flow candidate : candidates) {
            if (candidate.queues() != this || candidate.isEmpty()) {
                continue;
            }
            long time = candidate.virtualTime();
            if (least == null || time - leastTime < 0) {
                least = candidate;
                leastTime = time;
            }
        }
        return least;
    }

    private void advance(long start) {
        long seen = clock.get();
        while (start - seen > 0 && !clock.compareAndSet(seen, start)) {
            seen = clock.get();
        }
    }
}
