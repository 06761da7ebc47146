package io.keelson.admin.telemetry;

import io.keelson.admin.rest.RecordIdentity;
import io.keelson.admin.telemetry.Metric.Kind;
import io.keelson.base.measure.Described;
import io.keelson.base.measure.Described.Unit;
import io.keelson.base.measure.Distribution;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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
 * The records by which rooms model their state as metrics. A number or truth value {@code inUse} of the collection {@code data-sources} is
 * {@code keelson_data_sources_in_use}; a duration is in seconds and named so; what only grows ends with {@code _total}; of a map of
 * numbers each is a figure with its key as a label; a state, which is an enum, is 1 with its name as a label; components that name
 * something are the labels. Kind, unit and help are those of {@link Described}. Nothing is said of text, lists and what is not known.
 * Nobody writes a metric twice. Confined to one thread.
 */
public final class Figures {
    private final SortedMap<String, Family> families = new TreeMap<>();
    private final Set<Map.Entry<String, SortedMap<String, String>>> series = new HashSet<>();
    private final String server;

    /** Properties that the figures of a name have in common. */
    private record Family(Kind kind, Unit unit, String help, List<Figure> figures) {}

    /** A component of a record: what its metric is called, and what is said of it. */
    private record Place(String name, @Nullable Described described) {
        /** The one of something in it, of which nothing is said there. */
        Place within(RecordComponent component) {
            return new Place(name + "_" + snake(kebab(component.getName())), component.getAnnotation(Described.class));
        }

        String help() {
            return described == null ? "" : described.value();
        }

        Kind kind() {
            if (described == null) {
                return Kind.UNKNOWN;
            }
            return described.grows() ? Kind.COUNTER : Kind.GAUGE;
        }

        /** Returns what a number counts: names that end so have always said it. */
        Unit unit() {
            Unit said = described == null ? Unit.NONE : described.unit();
            if (said != Unit.NONE) {
                return said;
            }
            return name.endsWith("_seconds") ? Unit.SECONDS : name.endsWith("_bytes") ? Unit.BYTES : Unit.NONE;
        }
    }

    /** Figures of that server, whose name is a label of all. */
    public Figures(String server) {
        this.server = server;
    }

    /** Adds a collection of records. */
    public void add(String collection, Collection<? extends Record> records) {
        for (Record one : records) {
            SortedMap<String, String> labels = new TreeMap<>(Map.of("server", server));
            RecordIdentity.of(one).forEach((name, value) -> labels.put(label(name), value));
            add(new Place("keelson_" + snake(collection), null), one, labels);
        }
    }

    /** Returns what a record names as a server is another one. */
    private static String label(String component) {
        return component.equals("server") ? "peer" : snake(component);
    }

    /** The metrics in the order of their names. */
    public List<Metric> metrics() {
        List<Metric> all = new ArrayList<>();
        families.forEach((name, family) ->
                all.add(new Metric(name, family.kind(), family.unit(), family.help(), family.figures())));
        return all;
    }

    private void add(Place at, Record one, SortedMap<String, String> labels) {
        for (RecordComponent component : one.getClass().getRecordComponents()) {
            Object value = plain(read(one, component));
            if (value != null) {
                one(at.within(component), value, labels);
            }
        }
    }

    private void one(Place at, Object value, SortedMap<String, String> labels) {
        if (value instanceof Duration duration) {
            number(at, Unit.SECONDS, labels, duration.toNanos() / 1e9, false);
        } else if (value instanceof Boolean truth) {
            number(at, Unit.NONE, labels, truth ? 1 : 0, true);
        } else if (value instanceof Number number) {
            number(at, at.unit(), labels, number.doubleValue(), !(number instanceof Double || number instanceof Float));
        } else if (value instanceof Enum<?> state) {
            number(at, Unit.NONE, with(labels, "is", state.name()), 1, true);
        } else if (value instanceof Distribution spread) {
            put(at, Kind.HISTOGRAM, at.unit(), Figure.spread(labels, spread));
        } else if (value instanceof Record inner) {
            add(at, inner, labels);
        } else if (value instanceof Map<?, ?> several
                && at.described() != null
                && !at.described().by().isEmpty()) {
            String label = snake(at.described().by());
            several.forEach((key, each) -> {
                if (each instanceof Number number) {
                    one(at, number, with(labels, label, String.valueOf(key)));
                }
            });
        }
    }

    private static SortedMap<String, String> with(SortedMap<String, String> labels, String name, String value) {
        SortedMap<String, String> more = new TreeMap<>(labels);
        more.put(name, value);
        return more;
    }

    private void number(Place at, Unit unit, SortedMap<String, String> labels, double value, boolean whole) {
        if (Double.isFinite(value)) {
            put(at, at.kind(), unit, Figure.number(labels, value, whole));
        }
    }

    /**
     * Two records that no label tells apart would be one series with two values, and two kinds of one name one metric of both: Prometheus
     * refuses either as a whole.
     */
    private void put(Place at, Kind kind, Unit unit, Figure figure) {
        String name = named(at.name(), unit) + (kind == Kind.COUNTER ? Metric.TOTAL : "");
        Family family = families.computeIfAbsent(name, key -> new Family(kind, unit, at.help(), new ArrayList<>()));
        if (family.kind() == kind && series.add(Map.entry(name, figure.labels()))) {
            family.figures().add(figure);
        }
    }

    /** A metric says its unit at the end of its name. */
    private static String named(String name, Unit unit) {
        String suffix = "_" + unit.name().toLowerCase(Locale.ROOT);
        return unit == Unit.NONE || name.endsWith(suffix) ? name : name + suffix;
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
