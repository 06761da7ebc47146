package io.keelson.admin.rest;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Shows read-only state, which rooms model as public records, as JSON: the names of components in kebab case, durations in
 * milliseconds with {@code -millis} behind the name, everything that is no number or truth value as text.
 */
public final class RuntimeJson {
    private RuntimeJson() {}

    /**
     * The JSON of a record.
     *
     * @throws IllegalArgumentException when the record or one of its components is not public
     */
    public static JsonObject of(Record state) {
        JsonObjectBuilder object = Answer.JSON.createObjectBuilder();
        for (RecordComponent component : state.getClass().getRecordComponents()) {
            object.add(name(component), value(read(state, component)));
        }
        return object.build();
    }

    /** Returns what a component is called. */
    static String name(RecordComponent component) {
        return kebab(component.getName()) + (component.getType() == Duration.class ? "-millis" : "");
    }

    /** The JSON of several. */
    public static JsonArrayBuilder of(Collection<? extends Record> states) {
        JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
        states.forEach(state -> array.add(of(state)));
        return array;
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

    private static JsonValue value(@Nullable Object value) {
        if (value == null) {
            return JsonValue.NULL;
        }
        if (value instanceof Optional<?> maybe) {
            return value(maybe.orElse(null));
        }
        if (value instanceof OptionalInt maybe) {
            return maybe.isPresent() ? value(maybe.getAsInt()) : JsonValue.NULL;
        }
        if (value instanceof OptionalLong maybe) {
            return maybe.isPresent() ? value(maybe.getAsLong()) : JsonValue.NULL;
        }
        if (value instanceof Boolean truth) {
            return truth ? JsonValue.TRUE : JsonValue.FALSE;
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (value instanceof Duration duration) {
            return Answer.JSON.createValue(duration.toMillis());
        }
        return composed(value);
    }

    /** A figure that is none (no work done yet) is null; others are rounded to what a reader can use. */
    private static JsonValue number(Number number) {
        if (number instanceof Double || number instanceof Float) {
            double real = number.doubleValue();
            return Double.isFinite(real)
                    ? Answer.JSON.createValue(BigDecimal.valueOf(Math.rint(real * 1000) / 1000))
                    : JsonValue.NULL;
        }
        return Answer.JSON.createValue(number.longValue());
    }

    private static JsonValue composed(Object value) {
        if (value instanceof Record state) {
            return of(state);
        }
        if (value instanceof Collection<?> items) {
            JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
            items.forEach(item -> array.add(value(item)));
            return array.build();
        }
        if (value instanceof Map<?, ?> entries) {
            JsonObjectBuilder object = Answer.JSON.createObjectBuilder();
            entries.forEach((key, item) -> object.add(String.valueOf(key), value(item)));
            return object.build();
        }
        return Answer.JSON.createValue(value.toString());
    }

    static String kebab(String camel) {
        return camel.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
