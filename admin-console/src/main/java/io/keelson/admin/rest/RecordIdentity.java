package io.keelson.admin.rest;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** By what the records of a collection are told apart: the components that name something. They are a metric's labels too. */
public final class RecordIdentity {
    /** Components that say of what a record is, in kebab case. */
    private static final Set<String> NAMING =
            Set.of("name", "application", "module", "context-root", "server", "store-type", "pool");

    private RecordIdentity() {}

    /** The components that name something, in the order of the record, with what they say; those that say nothing are left out. */
    public static Map<String, String> of(Record record) {
        Map<String, String> names = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = RuntimeJson.kebab(component.getName());
            if (NAMING.contains(name)) {
                Object value = read(record, component);
                Object said = value instanceof Optional<?> maybe ? maybe.orElse(null) : value;
                if (said instanceof String || said instanceof Enum<?>) {
                    names.put(name, said.toString());
                }
            }
        }
        return names;
    }

    /** All that names the record, with slashes between; empty where nothing does. */
    public static String text(Record record) {
        return String.join("/", of(record).values());
    }

    private static Object read(Record record, RecordComponent component) {
        try {
            Object value = component.getAccessor().invoke(record);
            return value == null ? Optional.empty() : value;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "the component " + component.getName() + " of "
                            + record.getClass().getName() + " cannot be read",
                    e);
        }
    }
}
