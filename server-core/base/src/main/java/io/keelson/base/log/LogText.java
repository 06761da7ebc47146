package io.keelson.base.log;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The readable form: one line a record, its stack trace below. Confined to a writer thread. */
final class LogText implements LogQueue.Form<LogEvent> {
    private static final String RESET = "\u001b[0m";
    private final DateTimeFormatter time;
    private final boolean colours;

    LogText(ZoneId zone, boolean colours) {
        this.time = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss,SSS", Locale.ROOT)
                .withZone(zone);
        this.colours = colours;
    }

    @Override
    public int weight(LogEvent event) {
        return event.weight();
    }

    @Override
    public void append(LogEvent event, StringBuilder to) {
        time.formatTo(Instant.ofEpochMilli(event.millis()), to);
        to.append(' ');
        if (colours) {
            to.append(colour(event.severity()));
        }
        String severity = event.severity().name();
        to.append(severity);
        if (colours) {
            to.append(RESET);
        }
        to.append(" ".repeat(Math.max(0, 5 - severity.length()))).append(" [");
        Escape.line(to, event.logger());
        to.append("] (");
        Escape.line(to, event.thread());
        to.append(") ");
        if (event.id() != null) {
            to.append(event.id()).append(": ");
        }
        Escape.line(to, event.message());
        to.append('\n');
        LogEvent.Thrown thrown = event.thrown();
        if (thrown != null) {
            to.append(thrown.stackTrace()).append('\n');
        }
    }

    private static String colour(Severity severity) {
        return switch (severity) {
            case FATAL, ERROR -> "\u001b[31m";
            case WARN -> "\u001b[33m";
            case INFO -> "\u001b[32m";
            case DEBUG, TRACE, OFF -> "\u001b[36m";
        };
    }
}
