package io.keelson.base.log;

import io.keelson.base.log.AccessLogSettings.Format;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes requests as httpd's common and combined formats or as JSON. Confined to a writer thread. */
final class AccessForm implements LogQueue.Form<AccessRecord> {
    private final Format format;
    private final DateTimeFormatter time;
    private long second = Long.MIN_VALUE;
    private String secondText = "";

    AccessForm(Format format, ZoneId zone) {
        this.format = format;
        this.time = DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss Z", Locale.ENGLISH)
                .withZone(zone);
    }

    @Override
    public int weight(AccessRecord event) {
        return event.weight();
    }

    @Override
    public void append(AccessRecord event, StringBuilder to) {
        switch (format) {
            case COMMON -> common(event, to);
            case COMBINED -> {
                common(event, to);
                quoted(event.referer(), to);
                quoted(event.userAgent(), to);
            }
            case JSON -> json(event, to);
        }
        to.append('\n');
    }

    private void common(AccessRecord event, StringBuilder to) {
        Escape.word(to, event.remoteAddress());
        to.append(" - ");
        String user = event.user();
        Escape.word(to, user == null || user.isEmpty() ? "-" : user);
        to.append(" [").append(second(event.startedMillis())).append("] \"");
        Escape.quoted(to, event.method());
        to.append(' ');
        Escape.quoted(to, event.target());
        to.append(' ');
        Escape.quoted(to, event.protocol());
        to.append("\" ").append(event.status()).append(' ');
        if (event.bytes() == 0) {
            to.append('-');
        } else {
            to.append(event.bytes());
        }
    }

    private static void quoted(@Nullable String value, StringBuilder to) {
        to.append(" \"");
        Escape.quoted(to, value == null ? "-" : value);
        to.append('"');
    }

    private String second(long millis) {
        long s = Math.floorDiv(millis, 1000L);
        if (s != second) {
            second = s;
            secondText = time.format(Instant.ofEpochSecond(s));
        }
        return secondText;
    }

    private static void json(AccessRecord event, StringBuilder to) {
        to.append("{\"timestamp\":\"");
        LogJson.TIME.formatTo(Instant.ofEpochMilli(event.startedMillis()), to);
        to.append('"');
        LogJson.field(to, "remote-address", event.remoteAddress());
        optional(to, "user", event.user());
        LogJson.field(to, "method", event.method());
        LogJson.field(to, "target", event.target());
        LogJson.field(to, "protocol", event.protocol());
        optional(to, "host", event.host());
        to.append(",\"status\":").append(event.status());
        to.append(",\"bytes\":").append(event.bytes());
        to.append(",\"duration-micros\":").append(event.durationNanos() / 1000);
        optional(to, "referer", event.referer());
        optional(to, "user-agent", event.userAgent());
        LogJson.field(to, "channel", event.channel());
        to.append(",\"request\":").append(event.requestId());
        optional(to, "refused-by", event.refusedBy());
        optional(to, "trace-id", event.traceId());
        to.append('}');
    }

    private static void optional(StringBuilder to, String name, @Nullable String value) {
        if (value != null) {
            LogJson.field(to, name, value);
        }
    }
}
