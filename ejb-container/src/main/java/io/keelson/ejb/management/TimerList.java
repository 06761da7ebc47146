package io.keelson.ejb.management;

import io.keelson.ejb.schedule.ScheduleText;
import io.keelson.ejb.timer.ApplicationTimers;
import io.keelson.ejb.timer.TimerRow;
import java.time.Instant;
import java.util.List;

/**
 * The timers of enterprise beans on a server.
 *
 * @param timers in the order of their due times
 */
public record TimerList(List<Row> timers) {
    public TimerList {
        timers = List.copyOf(timers);
    }

    /**
     * A timer.
     *
     * @param name the application and the id of the timer, as the commands take it
     * @param bean the module and the bean
     * @param due the next due time, in ISO 8601
     * @param schedule second, minute, hour, day of the month, month, day of the week and year of the calendar; or the interval
     * @param persistent true if it survives the server
     * @param owner the server that fires it: this server, or another one
     * @param state waiting or firing
     * @param lastFailure the time and the reason of its last firing that failed on this server; empty: none did
     * @param actions words of commands
     */
    public record Row(
            String name,
            String bean,
            String due,
            String schedule,
            boolean persistent,
            String owner,
            String state,
            String lastFailure,
            List<String> actions) {
        public Row {
            actions = List.copyOf(actions);
        }

        static Row of(String application, ApplicationTimers.Seen seen) {
            TimerRow row = seen.row();
            ScheduleText calendar = row.schedule();
            String schedule = calendar != null
                    ? String.join(
                            " ",
                            calendar.second(),
                            calendar.minute(),
                            calendar.hour(),
                            calendar.dayOfMonth(),
                            calendar.month(),
                            calendar.dayOfWeek(),
                            calendar.year())
                    : row.interval() > 0 ? "every " + row.interval() + " ms" : "once";
            return new Row(
                    application + ":" + row.id(),
                    row.bean(),
                    row.due() < 0 || row.due() == Long.MAX_VALUE
                            ? ""
                            : Instant.ofEpochMilli(row.due()).toString(),
                    schedule,
                    row.persistent(),
                    seen.here() ? "this server" : "another server, or none yet",
                    seen.firing() ? "firing" : "waiting",
                    seen.failure(),
                    List.of(EjbFeature.CANCEL));
        }
    }
}
