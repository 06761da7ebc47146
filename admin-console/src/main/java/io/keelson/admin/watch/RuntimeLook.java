package io.keelson.admin.watch;

import io.keelson.admin.rest.RecordCollections;
import io.keelson.admin.rest.RecordIdentity;
import io.keelson.admin.watch.Condition.Comparison;
import io.keelson.admin.watch.Condition.Threshold;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Looks at conditions over what the server does. Thread-safe. */
final class RuntimeLook {
    private final RecordCollections records;

    RuntimeLook(RecordCollections records) {
        this.records = records;
    }

    /**
     * Returns why a condition can never hold, whatever the server does. Empty where it can, and where there is no such collection:
     * another server may have it.
     */
    Optional<String> problem(Condition.OfRuntime condition) {
        Class<? extends Record> type = records.type(condition.collection()).orElse(null);
        if (type == null) {
            return Optional.empty();
        }
        for (String name : condition.only().keySet()) {
            if (component(type, name) == null) {
                return Optional.of(missing(condition, name, type));
            }
        }
        Optional<String> first = pathProblem(condition, type, condition.component());
        List<String> by = condition.by();
        return first.isPresent() || by == null ? first : pathProblem(condition, type, by);
    }

    private static Optional<String> pathProblem(
            Condition.OfRuntime condition, Class<? extends Record> first, List<String> path) {
        Class<?> type = first;
        for (String name : path) {
            RecordComponent component = type.isRecord() ? component(type, name) : null;
            if (component == null) {
                return Optional.of(missing(condition, name, type));
            }
            type = within(component);
        }
        return Optional.empty();
    }

    /** The type of a component; of one that may be missing that of what may be there. */
    private static Class<?> within(RecordComponent component) {
        return component.getType() == Optional.class
                        && component.getGenericType() instanceof ParameterizedType maybe
                        && maybe.getActualTypeArguments()[0] instanceof Class<?> there
                ? there
                : component.getType();
    }

    private static String missing(Condition.OfRuntime condition, String name, Class<?> type) {
        StringBuilder there = new StringBuilder();
        if (type.isRecord()) {
            for (RecordComponent each : type.getRecordComponents()) {
                there.append(there.isEmpty() ? "" : ", ").append(kebab(each));
            }
        }
        return "'" + condition.collection() + "' has no '" + name + "'" + (there.isEmpty() ? "" : "; it has " + there);
    }

    /** Returns whether the condition holds now for one of the records. */
    Observation look(Condition.OfRuntime condition) {
        if (records.type(condition.collection()).isEmpty()) {
            return Observation.unknown("this server has no state '" + condition.collection() + "'");
        }
        Optional<String> problem = problem(condition);
        if (problem.isPresent()) {
            return Observation.unknown(problem.get());
        }
        String seen = "";
        for (Record each : records.of(condition.collection())) {
            if (!meant(condition, each)) {
                continue;
            }
            Object value = value(each, condition.component());
            List<String> by = condition.by();
            if (by != null) {
                value = divided(value, value(each, by));
            }
            String name = RecordIdentity.text(each);
            String text = (name.isEmpty() ? "" : name + ": ") + shown(value);
            if (holds(condition, value)) {
                return Observation.yes(text);
            }
            seen = seen.isEmpty() ? text : seen;
        }
        return Observation.no(seen);
    }

    private static boolean meant(Condition.OfRuntime condition, Record record) {
        for (Map.Entry<String, String> only : condition.only().entrySet()) {
            Object value = value(record, List.of(only.getKey()));
            if (value == null || !value.toString().equals(only.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(Condition.OfRuntime condition, @Nullable Object value) {
        if (value == null) {
            return false;
        }
        Threshold threshold = condition.threshold();
        if (threshold instanceof Threshold.Text text) {
            return condition.comparison().holds(value.toString(), text.value());
        }
        if (threshold instanceof Threshold.Number limit) {
            Double number = number(value);
            return number != null
                    && !number.isNaN()
                    && condition.comparison() != Comparison.CONTAINS
                    && condition.comparison().holds(Double.compare(number, limit.value()));
        }
        return false;
    }

    private static @Nullable Double divided(@Nullable Object value, @Nullable Object by) {
        Double over = value == null ? null : number(value);
        Double under = by == null ? null : number(by);
        return over == null || under == null || under <= 0 ? null : over / under;
    }

    private static @Nullable Double number(Object value) {
        if (value instanceof Duration duration) {
            return duration.toNanos() / 1e6;
        }
        return value instanceof Number number ? number.doubleValue() : null;
    }

    private static String shown(@Nullable Object value) {
        if (value instanceof Double real) {
            return String.format(Locale.ROOT, "%.3f", real);
        }
        return value instanceof Duration duration ? duration.toMillis() + " ms" : String.valueOf(value);
    }

    private static @Nullable Object value(Record record, List<String> path) {
        Object at = record;
        for (String name : path) {
            if (!(at instanceof Record within)) {
                return null;
            }
            RecordComponent component = component(within.getClass(), name);
            at = component == null ? null : plain(read(within, component));
        }
        return at;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Optional<?> maybe) {
            return maybe.orElse(null);
        }
        if (value instanceof OptionalInt maybe) {
            return maybe.isPresent() ? maybe.getAsInt() : null;
        }
        if (value instanceof OptionalLong maybe) {
            return maybe.isPresent() ? maybe.getAsLong() : null;
        }
        if (value instanceof OptionalDouble maybe) {
            return maybe.isPresent() ? maybe.getAsDouble() : null;
        }
        return value;
    }

    /** Name in REST, so also with the unit of a duration behind it. */
    private static @Nullable RecordComponent component(Class<?> type, String name) {
        for (RecordComponent each : type.getRecordComponents()) {
            String kebab = kebab(each);
            if (kebab.equals(name) || each.getType() == Duration.class && (kebab + "-millis").equals(name)) {
                return each;
            }
        }
        return null;
    }

    private static String kebab(RecordComponent component) {
        return component.getName().replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static @Nullable Object read(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "the component " + component.getName() + " of "
                            + record.getClass().getName() + " cannot be read",
                    e);
        }
    }
}
