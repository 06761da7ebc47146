package io.keelson.ee.connectors.work;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.InvocationContext;
import jakarta.resource.spi.work.ExecutionContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkListener;
import jakarta.resource.spi.work.WorkManager;
import jakarta.resource.spi.work.WorkRejectedException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the work of one resource adapter on a work manager of the server, in an invocation context of the adapter's. Work
 * that {@code doWork} is given by work of the same adapter runs on its caller's thread, so that nobody waits for a
 * thread while holding one. Thread-safe; the lock guards which work there is.
 *
 * <p>Specification: Connectors 2.1, chapter 10.
 */
public final class AdapterWork implements WorkManager, AutoCloseable {
    /** Time that {@code IMMEDIATE} allows: as long as a free thread may take to begin. */
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final String adapter;
    private final io.keelson.base.work.WorkManager threads;
    private final Supplier<InvocationContext> contexts;
    private final Inflow inflow;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<AdapterTask> tasks = new LinkedHashSet<>();
    private boolean closed;

    /**
     * Makes the work manager of an adapter.
     *
     * @param contexts makes a context for a piece of work
     * @param inflow of the work's contexts
     */
    public AdapterWork(
            String adapter,
            io.keelson.base.work.WorkManager threads,
            Supplier<InvocationContext> contexts,
            Inflow inflow,
            Ticker ticker) {
        this.adapter = adapter;
        this.threads = threads;
        this.contexts = contexts;
        this.inflow = inflow;
        this.ticker = ticker;
    }

    String adapter() {
        return adapter;
    }

    /** Returns a context for a piece of work that is about to run. */
    InvocationContext invocation() {
        return contexts.get();
    }

    Inflow inflow() {
        return inflow;
    }

    @Override
    public void doWork(Work work) throws WorkException {
        doWork(work, INDEFINITE, null, null);
    }

    @Override
    public void doWork(
            Work work, long startTimeout, @Nullable ExecutionContext context, @Nullable WorkListener listener)
            throws WorkException {
        AdapterTask task = accept(work, startTimeout, context, listener);
        if (AdapterTask.isOf(this)) {
            task.run();
        } else {
            hand(task);
            task.awaitStart();
        }
        task.awaitEnd();
    }

    @Override
    public long startWork(Work work) throws WorkException {
        return startWork(work, INDEFINITE, null, null);
    }

    @Override
    public long startWork(
            Work work, long startTimeout, @Nullable ExecutionContext context, @Nullable WorkListener listener)
            throws WorkException {
        AdapterTask task = accept(work, startTimeout, context, listener);
        hand(task);
        return task.awaitStart();
    }

    @Override
    public void scheduleWork(Work work) throws WorkException {
        scheduleWork(work, INDEFINITE, null, null);
    }

    @Override
    public void scheduleWork(
            Work work, long startTimeout, @Nullable ExecutionContext context, @Nullable WorkListener listener)
            throws WorkException {
        hand(accept(work, startTimeout, context, listener));
    }

    private AdapterTask accept(
            @Nullable Work work, long startTimeout, @Nullable ExecutionContext context, @Nullable WorkListener listener)
            throws WorkException {
        if (work == null) {
            throw new WorkRejectedException("there is no work: null", WorkException.UNDEFINED);
        }
        WorkContexts wanted = WorkContexts.of(work, context);
        Duration limit = startTimeout == IMMEDIATE
                ? AT_ONCE
                : startTimeout == INDEFINITE || startTimeout < 0 ? null : Duration.ofMillis(startTimeout);
        AdapterTask task = new AdapterTask(this, work, wanted, listener, limit, ticker);
        lock.lock();
        try {
            if (closed) {
                throw new WorkRejectedException(
                        "the resource adapter " + adapter + " has been stopped", WorkException.UNDEFINED);
            }
            tasks.add(task);
        } finally {
            lock.unlock();
        }
        task.accepted();
        return task;
    }

    private void hand(AdapterTask task) throws WorkRejectedException {
        if (!threads.offer(task)) {
            task.refused("the work manager " + threads.name() + " takes no more work");
        }
    }

    void ended(AdapterTask task) {
        lock.lock();
        try {
            tasks.remove(task);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Accepts no more, releases what runs, and waits for its end, ten seconds at most. */
    @Override
    public void close() {
        Set<AdapterTask> running;
        lock.lock();
        try {
            closed = true;
            running = Set.copyOf(tasks);
        } finally {
            lock.unlock();
        }
        running.forEach(AdapterTask::release);
        lock.lock();
        try {
            long left = LONGEST_END.toNanos();
            while (!tasks.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (!tasks.isEmpty()) {
                WorkLog.LOG.stillRunning(tasks.size(), adapter);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
