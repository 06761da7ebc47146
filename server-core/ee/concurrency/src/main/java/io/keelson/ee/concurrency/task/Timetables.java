package io.keelson.ee.concurrency.task;

import io.keelson.base.time.Ticker;
import jakarta.enterprise.concurrent.LastExecution;
import jakarta.enterprise.concurrent.Trigger;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** The timetables of the methods of {@code ScheduledExecutorService} and of triggers. */
final class Timetables {
    private Timetables() {}

    /** Once, after a delay. */
    static Timetable once(Ticker ticker, long delayMillis) {
        return last -> last == null ? (Long) (ticker.currentTimeMillis() + Math.max(0, delayMillis)) : null;
    }

    /** At times that lie a period apart, whatever a run takes. */
    static Timetable rate(Ticker ticker, long delayMillis, long periodMillis) {
        return last -> last == null ? ticker.currentTimeMillis() + Math.max(0, delayMillis) : last.due() + periodMillis;
    }

    /** With a pause between runs. */
    static Timetable pause(Ticker ticker, long delayMillis, long pauseMillis) {
        return last -> last == null
                ? ticker.currentTimeMillis() + Math.max(0, delayMillis)
                : ticker.currentTimeMillis() + pauseMillis;
    }

    /**
     * At the times of a trigger.
     *
     * @param name the identity of the task
     */
    record OfTrigger(Trigger trigger, @Nullable String name, long submitted) implements Timetable {
        @Override
        public @Nullable Long next(@Nullable Run last) {
            Date next = trigger.getNextRunTime(execution(last), new Date(submitted));
            return next == null ? null : next.getTime();
        }

        @Override
        public boolean skips(@Nullable Run last, long due) {
            return trigger.skipRun(execution(last), new Date(due));
        }

        private @Nullable LastExecution execution(@Nullable Run last) {
            return last == null ? null : new Execution(name, last);
        }
    }

    /**
     * A run as triggers see it. A timer may be a moment early, and a run may be over within the millisecond in which it was due: it is told
     * as one that began when it was due and ended after that, so that a trigger which goes on from its end does not name that time again.
     */
    private record Execution(@Nullable String name, Timetable.Run run) implements LastExecution {
        @Override
        public @Nullable String getIdentityName() {
            return name;
        }

        @Override
        public @Nullable Object getResult() {
            return run.result();
        }

        @Override
        public ZonedDateTime getScheduledStart(ZoneId zone) {
            return at(run.due(), zone);
        }

        @Override
        public ZonedDateTime getRunStart(ZoneId zone) {
            return at(Math.max(run.start(), run.due()), zone);
        }

        @Override
        public ZonedDateTime getRunEnd(ZoneId zone) {
            return at(Math.max(run.end(), run.due() + 1), zone);
        }

        private static ZonedDateTime at(long millis, ZoneId zone) {
            return Instant.ofEpochMilli(millis).atZone(zone);
        }
    }
}
