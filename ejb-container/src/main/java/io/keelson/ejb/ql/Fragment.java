package io.keelson.ejb.ql;

import io.keelson.ejb.ql.CompiledQuery.Binding;
import io.keelson.ejb.schema.EntitySchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A piece of SQL with its bindings. Immutable.
 *
 * @param sql null for an entity object, which has several columns
 * @param parts the columns of an entity object's key; empty for values
 * @param entity the bean of an entity object; null for values
 * @param type of a value in Java; null where it is unknown
 * @param parameter the index of the parameter that it is; -1: it is none
 */
record Fragment(
        String sql,
        List<Binding> bindings,
        List<String> parts,
        @Nullable EntitySchema entity,
        @Nullable Class<?> type,
        int parameter) {
    static Fragment value(String sql, @Nullable Class<?> type, Fragment... of) {
        List<Binding> bindings = new ArrayList<>();
        for (Fragment each : of) {
            bindings.addAll(each.bindings());
        }
        return new Fragment(sql, bindings, List.of(), null, type, -1);
    }

    static Fragment entity(EntitySchema entity, List<String> parts) {
        return new Fragment("", List.of(), parts, entity, null, -1);
    }

    static Fragment parameter(int index) {
        return new Fragment("?", List.of(new Binding(index, null, 0)), List.of(), null, null, index);
    }

    boolean isEntity() {
        return entity != null;
    }
}
