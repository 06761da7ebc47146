package io.keelson.ejb.timer;

import io.keelson.ejb.schedule.CalendarSchedule;
import io.keelson.ejb.schedule.ScheduleText;
import java.io.Serializable;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A timer as it is kept. Immutable.
 *
 * @param id unique in the application
 * @param bean the module and the bean: {@code shop.jar#Clock}
 * @param key the text of the primary key of the entity object that has it; null: the bean is no entity bean
 * @param method the signature of the method of an automatic timer; null: made by the bean, for its time-out method
 * @param schedule when it is due; null: an interval or a single time
 * @param interval between two times, in milliseconds; 0: none
 * @param info that the bean gave to it; null: none
 * @param persistent true if it survives the server
 * @param due the next due time, in milliseconds of the epoch
 * @param maker the member of the cluster whose transaction makes it and has not ended; null: it is made
 */
public record TimerRow(
        String id,
        String bean,
        @Nullable String key,
        @Nullable String method,
        @Nullable ScheduleText schedule,
        long interval,
        @Nullable Serializable info,
        boolean persistent,
        long due,
        @Nullable String maker) {
    /** Makes the row of a timer of a bean without primary keys that is made. */
    public TimerRow(
            String id,
            String bean,
            @Nullable String method,
            @Nullable ScheduleText schedule,
            long interval,
            @Nullable Serializable info,
            boolean persistent,
            long due) {
        this(id, bean, null, method, schedule, interval, info, persistent, due, null);
    }

    /** Returns the row with another id. */
    TimerRow id(String other) {
        return new TimerRow(other, bean, key, method, schedule, interval, info, persistent, due, maker);
    }

    /** Returns the row with another due time. */
    TimerRow due(long next) {
        return new TimerRow(id, bean, key, method, schedule, interval, info, persistent, next, maker);
    }

    /** Returns the row of a transaction of that member; null: of one that has committed. */
    TimerRow maker(@Nullable String member) {
        return new TimerRow(id, bean, key, method, schedule, interval, info, persistent, due, member);
    }

    /**
     * Returns the first due time after a moment.
     *
     * @param after in milliseconds of the epoch
     * @return -1: there is none
     */
    long next(long after) {
        if (schedule != null) {
            Instant next = CalendarSchedule.of(schedule, ZoneId.systemDefault()).next(Instant.ofEpochMilli(after));
            return next == null ? -1 : next.toEpochMilli();
        }
        if (interval <= 0) {
            return -1;
        }
        return after < due ? due : due + ((after - due) / interval + 1) * interval;
    }
}
