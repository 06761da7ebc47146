package io.keelson.admin.jmx;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;
import org.jspecify.annotations.Nullable;

/**
 * Open types of the records by which rooms model their state, by the rules by which the other interfaces show them: durations in
 * milliseconds with {@code Millis} behind the name, enums and everything that is no number or truth value as text. A record is composite
 * data, a collection an array, a map a table. Thread-safe.
 */
final class OpenRecords {
    private static final Shown TEXT = new Shown(SimpleType.STRING, String::valueOf);
    private static final Map<Class<?>, Shown> SIMPLE = simple();

    private final Map<Class<?>, Shown> whole = new ConcurrentHashMap<>();
    private final Map<Class<?>, Map<String, Shown>> parts = new ConcurrentHashMap<>();

    private static Map<Class<?>, Shown> simple() {
        Map<Class<?>, Shown> all = new LinkedHashMap<>();
        Shown truth = new Shown(SimpleType.BOOLEAN, value -> value);
        Shown whole = new Shown(SimpleType.INTEGER, value -> ((Number) value).intValue());
        Shown large = new Shown(SimpleType.LONG, value -> ((Number) value).longValue());
        Shown real = new Shown(SimpleType.DOUBLE, value -> ((Number) value).doubleValue());
        List.of(boolean.class, Boolean.class).forEach(type -> all.put(type, truth));
        List.of(int.class, Integer.class, short.class, Short.class, byte.class, Byte.class)
                .forEach(type -> all.put(type, whole));
        List.of(long.class, Long.class).forEach(type -> all.put(type, large));
        List.of(double.class, Double.class, float.class, Float.class).forEach(type -> all.put(type, real));
        all.put(Duration.class, new Shown(SimpleType.LONG, value -> ((Duration) value).toMillis()));
        all.put(
                OptionalInt.class,
                new Shown(
                        SimpleType.INTEGER,
                        value -> ((OptionalInt) value).isPresent() ? ((OptionalInt) value).getAsInt() : null));
        all.put(
                OptionalLong.class,
                new Shown(
                        SimpleType.LONG,
                        value -> ((OptionalLong) value).isPresent() ? ((OptionalLong) value).getAsLong() : null));
        all.put(
                OptionalDouble.class,
                new Shown(
                        SimpleType.DOUBLE,
                        value -> ((OptionalDouble) value).isPresent() ? ((OptionalDouble) value).getAsDouble() : null));
        return Map.copyOf(all);
    }

    /** Returns what a component is called: its name, with the unit of a duration behind it. */
    static String name(RecordComponent component) {
        return component.getName() + (component.getType() == Duration.class ? "Millis" : "");
    }

    /** The components of a record by their names, in its order. */
    Map<String, Shown> components(Class<? extends Record> type) {
        return parts.computeIfAbsent(type, none -> components(type, new HashSet<>()));
    }

    private Map<String, Shown> components(Class<?> type, Set<Class<?>> within) {
        Map<String, Shown> all = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            all.put(name(component), shown(component.getGenericType(), within));
        }
        return all;
    }

    /** Returns what the components of a record say, by their names, as they are shown. */
    Map<String, @Nullable Object> values(Record record) {
        Map<String, Shown> shown = components(record.getClass());
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = name(component);
            Shown as = shown.get(name);
            values.put(name, as == null ? null : as.of(read(record, component)));
        }
        return values;
    }

    /** A record as a whole. */
    Shown whole(Class<? extends Record> type) {
        return record(type, new HashSet<>());
    }

    /** Returns what a component says. */
    static @Nullable Object read(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "the component " + component.getName() + " of "
                            + record.getClass().getName() + " cannot be read",
                    e);
        }
    }

    private Shown shown(Type type, Set<Class<?>> within) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            if (Collection.class.isAssignableFrom(raw)) {
                return array(shown(arguments[0], within));
            }
            if (Map.class.isAssignableFrom(raw)) {
                return table(shown(arguments[1], within));
            }
            if (raw == Optional.class) {
                Shown inner = shown(arguments[0], within);
                return new Shown(inner.type(), value -> inner.of(((Optional<?>) value).orElse(null)));
            }
        }
        if (!(type instanceof Class<?> plain)) {
            return TEXT;
        }
        if (plain.isRecord()) {
            return record(plain, within);
        }
        Shown simple = SIMPLE.get(plain);
        if (simple != null) {
            return simple;
        }
        return Number.class.isAssignableFrom(plain)
                ? new Shown(SimpleType.LONG, value -> ((Number) value).longValue())
                : TEXT;
    }

    /** A record; one that has itself within it is shown as text there, and so is one without components. */
    private Shown record(Class<?> type, Set<Class<?>> within) {
        Shown made = whole.get(type);
        if (made != null) {
            return made;
        }
        if (type.getRecordComponents().length == 0 || !within.add(type)) {
            return TEXT;
        }
        Shown shown = composite(type, components(type, within));
        within.remove(type);
        if (within.isEmpty()) {
            whole.put(type, shown);
        }
        return shown;
    }

    private static Shown composite(Class<?> type, Map<String, Shown> components) {
        RecordComponent[] read = type.getRecordComponents();
        String[] names = components.keySet().toArray(String[]::new);
        List<Shown> shown = new ArrayList<>(components.values());
        CompositeType composite = of(() -> new CompositeType(
                type.getName(),
                type.getSimpleName(),
                names,
                names,
                shown.stream().map(Shown::type).toArray(OpenType<?>[]::new)));
        return new Shown(composite, value -> {
            @Nullable Object[] values = new Object[names.length];
            for (int i = 0; i < names.length; i++) {
                values[i] = shown.get(i).of(read((Record) value, read[i]));
            }
            return of(() -> new CompositeDataSupport(composite, names, values));
        });
    }

    /** An array of such values; those that are none are left out. */
    static Shown array(Shown item) {
        Class<?> type = javaType(item.type());
        return new Shown(of(() -> ArrayType.getArrayType(item.type())), value -> {
            List<Object> items = new ArrayList<>();
            for (Object each : (Collection<?>) value) {
                Object one = item.of(each);
                if (one != null) {
                    items.add(one);
                }
            }
            return items.toArray((Object[]) Array.newInstance(type, 0));
        });
    }

    /** A table of such values by their keys. */
    static Shown table(Shown item) {
        String[] names = {"key", "value"};
        CompositeType row = of(() ->
                new CompositeType("entry", "entry", names, names, new OpenType<?>[] {SimpleType.STRING, item.type()}));
        TabularType type = of(() -> new TabularType("entries", "entries", row, new String[] {"key"}));
        return new Shown(type, value -> {
            TabularDataSupport table = new TabularDataSupport(type);
            ((Map<?, ?>) value)
                    .forEach((key, each) -> table.put(of(() -> new CompositeDataSupport(
                            row, names, new @Nullable Object[] {String.valueOf(key), item.of(each)}))));
            return table;
        });
    }

    private static Class<?> javaType(OpenType<?> type) {
        if (type instanceof CompositeType) {
            return CompositeData.class;
        }
        if (type instanceof TabularType) {
            return TabularData.class;
        }
        try {
            return Class.forName(type.getClassName());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("every JDK has " + type.getClassName(), e);
        }
    }

    /** Making of something that cannot fail, as the types are made of what is there. */
    interface Making<T> {
        T make() throws OpenDataException;
    }

    static <T> T of(Making<T> making) {
        try {
            return making.make();
        } catch (OpenDataException e) {
            throw new IllegalStateException("the types that were made do not fit: " + e.getMessage(), e);
        }
    }
}
