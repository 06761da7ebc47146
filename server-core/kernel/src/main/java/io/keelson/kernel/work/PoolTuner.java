package io.keelson.kernel.work;

import io.keelson.base.thread.Threads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that looks at a pool and lets the sizer decide: often while work waits and no thread is idle, seldom while
 * there are threads to spare, never while the pool is small and has idle threads.
 *
 * <p>It alone makes threads, so that an execute thread inherits nothing from an application.
 */
final class PoolTuner {
    static final long BUSY_LOOK_MILLIS = 10;
    /** At its maximum a pool is looked at only to see whether fewer threads would do. */
    static final long FULL_LOOK_MILLIS = 50;

    static final long QUIET_LOOK_MILLIS = 2_000;

    private final ExecutePool pool;
    private final PoolSizer sizer;
    private final Thread thread;
    private volatile boolean dozing;
    private volatile boolean stopped;

    PoolTuner(ExecutePool pool, PoolSizer sizer) {
        this.pool = pool;
        this.sizer = sizer;
        this.thread = Threads.daemon("Tuner for queue: '" + pool.name() + "'", this::run);
    }

    void start() {
        thread.start();
    }

    /** Says that work waits and no thread is idle. Called on the hand-off path: one read when the tuner is awake. */
    void nudge() {
        if (dozing) {
            dozing = false;
            LockSupport.unpark(thread);
        }
    }

    void stop() {
        stopped = true;
        thread.interrupt();
    }

    private void run() {
        try {
            while (!stopped) {
                look();
            }
        } catch (InterruptedException e) { // stop() ends a look
            thread.interrupt();
        }
    }

    private void look() throws InterruptedException {
        long since = pool.ticker().nanoTime();
        long completed = pool.completed();
        if (pool.starved() || doze()) {
            since = pool.ticker().nanoTime();
            completed = pool.completed();
            // Not to be nudged: however often threads run short, a look is taken at most a hundred times a second.
            Thread.sleep(pool.canGrow() || pool.hasGuarantees() ? BUSY_LOOK_MILLIS : FULL_LOOK_MILLIS);
        }
        pool.relieve();
        pool.resize(sizer.adjust(pool.sample(pool.ticker().nanoTime() - since, pool.completed() - completed)));
    }

    /** Sleeps until it is nudged (true), or until it is time to look whether threads are spare. */
    private boolean doze() {
        dozing = true;
        if (pool.starved() || stopped) {
            dozing = false;
            return true;
        }
        if (pool.canShrink()) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(QUIET_LOOK_MILLIS));
        } else {
            LockSupport.park(this);
        }
        boolean nudged = !dozing;
        dozing = false;
        return nudged;
    }
}
