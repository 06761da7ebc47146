package io.keelson.base.log;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One JSON object a line. Confined to a writer thread. */
final class LogJson implements LogQueue.Form<LogEvent> {
    static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    @Override
    public int weight(LogEvent event) {
        return event.weight();
    }

    @Override
    public void append(LogEvent event, StringBuilder to) {
        to.append("{\"timestamp\":\"");
        TIME.formatTo(Instant.ofEpochMilli(event.millis()), to);
        to.append("\",\"severity\":\"").append(event.severity().name()).append('"');
        field(to, "logger", event.logger());
        field(to, "thread", event.thread());
        if (event.id() != null) {
            field(to, "id", event.id());
        }
        field(to, "message", event.message());
        if (!event.context().isEmpty()) {
            context(to, event.context());
        }
        LogEvent.Thrown thrown = event.thrown();
        if (thrown != null) {
            to.append(",\"exception\":{\"type\":");
            Escape.json(to, thrown.type());
            field(to, "message", thrown.message());
            field(to, "stack-trace", thrown.stackTrace());
            to.append('}');
        }
        to.append("}\n");
    }

    private static void context(StringBuilder to, Map<String, String> context) {
        to.append(",\"context\":{");
        String separator = "";
        for (Map.Entry<String, String> e : new TreeMap<>(context).entrySet()) {
            to.append(separator);
            Escape.json(to, e.getKey());
            to.append(':');
            Escape.json(to, String.valueOf(e.getValue()));
            separator = ",";
        }
        to.append('}');
    }

    static void field(StringBuilder to, String name, CharSequence value) {
        to.append(",\"").append(name).append("\":");
        Escape.json(to, value);
    }
}
