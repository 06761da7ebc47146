package io.keelson.kernel.serial;

import java.io.Externalizable;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Path in an object graph to the first object that is not serializable: {@code cart.items[2].supplier}. For messages: it looks through
 * fields as default serialisation does, and through collections, maps and arrays; a class with code of its own may write something else.
 */
public final class FieldPath {
    private static final int MOST_OBJECTS = 20_000;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Step> waiting = new ArrayDeque<>();

    private record Step(String path, Object value) {}

    private FieldPath() {}

    /**
     * Looks for it, nearest first.
     *
     * @param name what the path begins with
     * @return path and class, as {@code cart.owner (com.example.Owner)}; empty when none is found
     */
    public static Optional<String> find(String name, Object root) {
        return new FieldPath().search(name, root);
    }

    private Optional<String> search(String name, Object root) {
        add(name, root);
        while (!waiting.isEmpty() && seen.size() < MOST_OBJECTS) {
            Step step = waiting.poll();
            Object value = step.value();
            if (!(value instanceof Serializable)) {
                return Optional.of(step.path() + " (" + value.getClass().getName() + ")");
            }
            if (!(value instanceof Externalizable)) {
                look(step.path(), value);
            }
        }
        return Optional.empty();
    }

    private void add(String path, @Nullable Object value) {
        if (value != null && !(value instanceof String) && seen.add(value)) {
            waiting.add(new Step(path, value));
        }
    }

    private void look(String path, Object value) {
        try {
            if (value instanceof Object[] array) {
                for (int i = 0; i < Array.getLength(array); i++) {
                    add(path + "[" + i + "]", array[i]);
                }
            } else if (value instanceof Collection<?> collection) {
                int i = 0;
                for (Object each : collection) {
                    add(path + "[" + i++ + "]", each);
                }
            } else if (value instanceof Map<?, ?> map) {
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    add(path + ", a key", entry.getKey());
                    add(path + "[" + text(entry.getKey()) + "]", entry.getValue());
                }
            }
            fields(path, value);
        } catch (RuntimeException e) {
            // Somebody changes the collection, or its own code fails: this branch stays dark.
        }
    }

    private static String text(@Nullable Object key) {
        return key instanceof String || key instanceof Number || key instanceof Enum<?> ? key.toString() : "...";
    }

    private void fields(String path, Object value) {
        for (Class<?> type = value.getClass();
                type != null && Serializable.class.isAssignableFrom(type);
                type = type.getSuperclass()) {
            if (type.getClassLoader() == null) {
                continue; // the JDK's insides are its own
            }
            ObjectStreamClass description = ObjectStreamClass.lookup(type);
            if (description == null) {
                continue;
            }
            for (ObjectStreamField field : description.getFields()) {
                if (!field.isPrimitive()) {
                    field(path, value, type, field.getName());
                }
            }
        }
    }

    private void field(String path, Object value, Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            add(path + "." + name, field.get(value));
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Declared as serialised by the class itself, or closed: it cannot be looked into.
        }
    }
}
