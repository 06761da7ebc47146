package io.keelson.ejb.cmp;

import io.keelson.ejb.entity.EntityInstance;
import io.keelson.ejb.schema.Column;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.Relation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The meanings of a bean class's abstract methods: fields, relationships, and {@code ejbSelect}. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.3.1 and 10.6.2.
 */
final class Accessors {
    private final EntitySchema schema;
    private final Relationships relationships;
    private final Queries queries;
    private final Accessor[] accessors;

    /** The meaning of a method. */
    private interface Accessor {
        @Nullable
        Object call(EntityInstance instance, @Nullable Object[] arguments) throws Throwable;
    }

    Accessors(EntitySchema schema, CmpModule module, List<Method> methods, Queries queries) {
        this.schema = schema;
        this.queries = queries;
        this.relationships = new Relationships(schema, module);
        this.accessors = methods.stream().map(this::accessor).toArray(Accessor[]::new);
    }

    Relationships relationships() {
        return relationships;
    }

    private Accessor accessor(Method method) {
        String name = method.getName();
        if (name.startsWith("ejbSelect")) {
            queries.select(method);
            return (instance, arguments) -> queries.select(method, arguments);
        }
        boolean get = name.startsWith("get") && method.getParameterCount() == 0;
        boolean set = name.startsWith("set") && method.getParameterCount() == 1;
        if (get || set) {
            for (Map.Entry<String, Column> each : schema.fields().entrySet()) {
                if (names(name, each.getKey())) {
                    Column column = each.getValue();
                    return get
                            ? (instance, arguments) ->
                                    CmpPersistence.state(instance).value(column)
                            : (instance, arguments) -> set(instance, each.getKey(), column, arguments[0]);
                }
            }
            for (Relation each : schema.relations()) {
                if (each.field() != null && names(name, each.field())) {
                    return get
                            ? (instance, arguments) -> relationships.get(instance, each)
                            : (instance, arguments) -> {
                                relationships.set(instance, each, arguments[0]);
                                return null;
                            };
                }
            }
        }
        throw new IllegalArgumentException("its method " + method
                + " is abstract and is the accessor of no cmp-field or cmr-field, nor an ejbSelect method"
                + " (Enterprise JavaBeans 2.1, 10.6.2)");
    }

    private static boolean names(String method, String field) {
        return method.length() == field.length() + 3
                && method.charAt(3) == Character.toUpperCase(field.charAt(0))
                && method.regionMatches(4, field, 1, field.length() - 1);
    }

    private @Nullable Object set(EntityInstance instance, String field, Column column, @Nullable Object value) {
        if (column.key() && instance.key() != null) {
            throw new IllegalStateException("the field '" + field + "' of entity bean " + schema.bean()
                    + " is of its primary key, which does not change (Enterprise JavaBeans 2.1, 10.3.5)");
        }
        CmpPersistence.state(instance).set(column, value);
        return null;
    }

    @Nullable
    Object call(@Nullable EntityInstance instance, int number, @Nullable Object[] arguments) {
        if (instance == null) {
            throw new IllegalStateException("entity bean " + schema.bean()
                    + " uses its fields in its constructor (Enterprise JavaBeans 2.1, 10.5.1)");
        }
        try {
            return accessors[number].call(instance, arguments);
        } catch (Throwable e) {
            throw Accessors.<RuntimeException>unchecked(e);
        }
    }

    /** The generated method declares what it throws; the function between cannot. */
    @SuppressWarnings("unchecked") // the cast is erased, which is the point
    private static <E extends Throwable> E unchecked(Throwable e) throws E {
        throw (E) e;
    }
}
