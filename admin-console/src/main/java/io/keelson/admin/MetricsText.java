package io.keelson.admin;

import io.keelson.admin.rest.RecordIdentity;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The records by which rooms model their state as metrics in the text format of Prometheus, version 0.0.4. A number or truth
 * value {@code inUse} of the collection {@code data-sources} is {@code keelson_data_sources_in_use}; a duration is in seconds and
 * named so; a state, which is an enum, is 1 with its name as a label; components that name something are the labels. Nothing is
 * said of text, lists and what is not known. Nobody writes a metric twice. Confined to one thread.
 */
final class MetricsText {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** A metric's lines by its name: those of one name must be together. */
    private final Map<String, StringBuilder> metrics = new TreeMap<>();

    private final Set<String> series = new HashSet<>();
    private final String server;

    /** Metrics of that server, whose name is a label of all. */
    MetricsText(String server) {
        this.server = server;
    }

    /** Adds a collection of records. */
    void add(String collection, Collection<? extends Record> records) {
        for (Record one : records) {
            Map<String, String> labels = new TreeMap<>(Map.of("server", server));
            add("keelson_" + snake(collection), one, labels(one, labels));
        }
    }

    private static Map<String, String> labels(Record one, Map<String, String> labels) {
        RecordIdentity.of(one).forEach((name, value) -> labels.put(snake(name), value));
        return labels;
    }

    private void add(String prefix, Record one, Map<String, String> labels) {
        for (RecordComponent component : one.getClass().getRecordComponents()) {
            String name = prefix + "_" + snake(kebab(component.getName()));
            Object value = plain(read(one, component));
            if (value instanceof Duration duration) {
                line(name + "_seconds", labels, duration.toNanos() / 1e9);
            } else if (value instanceof Boolean truth) {
                line(name, labels, truth ? 1 : 0);
            } else if (value instanceof Number number) {
                line(name, labels, number.doubleValue());
            } else if (value instanceof Enum<?> state) {
                Map<String, String> more = new TreeMap<>(labels);
                more.put("is", state.name());
                line(name, more, 1);
            } else if (value instanceof Record inner) {
                add(name, inner, labels);
            }
        }
    }

    private void line(String name, Map<String, String> labels, double value) {
        if (!Double.isFinite(value)) {
            return;
        }
        StringBuilder line = new StringBuilder(name).append('{');
        String separator = "";
        for (Map.Entry<String, String> label : labels.entrySet()) {
            line.append(separator).append(label.getKey()).append("=\"");
            escape(line, label.getValue());
            line.append('"');
            separator = ",";
        }
        String one = line.append('}').toString();
        // Two records that no label tells apart would be one series with two values, which Prometheus refuses as a
        // whole.
        if (series.add(one)) {
            metrics.computeIfAbsent(
                            name,
                            key -> new StringBuilder("# TYPE ").append(key).append(" untyped\n"))
                    .append(one)
                    .append(' ')
                    .append(value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : value)
                    .append('\n');
        }
    }

    private static void escape(StringBuilder to, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> to.append("\\\\");
                case '"' -> to.append("\\\"");
                case '\n' -> to.append("\\n");
                default -> to.append(c);
            }
        }
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Optional<?> maybe) {
            return maybe.orElse(null);
        }
        if (value instanceof OptionalInt maybe) {
            return maybe.isPresent() ? (Object) maybe.getAsInt() : null;
        }
        if (value instanceof OptionalLong maybe) {
            return maybe.isPresent() ? (Object) maybe.getAsLong() : null;
        }
        if (value instanceof OptionalDouble maybe) {
            return maybe.isPresent() ? (Object) maybe.getAsDouble() : null;
        }
        return value;
    }

    private static @Nullable Object read(Record state, RecordComponent component) {
        try {
            return component.getAccessor().invoke(state);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "the component " + component.getName() + " of "
                            + state.getClass().getName() + " cannot be read",
                    e);
        }
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static String snake(String kebab) {
        return kebab.replace('-', '_');
    }

    @Override
    public String toString() {
        StringBuilder all = new StringBuilder();
        metrics.values().forEach(all::append);
        return all.toString();
    }
}
