package io.keelson.kernel.work;

import io.keelson.base.work.WorkManager;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * A work manager on an execute pool.
 *
 * <p>Invariant: {@code state} holds the load, that is what is accepted and not yet completed (bits 0 to 19), whether
 * the manager is closed (bit 20) and how much it has completed (the rest, which may wrap). A place is taken by
 * compare-and-set, so the load never exceeds the capacity, not even for a moment; and nothing is accepted after the
 * closed bit is seen.
 */
final class PooledWorkManager implements WorkManager {
    static final int GREATEST_CAPACITY = (1 << 20) - 1;
    private static final long LOAD = GREATEST_CAPACITY;
    private static final long CLOSED = 1L << 20;
    private static final long ONE_COMPLETED = (1L << 21) - 1; // one more completed, one less load

    private final String name;
    private final ExecutePool pool;
    private final RequestClass requestClass;
    private final AtomicLong state = new AtomicLong();
    private final LongAdder refused = new LongAdder();
    private volatile int capacity;

    PooledWorkManager(String name, ExecutePool pool, WorkLimits limits) {
        this.name = name;
        this.pool = pool;
        this.capacity = limits.capacity();
        this.requestClass = new RequestClass(limits.fairShare());
        pool.register(this);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean offer(Runnable work) {
        if (!reserve()) {
            return false;
        }
        pool.submit(new Task(this, work));
        return true;
    }

    @Override
    public int load() {
        return (int) (state.get() & LOAD);
    }

    /** Takes a place; whoever got it must bring one task to the pool. */
    boolean reserve() {
        while (true) {
            long seen = state.get();
            if ((seen & CLOSED) != 0 || (seen & LOAD) >= capacity) {
                refused.increment();
                return false;
            }
            if (state.compareAndSet(seen, seen + 1)) {
                return true;
            }
        }
    }

    /** Gives a place back when its work has run. */
    void release() {
        long now = state.addAndGet(ONE_COMPLETED);
        if ((now & (CLOSED | LOAD)) == CLOSED) {
            pool.unregister(this);
        }
    }

    /** Refuses new work from now on. What is queued still runs. Does not block. */
    void close() {
        long before = state.getAndUpdate(seen -> seen | CLOSED);
        if ((before & LOAD) == 0) {
            pool.unregister(this);
        }
    }

    ExecutePool pool() {
        return pool;
    }

    RequestClass requestClass() {
        return requestClass;
    }

    void limits(WorkLimits next) {
        capacity = next.capacity();
        requestClass.share(next.fairShare());
    }

    WorkManagerRuntime runtime() {
        long now = state.get();
        int load = (int) (now & LOAD);
        int running = Math.min(load, pool.running(this));
        return new WorkManagerRuntime(
                name, pool.name(), capacity, requestClass.share(), load - running, running, now >>> 21, refused.sum());
    }
}
