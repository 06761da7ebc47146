package io.keelson.ejb.ql;

import io.keelson.ejb.schema.Column;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.Relation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The clause FROM of a query: range variables, and the tables to which paths lead. Confined to the deploying thread. */
final class Joins {
    private final Map<String, Variable> variables = new LinkedHashMap<>();
    private final Map<String, Variable> paths = new LinkedHashMap<>();
    private final List<Root> roots = new ArrayList<>();
    private int count;

    /** A table that stands for entity objects. */
    record Variable(EntitySchema schema, String alias, Root root) {
        List<String> key() {
            return schema.key().stream().map(each -> alias + "." + each.name()).toList();
        }

        String column(Column column) {
            return alias + "." + column.name();
        }
    }

    /** A table of FROM, with what is joined to it. */
    static final class Root {
        private final StringBuilder sql = new StringBuilder();
    }

    String alias() {
        return "t" + count++;
    }

    @Nullable
    Variable variable(String name) {
        return variables.get(name.toLowerCase(java.util.Locale.ROOT));
    }

    boolean isEmpty() {
        return variables.isEmpty();
    }

    private void put(String name, Variable variable) {
        variables.put(name.toLowerCase(java.util.Locale.ROOT), variable);
    }

    void declare(String name, EntitySchema schema) {
        Root root = new Root();
        roots.add(root);
        Variable made = new Variable(schema, alias(), root);
        root.sql.append(schema.table()).append(' ').append(made.alias());
        put(name, made);
    }

    void declareMember(String name, Variable from, Relation relation) {
        put(name, join(from, relation, "JOIN"));
    }

    /** Returns the table to which a path leads, which is joined once. */
    Variable navigate(Variable from, Relation relation) {
        return paths.computeIfAbsent(from.alias() + "." + relation.index(), none -> join(from, relation, "LEFT JOIN"));
    }

    /** Returns the table of an alias to which a path has led; null: the alias is that of a variable of FROM. */
    @Nullable
    Variable navigated(String alias) {
        return paths.values().stream()
                .filter(each -> each.alias().equals(alias))
                .findFirst()
                .orElse(null);
    }

    private Variable join(Variable from, Relation relation, String how) {
        Variable to = new Variable(relation.target(), alias(), from.root());
        StringBuilder sql = from.root().sql;
        Relation.JoinTable join = relation.join();
        if (join != null) {
            String between = alias();
            sql.append(' ')
                    .append(how)
                    .append(' ')
                    .append(join.table())
                    .append(' ')
                    .append(between)
                    .append(" ON ");
            sql.append(equal(prefixed(between, join.toSource()), from.key()));
            sql.append(' ')
                    .append(how)
                    .append(' ')
                    .append(to.schema().table())
                    .append(' ')
                    .append(to.alias());
            sql.append(" ON ").append(equal(to.key(), prefixed(between, join.toTarget())));
            return to;
        }
        sql.append(' ')
                .append(how)
                .append(' ')
                .append(to.schema().table())
                .append(' ')
                .append(to.alias());
        sql.append(" ON ").append(condition(from, relation, to));
        return to;
    }

    /** The condition that a row of the target belongs to a row of the source; not for a table between. */
    static String condition(Variable from, Relation relation, Variable to) {
        return relation.foreignKey().isEmpty()
                ? equal(columns(to, relation.opposite().foreignKey()), from.key())
                : equal(to.key(), columns(from, relation.foreignKey()));
    }

    static List<String> columns(Variable of, List<Column> columns) {
        return columns.stream().map(of::column).toList();
    }

    static List<String> prefixed(String alias, List<String> columns) {
        return columns.stream().map(each -> alias + "." + each).toList();
    }

    static String equal(List<String> one, List<String> other) {
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < one.size(); i++) {
            sql.append(i == 0 ? "" : " AND ").append(one.get(i)).append(" = ").append(other.get(i));
        }
        return sql.toString();
    }

    String sql() {
        List<String> all = new ArrayList<>();
        roots.forEach(root -> all.add(root.sql.toString()));
        return String.join(", ", all);
    }
}
