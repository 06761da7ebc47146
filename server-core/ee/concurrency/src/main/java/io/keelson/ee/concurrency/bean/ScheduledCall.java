package io.keelson.ee.concurrency.bean;

import io.keelson.ee.concurrency.task.ManagedExecutor;
import jakarta.enterprise.concurrent.CronTrigger;
import jakarta.enterprise.concurrent.LastExecution;
import jakarta.enterprise.concurrent.Schedule;
import jakarta.enterprise.concurrent.Trigger;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of an asynchronous method with schedules: a trigger for all of them. It ends with the future.
 *
 * <p>Specification: Jakarta Concurrency 3.1, the documentation of {@code Asynchronous.runAt} and {@code Schedule}.
 *
 * @param times one for each schedule
 */
record ScheduledCall(AsynchronousCall call, List<Times> times, ManagedExecutor executor) implements Trigger {
    /**
     * The times of one schedule.
     *
     * @param latest in seconds
     */
    record Times(CronTrigger trigger, long latest) {
        static Times of(Schedule schedule) {
            ZoneId zone = schedule.zone().isEmpty() ? ZoneId.systemDefault() : ZoneId.of(schedule.zone());
            if (schedule.skipIfLateBy() < 1) {
                throw new IllegalArgumentException(
                        "skipIfLateBy of a schedule is " + schedule.skipIfLateBy() + "; expected at least 1");
            }
            if (!schedule.cron().isEmpty()) {
                return new Times(new CronTrigger(schedule.cron(), zone), schedule.skipIfLateBy());
            }
            if (schedule.seconds().length == 0) {
                throw new IllegalArgumentException("a schedule has no seconds at which to run");
            }
            CronTrigger trigger = new CronTrigger(zone).seconds(schedule.seconds());
            if (schedule.months().length > 0) {
                trigger.months(schedule.months());
            }
            if (schedule.daysOfMonth().length > 0) {
                trigger.daysOfMonth(schedule.daysOfMonth());
            }
            if (schedule.daysOfWeek().length > 0) {
                trigger.daysOfWeek(schedule.daysOfWeek());
            }
            if (schedule.hours().length > 0) {
                trigger.hours(schedule.hours());
            } else {
                trigger.hours("*");
            }
            if (schedule.minutes().length > 0) {
                trigger.minutes(schedule.minutes());
            } else {
                trigger.minutes("*");
            }
            return new Times(trigger, schedule.skipIfLateBy());
        }

        /** Returns the first time at that moment or after it. */
        ZonedDateTime from(long millis) {
            return trigger.getNextRunTime(null, Instant.ofEpochMilli(millis).atZone(trigger.getZoneId()));
        }
    }

    static void start(AsynchronousCall call, Schedule[] schedules, ManagedExecutor executor) {
        List<Times> times = new ArrayList<>();
        for (Schedule schedule : schedules) {
            times.add(Times.of(schedule));
        }
        ScheduledCall made = new ScheduledCall(call, List.copyOf(times), executor);
        made.endWith(executor.schedule(made::run, made, call::never));
    }

    /** Ends a schedule when the future is cancelled or completed. */
    private void endWith(java.util.concurrent.Future<?> schedule) {
        call.future().whenComplete((value, cause) -> schedule.cancel(false));
    }

    /** Returns true if the method has said its last word. */
    private boolean run() {
        return call.future().isDone() || call.proceed();
    }

    @Override
    public @Nullable Date getNextRunTime(@Nullable LastExecution last, Date submitted) {
        if (call.future().isDone() || returned(last)) {
            return null;
        }
        // A timer may be a moment early: the time that was due does not come again.
        long from = last == null
                ? executor.now()
                : Math.max(executor.now(), last.getScheduledStart().getTime() + 1);
        return times.stream()
                .map(each -> Date.from(each.from(from).toInstant()))
                .min(Date::compareTo)
                .orElse(null);
    }

    /** A method that has returned a stage has nothing more to say, though the stage may not be complete. */
    private static boolean returned(@Nullable LastExecution last) {
        return last != null && Boolean.TRUE.equals(last.getResult());
    }

    @Override
    public boolean skipRun(@Nullable LastExecution last, Date due) {
        long late = executor.now() - due.getTime();
        return times.stream()
                .filter(each -> each.from(due.getTime()).toInstant().equals(due.toInstant()))
                .noneMatch(each -> late < each.latest() * 1_000);
    }
}
