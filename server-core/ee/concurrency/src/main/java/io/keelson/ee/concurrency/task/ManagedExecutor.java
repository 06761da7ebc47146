package io.keelson.ee.concurrency.task;

import io.keelson.base.time.Deadline;
import io.keelson.base.work.WorkManager;
import io.keelson.ee.concurrency.context.CapturedContext;
import io.keelson.ee.concurrency.context.ConcurrencyLog;
import io.keelson.ee.concurrency.context.ManagedFuture;
import io.keelson.ee.concurrency.context.ModuleContextService;
import jakarta.enterprise.concurrent.AbortedException;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A managed executor of one module: its tasks run on a work manager, in the context of who submits them. Thread-safe.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.1 ManagedExecutorService.
 */
public class ManagedExecutor implements ManagedExecutorService {
    private final String name;
    private final ModuleTasks tasks;
    private final Supplier<WorkManager> workManager;
    private final Supplier<ModuleContextService> contexts;
    private final Figures figures = new Figures();

    /**
     * Makes it.
     *
     * @param name for messages
     * @param workManager of its tasks; asked at each use
     * @param contexts captures contexts; asked at each use
     */
    public ManagedExecutor(
            String name,
            ModuleTasks tasks,
            Supplier<WorkManager> workManager,
            Supplier<ModuleContextService> contexts) {
        this.name = name;
        this.tasks = tasks;
        this.workManager = workManager;
        this.contexts = contexts;
    }

    /** Returns the name, for messages. */
    public String name() {
        return name;
    }

    /** Returns what it has done. */
    public Figures figures() {
        return figures;
    }

    final ModuleTasks tasks() {
        return tasks;
    }

    final CapturedContext capture(Object task) {
        return contexts().capture(TaskFuture.properties(Objects.requireNonNull(task, "there is no task")));
    }

    private ModuleContextService contexts() {
        return contexts.get();
    }

    /** Runs work that has its context already. */
    private void plain(Runnable work) {
        tasks.offer(workManager.get(), work);
    }

    // ---- tasks -----------------------------------------------------------------------------------------------------

    private <T> TaskFuture<T> start(Callable<T> body, Object task, Consumer<? super TaskFuture<T>> ending) {
        return start(new TaskFuture<>(this, body, task, capture(task), ending));
    }

    private <T> TaskFuture<T> start(TaskFuture<T> future) {
        future.submitted();
        tasks.add(future);
        try {
            if (!future.isDone()) {
                plain(future);
            }
        } catch (RejectedExecutionException e) {
            figures.countRefused();
            future.abort(e);
            throw e;
        }
        return future;
    }

    @Override
    public void execute(Runnable command) {
        start(Executors.callable(Objects.requireNonNull(command)), command, future -> {
            Throwable failure = future.failure();
            if (failure != null
                    && !(failure instanceof CancellationException)
                    && !(failure instanceof AbortedException)) {
                ConcurrencyLog.LOG.taskFailed(future.name(), command, failure);
            }
        });
    }

    /**
     * Runs an action once, in the context of the calling thread.
     *
     * @param never called instead when it can not be run
     * @throws RejectedExecutionException when that is known at once
     */
    public void runOrTell(Runnable action, Consumer<Throwable> never) {
        start(Executors.callable(action), action, future -> {
            Throwable failure = future.failure();
            if (failure != null) {
                never.accept(failure);
            }
        });
    }

    /**
     * Runs an action by a trigger, in the context of the calling thread, on the module's work manager. Serves schedules of asynchronous
     * methods.
     *
     * @param action returns a result that the trigger sees
     * @param never called when it will not run again, because it was cancelled or its trigger failed
     */
    public Future<?> schedule(Callable<Boolean> action, Trigger trigger, Consumer<Throwable> never) {
        return ScheduledTask.start(
                this, action, action, new Timetables.OfTrigger(trigger, null, now()), false, future -> {
                    Throwable failure = future.failure();
                    if (failure != null) {
                        never.accept(failure);
                    }
                });
    }

    /** Returns the time of schedules in milliseconds since the epoch. */
    public long now() {
        return tasks.ticker().currentTimeMillis();
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return start(Objects.requireNonNull(task), task, future -> {});
    }

    @Override
    public <T> Future<T> submit(Runnable task, @Nullable T result) {
        return start(Executors.callable(Objects.requireNonNull(task), result), task, future -> {});
    }

    @Override
    public Future<?> submit(Runnable task) {
        return submit(task, null);
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> all) throws InterruptedException {
        List<Future<T>> futures = new ArrayList<>();
        boolean complete = false;
        try {
            for (Callable<T> task : all) {
                futures.add(submit(task));
            }
            for (Future<T> future : futures) {
                await(future);
            }
            complete = true;
        } finally {
            if (!complete) {
                futures.forEach(future -> future.cancel(true));
            }
        }
        return futures;
    }

    private static void await(Future<?> future) throws InterruptedException {
        try {
            future.get();
        } catch (ExecutionException | CancellationException e) {
            ConcurrencyLog.LOG.tracef(e, "a task of invokeAll failed; its future says so");
        }
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> all, long timeout, TimeUnit unit)
            throws InterruptedException {
        Deadline deadline = Deadline.in(tasks.ticker(), Duration.ofNanos(unit.toNanos(timeout)));
        List<Future<T>> futures = new ArrayList<>();
        boolean complete = false;
        try {
            for (Callable<T> task : all) {
                futures.add(submit(task));
            }
            for (Future<T> future : futures) {
                try {
                    future.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
                } catch (ExecutionException | CancellationException e) {
                    ConcurrencyLog.LOG.tracef(e, "a task of invokeAll failed; its future says so");
                } catch (TimeoutException e) {
                    return futures;
                }
            }
            complete = true;
            return futures;
        } finally {
            if (!complete) {
                futures.forEach(future -> future.cancel(true));
            }
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> all) throws InterruptedException, ExecutionException {
        try {
            return any(all, null);
        } catch (TimeoutException e) {
            throw new IllegalStateException("invokeAny without a time-out has timed out", e);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> all, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return any(all, Deadline.in(tasks.ticker(), Duration.ofNanos(unit.toNanos(timeout))));
    }

    private <T> T any(Collection<? extends Callable<T>> all, @Nullable Deadline deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (all.isEmpty()) {
            throw new IllegalArgumentException("invokeAny needs at least one task");
        }
        BlockingQueue<Future<T>> ended = new LinkedBlockingQueue<>();
        List<Future<T>> futures = new ArrayList<>();
        try {
            for (Callable<T> task : all) {
                futures.add(start(Objects.requireNonNull(task), task, ended::add));
            }
            ExecutionException last = null;
            for (int i = 0; i < futures.size(); i++) {
                Future<T> next = deadline == null
                        ? ended.take()
                        : ended.poll(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    throw new TimeoutException("none of " + futures.size() + " tasks has succeeded in time");
                }
                try {
                    return next.get();
                } catch (ExecutionException e) {
                    last = e;
                } catch (CancellationException e) {
                    last = new ExecutionException(e);
                }
            }
            throw last == null ? new ExecutionException(new IllegalStateException("no task has ended")) : last;
        } finally {
            futures.forEach(future -> future.cancel(true));
        }
    }

    // ---- completion stages -----------------------------------------------------------------------------------------

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new ManagedFuture<>(contexts(), this::plain);
    }

    @Override
    public <U> CompletableFuture<U> completedFuture(U value) {
        CompletableFuture<U> future = newIncompleteFuture();
        future.complete(value);
        return future;
    }

    @Override
    public <U> CompletionStage<U> completedStage(U value) {
        return this.<U>completedFuture(value).minimalCompletionStage();
    }

    @Override
    public <U> CompletableFuture<U> failedFuture(Throwable cause) {
        CompletableFuture<U> future = newIncompleteFuture();
        future.completeExceptionally(Objects.requireNonNull(cause));
        return future;
    }

    @Override
    public <U> CompletionStage<U> failedStage(Throwable cause) {
        return this.<U>failedFuture(cause).minimalCompletionStage();
    }

    @Override
    public <T> CompletableFuture<T> copy(CompletableFuture<T> stage) {
        return ManagedFuture.copyOf(stage, contexts(), this::plain, false);
    }

    @Override
    public <T> CompletionStage<T> copy(CompletionStage<T> stage) {
        return ManagedFuture.copyOf(stage, contexts(), this::plain, true);
    }

    @Override
    public CompletableFuture<Void> runAsync(Runnable action) {
        CapturedContext context = capture(action);
        return new ManagedFuture<@Nullable Void>(contexts(), this::plain).begin(() -> {
            context.run(action);
            return null;
        });
    }

    @Override
    public <U> CompletableFuture<U> supplyAsync(Supplier<U> action) {
        return new ManagedFuture<U>(contexts(), this::plain).begin(contexts().contextualSupplier(action));
    }

    @Override
    public ContextService getContextService() {
        return contexts().on(this::plain);
    }

    // ---- the life cycle is the server's ----------------------------------------------------------------------------

    private IllegalStateException refused(String method) {
        return new IllegalStateException(method + " is not for applications: the server starts and ends " + name);
    }

    @Override
    public void shutdown() {
        throw refused("shutdown");
    }

    @Override
    public List<Runnable> shutdownNow() {
        throw refused("shutdownNow");
    }

    @Override
    public boolean isShutdown() {
        throw refused("isShutdown");
    }

    @Override
    public boolean isTerminated() {
        throw refused("isTerminated");
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        throw refused("awaitTermination");
    }

    /** Executor as those of older JDKs. */
    public void close() {
        throw refused("close");
    }

    /** Returns execution properties of a task. */
    static Map<String, String> properties(Object task) {
        return TaskFuture.properties(task);
    }

    @Override
    public String toString() {
        return name + " of " + tasks.scope().name();
    }
}
