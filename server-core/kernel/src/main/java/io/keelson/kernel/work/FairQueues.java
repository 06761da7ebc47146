package io.keelson.kernel.work;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The request-class queues: where work waits while no thread is idle. The next piece comes from the class that has had
 * the least execution time for its share (start-time fair queueing). Lock-free.
 *
 * <p>Invariant: the clock is the virtual time at which the piece taken last began; it never goes back. A class that
 * comes back from having nothing to do starts at the clock.
 */
final class FairQueues {
    private final CopyOnWriteArrayList<RequestClass> classes = new CopyOnWriteArrayList<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong();

    void register(RequestClass requestClass) {
        requestClass.rejoin(clock.get());
        classes.add(requestClass);
    }

    void unregister(RequestClass requestClass) {
        classes.remove(requestClass);
    }

    /** How many pieces wait; may run behind by those that are being added at this moment. */
    int size() {
        return Math.max(0, size.get());
    }

    /** Adds a piece. It is counted after it can be found, so whoever sees the count finds the piece. */
    void add(Task task) {
        RequestClass requestClass = task.manager().requestClass();
        if (requestClass.queue.isEmpty()) {
            requestClass.rejoin(clock.get());
        }
        requestClass.queue.add(task);
        size.incrementAndGet();
    }

    /** The next piece, charged to its class; null when nothing waits. The thread settles it when it is done. */
    @Nullable
    Task poll(ExecuteThread thread) {
        while (size.get() > 0) {
            RequestClass next = leastServed();
            if (next == null) {
                return null;
            }
            long start = next.virtualTime();
            Task task = next.queue.poll();
            if (task != null) {
                size.decrementAndGet();
                advance(start);
                thread.charged(next.charge());
                return task;
            }
        }
        return null;
    }

    private @Nullable RequestClass leastServed() {
        RequestClass least = null;
        long leastTime = 0;
        for (RequestClass candidate : classes) {
            if (candidate.queue.isEmpty()) {
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
