package io.keelson.ejb.timer;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The looks of an application at its timer store. One look runs at a time: one that is asked for meanwhile follows it. After each look the
 * next one is due after the time that the look says. Work runs on execute threads, and is offered again where these do not take it.
 * Thread-safe.
 */
final class StoreLooks {
    /** Work that the execute threads do not take is offered again after that time. */
    private static final long BUSY_WAIT = 1_000;

    private final ScheduledExecutorService scheduler;
    private final Predicate<Runnable> threads;
    private final BooleanSupplier running;
    private final LongSupplier work;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean looking;
    private boolean again;
    private long looks;

    /**
     * Looks at nothing before it is asked to.
     *
     * @param threads runs work on an execute thread; returns false where it does not take it
     * @param running false when work is not wanted any more
     * @param work looks at the store, and returns after how many milliseconds the next look is due
     */
    StoreLooks(
            ScheduledExecutorService scheduler,
            Predicate<Runnable> threads,
            BooleanSupplier running,
            LongSupplier work) {
        this.scheduler = scheduler;
        this.threads = threads;
        this.running = running;
        this.work = work;
    }

    /** Has work done on an execute thread, after a delay in milliseconds. */
    void later(Runnable task, long delay) {
        scheduler.schedule(
                () -> {
                    if (running.getAsBoolean() && !threads.test(task)) {
                        later(task, BUSY_WAIT);
                    }
                },
                delay,
                TimeUnit.MILLISECONDS);
    }

    /** Has a look at the store soon. */
    void soon() {
        later(this::look, 0);
    }

    private void look() {
        lock.lock();
        try {
            again = looking;
            if (looking) {
                return;
            }
            looking = true;
        } finally {
            lock.unlock();
        }
        long next = BUSY_WAIT;
        try {
            next = work.getAsLong();
        } finally {
            schedule(ended() ? 0 : next);
        }
    }

    /** Ends a look. Returns true if another one was asked for meanwhile. */
    private boolean ended() {
        lock.lock();
        try {
            boolean asked = again;
            looking = false;
            again = false;
            return asked;
        } finally {
            lock.unlock();
        }
    }

    /** Makes the next look due: one at a time, beside those that were asked for. */
    private void schedule(long delay) {
        long mine = next();
        later(
                () -> {
                    if (delay == 0 || isLast(mine)) {
                        look();
                    }
                },
                delay);
    }

    private long next() {
        lock.lock();
        try {
            return ++looks;
        } finally {
            lock.unlock();
        }
    }

    private boolean isLast(long number) {
        lock.lock();
        try {
            return looks == number;
        } finally {
            lock.unlock();
        }
    }
}
