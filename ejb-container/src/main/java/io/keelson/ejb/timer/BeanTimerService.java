package io.keelson.ejb.timer;

import io.keelson.ejb.context.CurrentBean;
import io.keelson.ejb.schedule.CalendarSchedule;
import io.keelson.ejb.schedule.ScheduleText;
import jakarta.ejb.ScheduleExpression;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import java.io.Serializable;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Date;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The timer service of one bean. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.3 Timer Service Interface.
 */
public final class BeanTimerService implements TimerService {
    private final ApplicationTimers timers;
    private final TimedBean bean;
    private final @Nullable Supplier<TimedKey> key;

    /** Makes it for a bean of an application that is no entity bean. */
    public BeanTimerService(ApplicationTimers timers, TimedBean bean) {
        this(timers, bean, null);
    }

    /**
     * Makes it for a bean of an application.
     *
     * @param key gives the primary key of the entity object that the calling thread works for, and throws IllegalStateException where it
     *     has none; null: the bean is no entity bean
     */
    public BeanTimerService(ApplicationTimers timers, TimedBean bean, @Nullable Supplier<TimedKey> key) {
        this.timers = timers;
        this.bean = bean;
        this.key = key;
    }

    private static void positive(long value, String what) {
        if (value < 0) {
            throw new IllegalArgumentException("the " + what + " of a timer is negative: " + value);
        }
    }

    private static Date present(@Nullable Date date) {
        if (date == null) {
            throw new IllegalArgumentException("the expiration of a timer is null");
        }
        positive(date.getTime(), "expiration");
        return date;
    }

    private Timer create(long due, long interval, @Nullable ScheduleText schedule, @Nullable TimerConfig given) {
        CurrentBean.requireTimers("the creation of a timer");
        if (!bean.hasMethod(null)) {
            throw new IllegalStateException("bean " + bean.id()
                    + " makes a timer and has no time-out method; give one the annotation @Timeout");
        }
        String of = key == null ? null : key.get().text();
        TimerConfig config = given == null ? new TimerConfig() : given;
        Serializable info = config.getInfo();
        return timers.create(
                bean,
                new TimerRow(
                        UUID.randomUUID().toString(),
                        bean.id(),
                        of,
                        null,
                        schedule,
                        interval,
                        info,
                        config.isPersistent(),
                        due,
                        null));
    }

    @Override
    public Timer createTimer(long duration, @Nullable Serializable info) {
        return createSingleActionTimer(duration, new TimerConfig(info, true));
    }

    @Override
    public Timer createSingleActionTimer(long duration, @Nullable TimerConfig config) {
        positive(duration, "duration");
        return create(timers.now() + duration, 0, null, config);
    }

    @Override
    public Timer createTimer(long first, long interval, @Nullable Serializable info) {
        return createIntervalTimer(first, interval, new TimerConfig(info, true));
    }

    @Override
    public Timer createIntervalTimer(long first, long interval, @Nullable TimerConfig config) {
        positive(first, "initial duration");
        positive(interval, "interval");
        return create(timers.now() + first, interval, null, config);
    }

    @Override
    public Timer createTimer(Date expiration, @Nullable Serializable info) {
        return createSingleActionTimer(expiration, new TimerConfig(info, true));
    }

    @Override
    public Timer createSingleActionTimer(Date expiration, @Nullable TimerConfig config) {
        return create(present(expiration).getTime(), 0, null, config);
    }

    @Override
    public Timer createTimer(Date first, long interval, @Nullable Serializable info) {
        return createIntervalTimer(first, interval, new TimerConfig(info, true));
    }

    @Override
    public Timer createIntervalTimer(Date first, long interval, @Nullable TimerConfig config) {
        positive(interval, "interval");
        return create(present(first).getTime(), interval, null, config);
    }

    @Override
    public Timer createCalendarTimer(ScheduleExpression schedule) {
        return createCalendarTimer(schedule, new TimerConfig());
    }

    @Override
    public Timer createCalendarTimer(@Nullable ScheduleExpression schedule, @Nullable TimerConfig config) {
        if (schedule == null) {
            throw new IllegalArgumentException("the schedule of a timer is null");
        }
        ScheduleText text = ScheduleText.of(schedule);
        CalendarSchedule.of(text, ZoneId.systemDefault()); // refuses what breaks the rules
        TimerRow row = new TimerRow("", bean.id(), null, text, 0, null, false, 0);
        long due = row.next(timers.now() - 1);
        return create(due < 0 ? Long.MAX_VALUE : due, 0, text, config);
    }

    @Override
    public Collection<Timer> getTimers() {
        CurrentBean.requireTimers("getTimers");
        return timers.timers(each -> each == bean, key == null ? null : key.get());
    }

    @Override
    public Collection<Timer> getAllTimers() {
        CurrentBean.requireTimers("getAllTimers");
        String module = bean.id().substring(0, bean.id().indexOf('#') + 1);
        return timers.timers(each -> each.id().startsWith(module), null);
    }
}
