package io.keelson.servlet.server;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.servlet.spi.SocketsProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs short actions when their time has come, for all applications of a server: asynchronous time-outs and session
 * expiry. Actions must not block; they hand work to a work manager. Thread-safe; everything is guarded by one lock.
 *
 * <p>Time is the ticker's. A thread sleeps until the first action is due, then runs what is due, at most once every
 * {@link #PERIOD}, so that many time-outs close together do not wake it for each. Where nothing waits it sleeps for good. It is
 * woken for an action that is due before it would wake by itself, not for others, so that a request whose time-out is taken
 * back costs no wake-up. A test has no thread and calls {@link #runDue} itself.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.3 Asynchronous processing; Servlet 6.1, 7.5 Session Timeouts.
 */
public final class Timers implements SocketsProvider.Clock, AutoCloseable {
    /** No action is late by more than this, as far as that is up to the thread. */
    public static final Duration PERIOD = Duration.ofMillis(50);

    private static final int MOST_TAKEN_BACK = 64;

    private final Ticker ticker;
    /** A clock that somebody moves has to be looked at again and again. */
    private final boolean runsByItself;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition sooner = lock.newCondition();
    private final PriorityQueue<Timer> queue = new PriorityQueue<>((a, b) -> Long.signum(a.atNanos - b.atNanos));
    private Sleep sleep = Sleep.AWAKE;
    private long wakesAtNanos;
    private boolean closed;
    private int takenBack;

    private enum Sleep {
        AWAKE,
        FOR_A_TIME,
        UNTIL_CALLED
    }

    public Timers(Ticker ticker) {
        this.ticker = ticker;
        this.runsByItself = ticker == Ticker.system();
    }

    /** The clock. */
    @Override
    public Ticker ticker() {
        return ticker;
    }

    /** Starts the thread. */
    public void start() {
        Threads.daemon("keelson.servlet.Timer", this::serve).start();
    }

    /** Runs {@code action} once, {@code delay} from now. */
    @Override
    public Timer after(Duration delay, Runnable action) {
        Timer timer = new Timer(ticker.nanoTime() + delay.toNanos(), action);
        lock.lock();
        try {
            queue.add(timer);
            if (sleep == Sleep.UNTIL_CALLED || sleep == Sleep.FOR_A_TIME && timer.atNanos - wakesAtNanos < 0) {
                sooner.signal();
            }
        } finally {
            lock.unlock();
        }
        return timer;
    }

    private void serve() {
        long mayRunAt = ticker.nanoTime();
        try {
            while (awaitDue(mayRunAt)) {
                runDue();
                mayRunAt = ticker.nanoTime() + PERIOD.toNanos();
            }
        } catch (InterruptedException e) {
            ContainerLog.LOG.debugf(e, "the timer ends");
        }
    }

    /** Sleeps until something is due; false when it is over. */
    private boolean awaitDue(long notBeforeNanos) throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                Timer first = first();
                if (first == null) {
                    sleep = Sleep.UNTIL_CALLED;
                    sooner.await();
                } else {
                    long at = first.atNanos - notBeforeNanos < 0 ? notBeforeNanos : first.atNanos;
                    long left = at - ticker.nanoTime();
                    if (left <= 0) {
                        return true;
                    }
                    sleep = Sleep.FOR_A_TIME;
                    wakesAtNanos = at;
                    // How long it took does not matter: the clock is asked again.
                    long ignored = sooner.awaitNanos(runsByItself ? left : Math.min(left, PERIOD.toNanos()));
                }
            }
            return false;
        } finally {
            sleep = Sleep.AWAKE;
            lock.unlock();
        }
    }

    /** Runs what is due now. */
    public void runDue() {
        for (Timer timer : takeDue()) {
            try {
                timer.run();
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
            Timer first = first();
            while (first != null && first.atNanos - now <= 0) {
                queue.poll();
                first.waits = false;
                due.add(first);
                first = first();
            }
        } finally {
            lock.unlock();
        }
        return due;
    }

    /** The first that is still wanted. */
    private @Nullable Timer first() {
        Timer first = queue.peek();
        while (first != null && first.action == null) {
            queue.poll();
            takenBack--;
            first = queue.peek();
        }
        return first;
    }

    /** Those taken back stay where they are until they are many: to look for each would cost a walk through all. */
    private void sweep() {
        if (++takenBack > MOST_TAKEN_BACK && takenBack > queue.size() / 2) {
            queue.removeIf(timer -> timer.action == null);
            takenBack = 0;
        }
    }

    /** Ends the thread; actions that wait are never run. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            sooner.signal();
        } finally {
            lock.unlock();
        }
    }

    /** An action that waits. */
    public final class Timer implements SocketsProvider.Pending {
        private final long atNanos;
        private @Nullable Runnable action;
        private boolean waits = true;

        private Timer(long atNanos, Runnable action) {
            this.atNanos = atNanos;
            this.action = action;
        }

        private void run() {
            Runnable due;
            lock.lock();
            try {
                due = action;
                action = null;
            } finally {
                lock.unlock();
            }
            if (due != null) {
                due.run();
            }
        }

        /** Takes it back: it does not run, and what it would have run is not held any more. No effect once it runs. */
        @Override
        public void cancel() {
            lock.lock();
            try {
                boolean wanted = action != null;
                action = null;
                if (wanted && waits) {
                    sweep();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
