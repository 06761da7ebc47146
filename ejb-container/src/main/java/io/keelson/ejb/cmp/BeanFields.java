package io.keelson.ejb.cmp;

import io.keelson.ejb.schema.Column;
import io.keelson.ejb.schema.EntitySchema;
import jakarta.ejb.EntityBean;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The persistent fields of a bean of version 1.x, which are public fields of its class. The container puts the state of an instance
 * there before {@code ejbLoad}, and takes it from there after {@code ejbStore} and {@code ejbCreate}. Values that can change are
 * copied, so that a change of them is seen. Immutable and thread-safe; an instance belongs to the thread of its transaction.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 14.1.
 */
final class BeanFields {
    private final EntitySchema schema;
    private final Constructor<?> constructor;
    private final Map<Field, Column> fields = new LinkedHashMap<>();

    /**
     * Looks up the fields.
     *
     * @throws IllegalArgumentException when the class has not all of them, or no constructor without parameters
     */
    BeanFields(EntitySchema schema) {
        this.schema = schema;
        try {
            constructor = schema.beanClass().getDeclaredConstructor();
            constructor.setAccessible(true);
            for (Map.Entry<String, Column> each : schema.fields().entrySet()) {
                Field field = schema.beanClass().getField(each.getKey());
                field.setAccessible(true);
                fields.put(field, each.getValue());
            }
        } catch (NoSuchMethodException | NoSuchFieldException e) {
            throw new IllegalArgumentException(
                    schema.beanClass().getName() + " lacks what the container needs: " + e.getMessage(), e);
        }
    }

    EntityBean newBean() throws Throwable {
        try {
            return (EntityBean) constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** Puts a state into the fields. */
    void put(CmpState state, EntityBean bean) {
        fields.forEach((field, column) -> {
            try {
                field.set(bean, copy(state.value(column), column));
            } catch (IllegalAccessException | IllegalArgumentException e) {
                throw new IllegalStateException(
                        "the field " + field.getName() + " of entity bean " + schema.bean() + " cannot be set: " + e,
                        e);
            }
        });
    }

    /**
     * Takes the state from the fields: columns whose values are others than before are to be written.
     *
     * @param identified true if the bean has a primary key, which must not change
     */
    void take(EntityBean bean, CmpState state, boolean identified) {
        fields.forEach((field, column) -> {
            Object value;
            try {
                value = field.get(bean);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(
                        "the field " + field.getName() + " of entity bean " + schema.bean() + " cannot be read: " + e,
                        e);
            }
            if (same(state.value(column), value, column)) {
                return;
            }
            if (identified && column.key()) {
                throw new IllegalStateException("entity bean " + schema.bean() + " has changed its field '"
                        + field.getName() + "', which is of its primary key (Enterprise JavaBeans 2.1, 14.1)");
            }
            boolean unused = state.set(column, copy(value, column));
        });
    }

    private static boolean same(@Nullable Object one, @Nullable Object other, Column column) {
        if (SerialValues.is(column.type())) {
            return SerialValues.same(one, other);
        }
        return one instanceof byte[] bytes && other instanceof byte[] others
                ? Arrays.equals(bytes, others)
                : Objects.equals(one, other);
    }

    private static @Nullable Object copy(@Nullable Object value, Column column) {
        if (SerialValues.is(column.type())) {
            return SerialValues.copy(value);
        }
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        return value instanceof Date date ? date.clone() : value;
    }
}
