package io.keelson.admin.telemetry;

import io.keelson.admin.rest.RecordIdentity;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The records by which rooms model their state as numbers. A number or truth value {@code inUse} of the collection {@code data-sources} is
 * {@code keelson_data_sources_in_use}; a duration is in seconds and named so; a state, which is an enum, is 1 with its name as a label; components
 * that name something are the labels. Nothing is said of text, lists and what is not known. Nobody writes a metric twice. Confined to one thread.
 */
public final class Figures {
    private final SortedMap<String, List<Figure>> metrics = new TreeMap<>();
    private final Set<Map.Entry<String, SortedMap<String, String>>> series = new HashSet<>();
    private final String server;

    /** Figures of that server, whose name is a label of all. */
    public Figures(String server) {
        this.server = server;
    }

    /** Adds a collection of records. */
    public void add(String collection, Collection<? extends Record> records) {
        for (Record one : records) {
            SortedMap<String, String> labels = new TreeMap<>(Map.of("server", server));
            RecordIdentity.of(one).forEach((name, value) -> labels.put(snake(name), value));
            add("keelson_" + snake(collection), one, labels);
        }
    }

    /** The metrics by their names, each with its figures in the order in which they were added. */
    public SortedMap<String, List<Figure>> byName() {
        return Collections.unmodifiableSortedMap(metrics);
    }

    private void add(String prefix, Record one, SortedMap<String, String> labels) {
        for (RecordComponent component : one.getClass().getRecordComponents()) {
            String name = prefix + "_" + snake(kebab(component.getName()));
            Object value = plain(read(one, component));
            if (value instanceof Duration duration) {
                figure(name + "_seconds", labels, duration.toNanos() / 1e9, false);
            } else if (value instanceof Boolean truth) {
                figure(name, labels, truth ? 1 : 0, true);
            } else if (value instanceof Number number) {
                figure(name, labels, number.doubleValue(), !(number instanceof Double || number instanceof Float));
            } else if (value instanceof Enum<?> state) {
                SortedMap<String, String> more = new TreeMap<>(labels);
                more.put("is", state.name());
                figure(name, more, 1, true);
            } else if (value instanceof Record inner) {
                add(name, inner, labels);
            }
        }
    }

    /** Two records that no label tells apart would be one series with two values, which Prometheus refuses as a whole. */
    private void figure(String name, SortedMap<String, String> labels, double value, boolean whole) {
        if (Double.isFinite(value) && series.add(Map.entry(name, labels))) {
            metrics.computeIfAbsent(name, key -> new ArrayList<>()).add(new Figure(name, labels, value, whole));
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
}
