package io.keelson.ejb.ql;

import io.keelson.ejb.schema.EntitySchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query in SQL. Immutable.
 *
 * @param sql with a mark for each binding
 * @param bindings the values of the marks, in order
 * @param entity the bean whose columns the query selects, all of them in order; null: it selects a value
 * @param type of the value; null where the query selects a bean
 * @param distinct true if duplicates are left out
 * @param aggregate true if the value is computed from all rows
 */
public record CompiledQuery(
        String sql,
        List<Binding> bindings,
        @Nullable EntitySchema entity,
        @Nullable Class<?> type,
        boolean distinct,
        boolean aggregate) {
    public CompiledQuery {
        bindings = List.copyOf(bindings);
    }

    /**
     * The value of a mark.
     *
     * @param parameter the index of the method's parameter
     * @param entity the bean of which the parameter is an object; null: it is a value
     * @param part the place in the primary key of that object
     */
    public record Binding(int parameter, @Nullable EntitySchema entity, int part) {}
}
