package io.keelson.ee.concurrency.task;

import io.keelson.base.work.WorkManager;
import io.keelson.ee.concurrency.context.ModuleContextService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedTask;
import jakarta.enterprise.concurrent.Trigger;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A managed executor with schedules. What is scheduled is not subject to {@code max-async}. Thread-safe.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.2 ManagedScheduledExecutorService.
 */
public final class ManagedScheduledExecutor extends ManagedExecutor implements ManagedScheduledExecutorService {
    /** Makes it, as {@link ManagedExecutor}. */
    public ManagedScheduledExecutor(
            String name,
            ModuleTasks tasks,
            Supplier<WorkManager> workManager,
            Supplier<ModuleContextService> contexts) {
        super(name, tasks, workManager, contexts);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, Trigger trigger) {
        return ScheduledTask.start(
                this, Executors.callable(Objects.requireNonNull(command)), command, timetable(command, trigger), false);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, Trigger trigger) {
        return ScheduledTask.start(
                this, Objects.requireNonNull(callable), callable, timetable(callable, trigger), false);
    }

    private Timetable timetable(Object task, Trigger trigger) {
        return new Timetables.OfTrigger(
                Objects.requireNonNull(trigger, "there is no trigger"),
                properties(task).get(ManagedTask.IDENTITY_NAME),
                tasks().ticker().currentTimeMillis());
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return ScheduledTask.start(
                this,
                Executors.callable(Objects.requireNonNull(command)),
                command,
                Timetables.once(tasks().ticker(), unit.toMillis(delay)),
                false);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return ScheduledTask.start(
                this,
                Objects.requireNonNull(callable),
                callable,
                Timetables.once(tasks().ticker(), unit.toMillis(delay)),
                false);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return ScheduledTask.start(
                this,
                Executors.callable(Objects.requireNonNull(command)),
                command,
                Timetables.rate(tasks().ticker(), unit.toMillis(initialDelay), millis(period, unit)),
                true);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return ScheduledTask.start(
                this,
                Executors.callable(Objects.requireNonNull(command)),
                command,
                Timetables.pause(tasks().ticker(), unit.toMillis(initialDelay), millis(delay, unit)),
                true);
    }

    private static long millis(long time, TimeUnit unit) {
        if (time <= 0) {
            throw new IllegalArgumentException("the time between two runs is " + time + "; expected more than 0");
        }
        return Math.max(1, unit.toMillis(time));
    }
}
