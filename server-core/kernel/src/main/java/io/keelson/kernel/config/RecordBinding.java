package io.keelson.kernel.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Binding of a mapping to a record.
 *
 * @param keys the declared keys, one a component, in their order
 */
record RecordBinding(Class<? extends Record> type, Constructor<? extends Record> constructor, List<Shape.Key> keys) {

    static Constructor<? extends Record> canonical(Class<? extends Record> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
        }
        try {
            Constructor<? extends Record> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type.getName() + " has no canonical constructor", e);
        }
    }

    /**
     * Makes the record. The values are complete: checked, with defaults.
     *
     * @throws IllegalArgumentException when the record's constructor refuses the values; the message says why
     */
    Record bind(Value.Entries values) {
        List<@Nullable Object> arguments = new ArrayList<>();
        for (Shape.Key key : keys) {
            arguments.add(java(key.shape(), values.entries().get(key.name())));
        }
        return make(arguments.toArray());
    }

    private Record make(@Nullable Object[] arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IllegalArgumentException refused) {
                throw refused;
            }
            throw new IllegalStateException("the constructor of " + type.getName() + " failed", cause);
        } catch (InstantiationException | IllegalAccessException e) {
            throw new IllegalStateException("cannot make a " + type.getName(), e);
        }
    }

    private static @Nullable Object java(Shape shape, @Nullable Value value) {
        if (value == null) {
            if (shape instanceof Shape.Items) {
                return List.of();
            }
            return shape instanceof Shape.Named ? Map.of() : null;
        }
        if (value instanceof Value.Single single) {
            return single.value();
        }
        if (value instanceof Value.Items items && shape instanceof Shape.Items list) {
            List<Object> result = new ArrayList<>();
            items.items().forEach(item -> result.add(present(list.item(), item)));
            return List.copyOf(result);
        }
        if (value instanceof Value.Entries entries && shape instanceof Shape.Named named) {
            Map<String, Object> result = new LinkedHashMap<>();
            entries.entries().forEach((name, entry) -> result.put(name, present(named.value(), entry)));
            return Collections.unmodifiableMap(result);
        }
        if (value instanceof Value.Entries entries && shape instanceof Shape.Group group && group.record() != null) {
            return group.record().bind(entries);
        }
        throw new IllegalStateException("a value that does not fit its shape: " + shape);
    }

    private static Object present(Shape shape, Value value) {
        Object result = java(shape, value);
        if (result == null) {
            throw new IllegalStateException("no value where there is one");
        }
        return result;
    }
}
