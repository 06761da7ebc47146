package io.keelson.servlet.container;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs short actions when their time has come, for all applications of a server: asynchronous time-outs and session expiry.
 * Actions must not block; they hand work to a work manager. Thread-safe; the queue is guarded by one lock.
 *
 * <p>Time is the ticker's. A thread calls {@link #runDue} every {@link #PERIOD}; a test calls it itself.
 */
public final class Timers implements AutoCloseable {
    static final Duration PERIOD = Duration.ofMillis(50);

    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityQueue<Timer> queue = new PriorityQueue<>((a, b) -> Long.signum(a.atNanos - b.atNanos));
    private volatile @org.jspecify.annotations.Nullable ScheduledExecutorService thread;

    public Timers(Ticker ticker) {
        this.ticker = ticker;
    }

    /** The clock. */
    public Ticker ticker() {
        return ticker;
    }

    /** Starts the thread. */
    public void start() {
        ScheduledExecutorService scheduler = Threads.scheduler("keelson.servlet.Timer");
        scheduler.scheduleWithFixedDelay(this::runDue, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        thread = scheduler;
    }

    /** Runs {@code action} once, {@code delay} from now. */
    public Timer after(Duration delay, Runnable action) {
        Timer timer = new Timer(ticker.nanoTime() + delay.toNanos(), action);
        lock.lock();
        try {
            queue.add(timer);
        } finally {
            lock.unlock();
        }
        return timer;
    }

    /** Runs what is due now. */
    public void runDue() {
        for (Timer timer : takeDue()) {
            try {
                timer.action.run();
            } catch (RuntimeException | Error e) {
                ContainerLog.LOG.exchangeFailed("", e);
            }
        }
    }

    private List<Timer> takeDue() {
        long now = ticker.nanoTime();
        List<Timer> due = new ArrayList<>();
        lock.lock();
        try {
            Timer first = queue.peek();
            while (first != null && first.atNanos - now <= 0) {
                queue.poll();
                due.add(first);
                first = queue.peek();
            }
        } finally {
            lock.unlock();
        }
        return due;
    }

    @Override
    public void close() {
        ScheduledExecutorService scheduler = thread;
        if (scheduler != null) {
            scheduler.shutdownNow();
        }
    }

    /** An action that waits. */
    public final class Timer {
        private final long atNanos;
        private final Runnable action;

        private Timer(long atNanos, Runnable action) {
            this.atNanos = atNanos;
            this.action = action;
        }

        /** Takes it back. No effect once it runs. */
        public void cancel() {
            lock.lock();
            try {
                queue.remove(this);
            } finally {
                lock.unlock();
            }
        }
    }
}
