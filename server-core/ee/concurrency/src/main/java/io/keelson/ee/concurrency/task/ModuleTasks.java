package io.keelson.ee.concurrency.task;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManager;
import io.keelson.ee.concurrency.context.ConcurrencyLog;
import io.keelson.ee.concurrency.context.ModuleScope;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * All that the executors of one module have queued, running and scheduled, and its threads. {@link #close} ends them. Thread-safe: the
 * sets are concurrent, and {@code close} waits on this object's monitor for the last running task.
 */
public final class ModuleTasks {
    private final ModuleScope scope;
    private final Supplier<WorkManager> standard;
    private final ScheduledExecutorService timer;
    private final Ticker ticker;
    private final Set<TaskFuture<?>> tasks = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /**
     * Makes it.
     *
     * @param standard the work manager of the module; asked at each use
     * @param timer only hands over to work managers
     */
    public ModuleTasks(
            ModuleScope scope, Supplier<WorkManager> standard, ScheduledExecutorService timer, Ticker ticker) {
        this.scope = scope;
        this.standard = standard;
        this.timer = timer;
        this.ticker = ticker;
    }

    /** Returns the module. */
    public ModuleScope scope() {
        return scope;
    }

    /** Returns the work manager of the module. */
    public WorkManager standard() {
        return standard.get();
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    Ticker ticker() {
        return ticker;
    }

    /** Hands work to a work manager. */
    public void offer(WorkManager manager, Runnable work) {
        if (scope.isClosed()) {
            throw new RejectedExecutionException(scope.name() + " has ended and takes no more tasks");
        }
        if (!manager.offer(work)) {
            throw new RejectedExecutionException("the work manager " + manager.name()
                    + " takes no more work; a task of " + scope.name() + " does not run");
        }
    }

    void add(TaskFuture<?> task) {
        tasks.add(task);
        if (scope.isClosed()) {
            task.cancel(true);
            ended(task);
        }
    }

    void ended(TaskFuture<?> task) {
        tasks.remove(task);
        wake();
    }

    void add(Thread thread) {
        threads.add(thread);
        if (scope.isClosed()) {
            thread.interrupt();
        }
    }

    void ended(Thread thread) {
        threads.remove(thread);
        wake();
    }

    private synchronized void wake() {
        notifyAll();
    }

    /**
     * Ends the module: nothing is taken or begun from now on, what waits is cancelled, what runs is interrupted and waited for.
     *
     * @param longest how long to wait
     */
    public void close(Duration longest) {
        scope.close();
        tasks.forEach(task -> {
            task.cancel(true);
            if (!task.isRunning()) {
                tasks.remove(task);
            }
        });
        threads.forEach(Thread::interrupt);
        Deadline deadline = Deadline.in(ticker, longest);
        try {
            synchronized (this) {
                while (!(tasks.isEmpty() && threads.isEmpty()) && !deadline.passed()) {
                    wait(Math.max(1, Math.min(deadline.remaining().toMillis(), 1_000)));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!(tasks.isEmpty() && threads.isEmpty())) {
            ConcurrencyLog.LOG.stillRunning(scope.name(), tasks.size() + threads.size());
        }
    }
}
