package io.keelson.resource;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The pools that a data source had before, each until its last connection has come back or its time is over; and what all pools that it
 * had have counted. Each has a thread that ends with it. Thread-safe: the lock guards the list and the sums.
 */
final class EarlierPools {
    /** Time for which idle connections stay while the next pool makes its first: some databases end with their last connection. */
    private static final Duration FIRST = Duration.ofSeconds(10);

    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<OpenPool> draining = new ArrayList<>();
    private Counts ended = Counts.NONE;

    /**
     * Counters of pools.
     *
     * @param active connections in use
     * @param created connections made
     * @param open connections that are not closed
     * @param failures attempts to connect that have failed
     * @param timeouts how often nobody gave a connection back in time
     */
    record Counts(int active, long created, long open, long failures, long timeouts) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        static Counts of(OpenPool pool) {
            var use = pool.pool().use();
            return new Counts(
                    use.active(),
                    pool.connector().created(),
                    use.active() + use.idle(),
                    pool.connector().failures(),
                    pool.pool().timeouts());
        }

        Counts plus(Counts other) {
            return new Counts(
                    active + other.active,
                    created + other.created,
                    open + other.open,
                    failures + other.failures,
                    timeouts + other.timeouts);
        }
    }

    /**
     * None yet.
     *
     * @param name of the data source
     */
    EarlierPools(String name) {
        this.name = name;
    }

    /**
     * Takes a pool that gives out no more connections and ends it when all have come back.
     *
     * @param next what has taken its place; null: nothing
     * @param until when those that have not come back are cut off
     * @param then runs when it has ended
     */
    void take(OpenPool pool, @Nullable OpenPool next, Deadline until, Runnable then) {
        pool.retire();
        lock.lock();
        try {
            draining.add(pool);
        } finally {
            lock.unlock();
        }
        Threads.daemon("keelson.resource: earlier pool of " + name, () -> {
                    try {
                        if (next != null) {
                            next.awaitFirst(FIRST);
                        }
                        boolean unused = pool.drain(until::passed);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        end(pool);
                        then.run();
                    }
                })
                .start();
    }

    private void end(OpenPool pool) {
        int cutOff = pool.close();
        if (cutOff > 0) {
            ResourceLog.LOG.earlierCutOff(name, cutOff);
        }
        lock.lock();
        try {
            if (draining.remove(pool)) {
                Counts last = Counts.of(pool);
                ended = ended.plus(new Counts(0, last.created(), 0, last.failures(), last.timeouts()));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no connection of them is in use, or it is time. */
    void awaitUnused(Deadline deadline) throws InterruptedException {
        for (OpenPool each : draining()) {
            boolean unused = each.pool().awaitUnused(deadline::passed);
        }
    }

    /** Ends all; what is in use is cut off. */
    void close() {
        draining().forEach(this::end);
    }

    private List<OpenPool> draining() {
        lock.lock();
        try {
            return List.copyOf(draining);
        } finally {
            lock.unlock();
        }
    }

    /** Returns what all of them have counted, those that have ended too. */
    Counts counts() {
        lock.lock();
        try {
            Counts sum = ended;
            for (OpenPool each : draining) {
                sum = sum.plus(Counts.of(each));
            }
            return sum;
        } finally {
            lock.unlock();
        }
    }
}
