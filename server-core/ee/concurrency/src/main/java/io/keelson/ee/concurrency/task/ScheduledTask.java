package io.keelson.ee.concurrency.task;

import io.keelson.ee.concurrency.context.CapturedContext;
import io.keelson.ee.concurrency.context.ConcurrencyLog;
import jakarta.enterprise.concurrent.SkippedException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A task that runs by a timetable. Runs do not overlap: the next time is computed when a run is over. Its future is done when the
 * timetable has no more times, a run fails, or it is cancelled. With a trigger {@link #get} returns the result of the last run that is
 * over. Thread-safe; its fields are written by one thread at a time, which the hand-over to the timer and the work manager orders.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.2 ManagedScheduledExecutorService.
 *
 * @param <V> the type of the result
 */
final class ScheduledTask<V> extends TaskFuture<V> implements RunnableScheduledFuture<V> {
    private final Timetable timetable;
    private final boolean repeated;
    private final boolean byTrigger;
    private final Outcome<V> body;
    private final CountDownLatch first = new CountDownLatch(1);
    private volatile long due;
    private volatile Timetable.@Nullable Run last;
    private volatile boolean skipped;
    private volatile @Nullable Throwable skipFailure;
    private volatile @Nullable Future<?> waiting;

    private ScheduledTask(
            ManagedExecutor executor,
            Outcome<V> body,
            Object task,
            CapturedContext context,
            Timetable timetable,
            boolean repeated,
            Consumer<? super TaskFuture<V>> ending) {
        super(executor, body, task, context, future -> {
            ((ScheduledTask<?>) future).first.countDown();
            ending.accept(future);
        });
        this.body = body;
        this.timetable = timetable;
        this.repeated = repeated;
        this.byTrigger = timetable instanceof Timetables.OfTrigger;
    }

    /** Makes one that nobody else waits for. */
    static <V> ScheduledTask<V> start(
            ManagedExecutor executor, Callable<V> body, Object task, Timetable timetable, boolean repeated) {
        return start(executor, body, task, timetable, repeated, future -> {});
    }

    /**
     * Makes one and waits for its first time.
     *
     * @param repeated true for one whose future has no result but a failure
     * @param ending called when its future is done
     */
    static <V> ScheduledTask<V> start(
            ManagedExecutor executor,
            Callable<V> body,
            Object task,
            Timetable timetable,
            boolean repeated,
            Consumer<? super TaskFuture<V>> ending) {
        ScheduledTask<V> made = new ScheduledTask<>(
                executor, new Outcome<>(body), task, executor.capture(task), timetable, repeated, ending);
        if (executor.tasks().scope().isClosed()) {
            throw new RejectedExecutionException(made.name() + " has ended and takes no more tasks");
        }
        Long next = timetable.next(null);
        made.submitted();
        executor.tasks().add(made);
        if (next == null) {
            made.set(null);
            made.afterAll();
        } else {
            made.await(next);
        }
        return made;
    }

    /** Keeps the value of the last run. */
    private static final class Outcome<V> implements Callable<V> {
        private final Callable<V> body;
        private volatile @Nullable V value;

        Outcome(Callable<V> body) {
            this.body = body;
        }

        @Override
        public V call() throws Exception {
            V result = body.call();
            value = result;
            return result;
        }
    }

    private void await(long next) {
        due = next;
        long delay = Math.max(0, next - executor().tasks().ticker().currentTimeMillis());
        waiting = executor().tasks().timer().schedule(this::handOver, delay, TimeUnit.MILLISECONDS);
        if (isCancelled()) {
            drop();
        }
    }

    /** On the timer's thread: only hands over. */
    private void handOver() {
        try {
            ModuleTasks tasks = executor().tasks();
            tasks.offer(tasks.standard(), this);
        } catch (RejectedExecutionException e) {
            abort(e);
            first.countDown();
        }
    }

    private void drop() {
        Future<?> timer = waiting;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    @Override
    void runInContext() {
        if (isDone()) {
            return;
        }
        long start = executor().tasks().ticker().currentTimeMillis();
        if (skip()) {
            last = new Timetable.Run(due, start, start, null);
            if (onlyOnce()) {
                set(null);
                sayDone();
                return;
            }
        } else {
            starting();
            if (!runAndReset()) {
                sayDone(); // failed or cancelled
                return;
            }
            last = new Timetable.Run(due, start, executor().tasks().ticker().currentTimeMillis(), body.value);
            sayDone();
        }
        scheduleNext();
    }

    private void starting() {
        again();
        tellStarting();
    }

    private boolean onlyOnce() {
        return !repeated && !byTrigger;
    }

    private boolean skip() {
        try {
            skipFailure = null;
            skipped = timetable.skips(last, due);
        } catch (RuntimeException e) {
            skipped = true;
            skipFailure = e;
            ConcurrencyLog.LOG.taskFailed(name(), task(), e);
        }
        return skipped;
    }

    private void scheduleNext() {
        Long next;
        try {
            next = timetable.next(last);
        } catch (RuntimeException e) {
            setException(e);
            ConcurrencyLog.LOG.taskFailed(name(), task(), e);
            return;
        }
        if (next == null) {
            set(body.value);
        } else {
            if (byTrigger) {
                first.countDown();
            }
            again();
            submitted();
            await(next);
        }
    }

    /** Between two runs it stays one of the module's. */
    @Override
    void afterRun() {
        if (isDone()) {
            afterAll();
        }
    }

    private void afterAll() {
        executor().tasks().ended(this);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        drop();
        return cancelled;
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        first.await();
        return result();
    }

    @Override
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!first.await(timeout, unit)) {
            throw new TimeoutException("no run of a task of " + name() + " is over yet");
        }
        return result();
    }

    @SuppressWarnings("NullAway") // null is a result, too
    private V result() throws InterruptedException, ExecutionException {
        if (skipped && !isCancelled()) {
            throw new SkippedException("the run of " + task() + " was left out by its trigger", skipFailure);
        }
        return isDone() ? super.get() : body.value;
    }

    @Override
    public boolean isPeriodic() {
        return repeated || byTrigger;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(due - executor().tasks().ticker().currentTimeMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.compare(getDelay(TimeUnit.MILLISECONDS), other.getDelay(TimeUnit.MILLISECONDS));
    }
}
