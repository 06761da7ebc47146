package io.keelson.ee.concurrency.task;

import io.keelson.ee.concurrency.context.CapturedContext;
import io.keelson.ee.concurrency.context.ConcurrencyLog;
import jakarta.enterprise.concurrent.AbortedException;
import jakarta.enterprise.concurrent.ManagedTask;
import jakarta.enterprise.concurrent.ManagedTaskListener;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A task of a managed executor: it runs in the context of who submitted it, and its listener is told. Thread-safe.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.1.1 Application component provider's responsibilities; the documentation of
 * {@code ManagedTaskListener}.
 *
 * @param <T> the type of the result
 */
class TaskFuture<T> extends FutureTask<T> {
    private final ManagedExecutor executor;
    private final Object task;
    private final CapturedContext context;
    private final @Nullable ManagedTaskListener listener;
    private final Consumer<? super TaskFuture<T>> ending;
    private final AtomicBoolean doneSaid = new AtomicBoolean();
    private volatile boolean running;

    /**
     * Makes it.
     *
     * @param body what runs
     * @param task as the application submitted it
     * @param ending called when the result is there, on the thread that made it so
     */
    TaskFuture(
            ManagedExecutor executor,
            Callable<T> body,
            Object task,
            CapturedContext context,
            Consumer<? super TaskFuture<T>> ending) {
        super(body);
        this.executor = executor;
        this.task = task;
        this.context = context;
        this.listener = task instanceof ManagedTask managed ? managed.getManagedTaskListener() : null;
        this.ending = ending;
    }

    static Map<String, String> properties(Object task) {
        Map<String, String> properties = task instanceof ManagedTask managed ? managed.getExecutionProperties() : null;
        return properties == null ? Map.of() : properties;
    }

    final ManagedExecutor executor() {
        return executor;
    }

    final Object task() {
        return task;
    }

    /** Returns true while the task itself runs. */
    final boolean isRunning() {
        return running;
    }

    // ---- running ---------------------------------------------------------------------------------------------------

    @Override
    public void run() {
        boolean begun = false;
        running = true;
        executor.figures().countBegin();
        try (CapturedContext.Established established = context.begin()) {
            begun = true;
            runInContext();
        } catch (RuntimeException | LinkageError e) {
            if (begun) {
                ConcurrencyLog.LOG.taskFailed(name(), task, e);
            } else {
                abort(e);
            }
        } finally {
            running = false;
            executor.figures().countEnd();
            afterRun();
        }
    }

    /** Runs within the context of the task. */
    void runInContext() {
        if (!isCancelled()) {
            tellStarting();
            super.run();
        }
        sayDone();
    }

    /** Called when a run is over, whatever its outcome. */
    void afterRun() {
        executor.tasks().ended(this);
    }

    /** Says that it can never run. */
    final void abort(Throwable cause) {
        AbortedException aborted =
                new AbortedException("a task of " + name() + " could not be run: " + cause.getMessage(), cause);
        setException(aborted);
        tell(each -> each.taskAborted(this, executor, task, aborted));
        sayDone();
        executor.tasks().ended(this);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean ran = running;
        if (!super.cancel(mayInterruptIfRunning)) {
            return false;
        }
        inContext(each -> each.taskAborted(
                this, executor, task, new CancellationException("a task of " + name() + " was cancelled")));
        if (!ran) {
            inContext(each -> sayDone());
            executor.tasks().ended(this);
        }
        return true;
    }

    @Override
    protected void done() {
        if (isCancelled()) {
            executor.figures().countCancelled();
        } else if (failure() != null) {
            executor.figures().countFailed();
        }
        ending.accept(this);
    }

    final void tellStarting() {
        tell(each -> each.taskStarting(this, executor, task));
    }

    final void submitted() {
        executor.figures().countSubmitted();
        tell(each -> each.taskSubmitted(this, executor, task));
    }

    /** Lets {@code taskDone} be called again, for the next run of a repeated task. */
    final void again() {
        doneSaid.set(false);
    }

    final void sayDone() {
        if (listener != null && doneSaid.compareAndSet(false, true)) {
            @Nullable Throwable failure = failure();
            tell(each -> each.taskDone(this, executor, task, failure));
        }
    }

    /** Returns the failure that a listener is told; null after a success. */
    @Nullable
    Throwable failure() {
        if (!super.isDone()) {
            return null;
        }
        boolean interrupted = Thread.interrupted();
        try {
            super.get();
            return null;
        } catch (CancellationException e) {
            return e;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            throw new IllegalStateException("a future that is done waits", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Code of the application runs in its context, unless it has ended. */
    private void inContext(Consumer<ManagedTaskListener> what) {
        if (listener != null) {
            try (CapturedContext.Established established = context.begin()) {
                tell(what);
            } catch (IllegalStateException e) {
                ConcurrencyLog.LOG.debugf(e, "a listener of %s is not told", name());
            }
        }
    }

    private void tell(Consumer<ManagedTaskListener> what) {
        if (listener != null) {
            try {
                what.accept(listener);
            } catch (RuntimeException | LinkageError e) {
                ConcurrencyLog.LOG.taskFailed(name(), listener, e);
            }
        }
    }

    final String name() {
        return executor.tasks().scope().name();
    }

    // ---- results ---------------------------------------------------------------------------------------------------

    @Override
    public T get() throws InterruptedException, ExecutionException {
        try {
            return super.get();
        } catch (ExecutionException e) {
            throw plain(e);
        }
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return super.get(timeout, unit);
        } catch (ExecutionException e) {
            throw plain(e);
        }
    }

    /** {@code AbortedException} and its like are execution exceptions themselves. */
    private static ExecutionException plain(ExecutionException e) {
        return e.getCause() instanceof AbortedException aborted ? aborted : e;
    }
}
