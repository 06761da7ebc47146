package io.keelson.ejb.timer;

import io.keelson.ejb.schedule.ScheduleText;
import io.keelson.kernel.serial.ApplicationObjects;
import java.io.IOException;
import java.io.Serializable;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Base64;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows of timers as text, as stores keep them: a line {@code key=value} a field. Immutable. */
final class TimerRowText {
    private final Function<String, ClassLoader> loaders;

    /** Makes it with the class loader of a bean by its id, for what it gives its timers as info. */
    TimerRowText(Function<String, ClassLoader> loaders) {
        this.loaders = loaders;
    }

    private ApplicationObjects objects(String bean) {
        return new ApplicationObjects(loaders.apply(bean));
    }

    /** Returns the bytes of what a bean gives to a timer. */
    byte[] info(TimerRow row) throws IOException {
        Serializable info = row.info();
        return info == null ? new byte[0] : objects(row.bean()).write(info);
    }

    /**
     * Reads a row.
     *
     * @throws IllegalArgumentException when a field is missing or wrong, or the application has no such bean
     */
    TimerRow read(String text) throws IOException, ClassNotFoundException {
        Properties row = new Properties();
        row.load(new StringReader(text));
        String info = row.getProperty("info");
        return new TimerRow(
                required(row, "id"),
                required(row, "bean"),
                row.getProperty("key"),
                row.getProperty("method"),
                row.containsKey("hour") ? schedule(row) : null,
                Long.parseLong(required(row, "interval")),
                info == null
                        ? null
                        : (Serializable) objects(required(row, "bean"))
                                .read(Base64.getDecoder().decode(info)),
                true,
                Long.parseLong(required(row, "due")),
                row.getProperty("maker"));
    }

    private static ScheduleText schedule(Properties row) {
        return new ScheduleText(
                required(row, "second"),
                required(row, "minute"),
                required(row, "hour"),
                required(row, "day-of-month"),
                required(row, "month"),
                required(row, "day-of-week"),
                required(row, "year"),
                row.getProperty("zone"),
                instant(row.getProperty("start")),
                instant(row.getProperty("end")));
    }

    private static String required(Properties row, String key) {
        String value = row.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("the row has no '" + key + "'");
        }
        return value;
    }

    private static @Nullable Instant instant(@Nullable String text) {
        return text == null ? null : Instant.parse(text);
    }

    /** Writes a row. */
    String write(TimerRow row) throws IOException {
        Properties text = new Properties();
        text.setProperty("id", row.id());
        text.setProperty("bean", row.bean());
        text.setProperty("interval", String.valueOf(row.interval()));
        text.setProperty("due", String.valueOf(row.due()));
        set(text, "key", row.key());
        set(text, "method", row.method());
        set(text, "maker", row.maker());
        set(text, "info", row.info() == null ? null : Base64.getEncoder().encodeToString(info(row)));
        ScheduleText schedule = row.schedule();
        if (schedule != null) {
            text.setProperty("second", schedule.second());
            text.setProperty("minute", schedule.minute());
            text.setProperty("hour", schedule.hour());
            text.setProperty("day-of-month", schedule.dayOfMonth());
            text.setProperty("month", schedule.month());
            text.setProperty("day-of-week", schedule.dayOfWeek());
            text.setProperty("year", schedule.year());
            set(text, "zone", schedule.zone());
            set(text, "start", schedule.start());
            set(text, "end", schedule.end());
        }
        StringWriter out = new StringWriter();
        text.store(out, null);
        return out.toString();
    }

    private static void set(Properties text, String key, @Nullable Object value) {
        if (value != null) {
            text.setProperty(key, value.toString());
        }
    }
}
