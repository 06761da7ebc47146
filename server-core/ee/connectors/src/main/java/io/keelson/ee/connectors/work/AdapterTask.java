package io.keelson.ee.connectors.work;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.InvocationContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkCompletedException;
import jakarta.resource.spi.work.WorkEvent;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkListener;
import jakarta.resource.spi.work.WorkManager;
import jakarta.resource.spi.work.WorkRejectedException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A piece of work on its way. Thread-safe; the lock guards the state. */
final class AdapterTask implements Runnable {
    private static final InvocationContext.Slot<AdapterWork> RUNNING = InvocationContext.Slot.staying();

    private enum State {
        WAITING,
        RUNNING,
        ENDED,
        REJECTED
    }

    private final AdapterWork by;
    private final Work work;
    private final @Nullable WorkListener listener;
    private final @Nullable Duration limit;
    private final WorkContexts contexts;
    private final Ticker ticker;
    private final long given;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private State state = State.WAITING;
    private long delay = WorkManager.UNKNOWN;
    private @Nullable WorkException failure;

    AdapterTask(
            AdapterWork by,
            Work work,
            WorkContexts contexts,
            @Nullable WorkListener listener,
            @Nullable Duration limit,
            Ticker ticker) {
        this.by = by;
        this.work = work;
        this.listener = listener;
        this.limit = limit;
        this.contexts = contexts;
        this.ticker = ticker;
        this.given = ticker.nanoTime();
    }

    /** Returns true if the calling thread runs work of that adapter. */
    static boolean isOf(AdapterWork adapter) {
        InvocationContext current = InvocationContext.current();
        return current != null && current.get(RUNNING) == adapter;
    }

    void accepted() {
        tell(WorkEvent.WORK_ACCEPTED, null);
    }

    void refused(String why) throws WorkRejectedException {
        WorkRejectedException rejected = new WorkRejectedException(why, WorkException.UNDEFINED);
        if (reject(rejected)) {
            throw rejected;
        }
    }

    private boolean reject(WorkException why) {
        lock.lock();
        try {
            if (state != State.WAITING) {
                return false;
            }
            state = State.REJECTED;
            failure = why;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        by.ended(this);
        tell(WorkEvent.WORK_REJECTED, why);
        return true;
    }

    /** Waits until it runs; rejects it when that takes too long. Returns after how many milliseconds it began. */
    long awaitStart() throws WorkException {
        lock.lock();
        try {
            long left = limit == null ? Long.MAX_VALUE : limit.toNanos() - (ticker.nanoTime() - given);
            while (state == State.WAITING && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        WorkRejectedException late = late();
        if (reject(late)) {
            throw late;
        }
        lock.lock();
        try {
            WorkException why = failure;
            if (state == State.REJECTED && why != null) {
                throw why;
            }
            return delay;
        } finally {
            lock.unlock();
        }
    }

    private static WorkRejectedException late() {
        return new WorkRejectedException("no thread began the work in time", WorkException.START_TIMED_OUT);
    }

    void awaitEnd() throws WorkException {
        lock.lock();
        try {
            while (state != State.ENDED && state != State.REJECTED) {
                changed.await();
            }
            WorkException why = failure;
            if (why != null) {
                throw why;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkException("interrupted while waiting for the work to end", e);
        } finally {
            lock.unlock();
        }
    }

    /** Tells the work to end; one that waits still is rejected. */
    void release() {
        WorkRejectedException stopped = new WorkRejectedException(
                "the resource adapter " + by.adapter() + " has been stopped", WorkException.UNDEFINED);
        if (!reject(stopped)) {
            try {
                work.release();
            } catch (RuntimeException e) {
                WorkLog.LOG.failed(by.adapter(), e);
            }
        }
    }

    @Override
    public void run() {
        long waited = ticker.nanoTime() - given;
        if (limit != null && waited > limit.toNanos()) {
            boolean unused = reject(late()); // where it was rejected already, that was said
            return;
        }
        if (!begin(waited)) {
            return;
        }
        InvocationContext context = by.invocation();
        context.put(RUNNING, by);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(context);
        WorkException why = null;
        WorkContexts.Scope scope = contexts.scope(by.inflow());
        try {
            tell(WorkEvent.WORK_STARTED, null);
            contexts.setUp(scope, context);
            work.run();
        } catch (WorkException e) {
            why = e;
            if (listener == null) {
                WorkLog.LOG.failed(by.adapter(), e);
            }
        } catch (Throwable e) { // the adapter hears of it, whatever it is
            why = new WorkCompletedException(String.valueOf(e.getMessage()), e);
            why.setErrorCode(WorkException.UNDEFINED);
            if (listener == null) {
                WorkLog.LOG.failed(by.adapter(), e);
            }
        } finally {
            scope.close();
            InvocationContext.exit(previous, before);
            end(why);
            tell(WorkEvent.WORK_COMPLETED, why);
        }
    }

    private boolean begin(long waited) {
        lock.lock();
        try {
            if (state != State.WAITING) {
                return false;
            }
            state = State.RUNNING;
            delay = TimeUnit.NANOSECONDS.toMillis(waited);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable WorkException why) {
        lock.lock();
        try {
            state = State.ENDED;
            failure = why;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        by.ended(this);
    }

    private void tell(int event, @Nullable WorkException why) {
        if (listener == null) {
            return;
        }
        WorkEvent told = new WorkEvent(by, event, work, why, delay);
        try {
            switch (event) {
                case WorkEvent.WORK_ACCEPTED -> listener.workAccepted(told);
                case WorkEvent.WORK_REJECTED -> listener.workRejected(told);
                case WorkEvent.WORK_STARTED -> listener.workStarted(told);
                default -> listener.workCompleted(told);
            }
        } catch (RuntimeException e) {
            WorkLog.LOG.listenerFailed(by.adapter(), e);
        }
    }
}
