package io.keelson.kernel.work;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A min-threads constraint: while fewer than {@code count} pieces of its work managers run and more wait, the next thread
 * that comes free takes one of theirs before anything else, and when none comes free a standby thread is made for it, beyond the pool's
 * maximum. So work that others wait for goes on although every thread of the pool waits. Lock-free.
 */
final class MinThreads {
    private final String name;
    private final AtomicInteger running = new AtomicInteger();
    private final CopyOnWriteArrayList<Flow> flows = new CopyOnWriteArrayList<>();
    private volatile int count;

    MinThreads(String name, int count) {
        this.name = name;
        this.count = count;
    }

    String name() {
        return name;
    }

    int count() {
        return count;
    }

    /** Takes another count; 0 guarantees nothing any more. */
    void count(int next) {
        count = next;
    }

    int running() {
        return running.get();
    }

    void add(Flow flow) {
        flows.addIfAbsent(flow);
    }

    void remove(Flow flow) {
        flows.remove(flow);
    }

    /** Returns whether no work manager that waits there has it. */
    boolean unused(FairQueues queues) {
        for (Flow flow : flows) {
            if (flow.queues() == queues) {
                return false;
            }
        }
        return true;
    }

    Iterable<Flow> flows() {
        return flows;
    }

    void begin() {
        running.incrementAndGet();
    }

    /** Counts a piece as running that is yet to be chosen; false when enough run. */
    boolean claim() {
        int seen = running.get();
        while (seen < count) {
            if (running.compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = running.get();
        }
        return false;
    }

    void end() {
        running.decrementAndGet();
    }

    /** Returns how many threads its work that waits in those queues has a right to. */
    int wanted(FairQueues queues) {
        int missing = count - running.get();
        if (missing <= 0) {
            return 0;
        }
        int waiting = 0;
        for (Flow flow : flows) {
            if (flow.queues() == queues) {
                waiting += flow.waiting();
            }
        }
        return Math.min(missing, waiting);
    }
}
