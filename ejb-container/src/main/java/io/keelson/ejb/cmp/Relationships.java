package io.keelson.ejb.cmp;

import io.keelson.ejb.cmp.SqlWriter.Write;
import io.keelson.ejb.entity.EntityInstance;
import io.keelson.ejb.entity.TransactionEntities;
import io.keelson.ejb.schema.Column;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.Relation;
import jakarta.ejb.EJBException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The relationships of one bean. Both ends change together, whichever is set. Thread-safe: all state is that of instances.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.3.6 and 10.3.7.
 */
final class Relationships {
    /** Marks in the transaction that a relationship has changed and is not stored. */
    private static final String CHANGED = Relationships.class.getName();

    private final EntitySchema schema;
    private final CmpModule module;

    Relationships(EntitySchema schema, CmpModule module) {
        this.schema = schema;
        this.module = module;
    }

    private TransactionEntities transaction(Relation relation) {
        TransactionEntities within = module.current();
        if (within == null) {
            throw new IllegalStateException("the relationship " + relation
                    + " is used outside of a transaction (Enterprise JavaBeans 2.1, 10.3.6)");
        }
        return within;
    }

    /** Returns true if the calling thread runs in that transaction. */
    boolean inside(TransactionEntities within) {
        return module.current() == within;
    }

    // ---- reading ---------------------------------------------------------------------------------------------------

    /** Returns the one collection that the bean sees throughout a transaction. */
    private RelatedObjects collection(EntityInstance instance, Relation relation, TransactionEntities within) {
        CmpState state = CmpPersistence.state(instance);
        RelatedObjects there = state.collection(relation);
        Object key = instance.key();
        if (there != null && key != null && there.isOf(key, within)) {
            return there;
        }
        RelatedObjects made = new RelatedObjects(this, instance, relation, within);
        state.collection(relation, made);
        return made;
    }

    @Nullable
    Object get(EntityInstance instance, Relation relation) throws Throwable {
        TransactionEntities within = transaction(relation);
        if (relation.many()) {
            return collection(instance, relation, within);
        }
        LinkedHashSet<Object> keys = keys(within, instance, relation);
        return keys.isEmpty()
                ? null
                : module.directory().local(relation.target(), keys.iterator().next());
    }

    /** The keys of the related entity objects; the set of the instance's state, or a new one for a foreign key. */
    LinkedHashSet<Object> keys(TransactionEntities within, EntityInstance instance, Relation relation)
            throws Throwable {
        CmpState state = CmpPersistence.state(instance);
        if (!relation.foreignKey().isEmpty()) {
            LinkedHashSet<Object> one = new LinkedHashSet<>();
            @Nullable Object[] parts = state.parts(relation.foreignKey());
            if (parts != null) {
                one.add(relation.target().keyOf(parts));
            }
            return one;
        }
        LinkedHashSet<Object> there = state.links(relation);
        if (there == null) {
            if (Boolean.TRUE.equals(within.kept(CHANGED))) {
                within.keep(CHANGED, false);
                within.store();
            }
            there = read(within, Objects.requireNonNull(instance.key()), relation);
            state.links(relation, there);
        }
        return there;
    }

    private LinkedHashSet<Object> read(TransactionEntities within, Object key, Relation relation) {
        EntitySchema target = relation.target();
        CmpPersistence of = module.persistence(target);
        List<String> columns =
                target.columns().stream().map(each -> "t." + each.name()).toList();
        StringBuilder sql = new StringBuilder("SELECT ").append(String.join(", ", columns));
        sql.append(" FROM ").append(target.table()).append(" t");
        Relation.JoinTable join = relation.join();
        List<String> conditions = new ArrayList<>();
        if (join != null) {
            sql.append(" JOIN ").append(join.table()).append(" j ON ");
            List<String> on = new ArrayList<>();
            for (int i = 0; i < join.toTarget().size(); i++) {
                on.add("j." + join.toTarget().get(i) + " = t."
                        + target.key().get(i).name());
            }
            sql.append(String.join(" AND ", on));
            join.toSource().forEach(each -> conditions.add("j." + each + " = ?"));
        } else {
            relation.opposite().foreignKey().forEach(each -> conditions.add("t." + each.name() + " = ?"));
        }
        sql.append(" WHERE ").append(String.join(" AND ", conditions));
        sql.append(" ORDER BY ");
        sql.append(String.join(
                ", ", target.key().stream().map(each -> "t." + each.name()).toList()));
        LinkedHashSet<Object> found = new LinkedHashSet<>();
        try (Connection connection = module.directory().dataSource(schema).getConnection();
                PreparedStatement statement = connection.prepareStatement(sql.toString())) {
            Object[] parts = schema.parts(key);
            for (int i = 0; i < parts.length; i++) {
                JdbcValues.set(statement, i + 1, parts[i], schema.key().get(i).type());
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    @Nullable Object[] row = of.row(rows, 1);
                    if (row != null) {
                        Object other = target.key(row);
                        found.add(other);
                        if (!module.step(target).has(within, other)) {
                            of.keep(within, other, row);
                        }
                    }
                }
            }
        } catch (SQLException e) {
            throw new EJBException(
                    "the relationship " + relation + " of '" + key + "' could not be read: " + e.getMessage(), e);
        }
        return found;
    }

    // ---- changes ---------------------------------------------------------------------------------------------------

    /** Returns the key of an object that is to be related. */
    Object key(Relation relation, @Nullable Object object) {
        Object key = object == null ? null : module.directory().key(relation.target(), object);
        if (key == null) {
            throw new IllegalArgumentException("the relationship " + relation + " is to local objects of "
                    + relation.target().bean() + ", not to "
                    + (object == null ? "null" : object.getClass().getName())
                    + " (Enterprise JavaBeans 2.1, 10.3.7)");
        }
        return key;
    }

    Object object(Relation relation, Object key) {
        return module.directory().local(relation.target(), key);
    }

    void set(EntityInstance instance, Relation relation, @Nullable Object value) throws Throwable {
        TransactionEntities within = transaction(relation);
        LinkedHashSet<Object> wanted = new LinkedHashSet<>();
        if (!relation.many()) {
            if (value != null) {
                wanted.add(key(relation, value));
            }
        } else if (value instanceof Collection<?> collection) {
            for (Object each : new ArrayList<>(collection)) {
                wanted.add(key(relation, each));
            }
        } else {
            throw new IllegalArgumentException(
                    "the relationship " + relation + " cannot be set to null (Enterprise JavaBeans 2.1, 10.3.7)");
        }
        for (Object each : new ArrayList<>(keys(within, instance, relation))) {
            if (!wanted.contains(each)) {
                unlink(within, instance, relation, each);
            }
        }
        for (Object each : wanted) {
            link(within, instance, relation, each);
        }
    }

    /** Relates an instance to another entity object; returns false if it was related already. */
    boolean link(TransactionEntities within, EntityInstance instance, Relation relation, Object other)
            throws Throwable {
        LinkedHashSet<Object> there = keys(within, instance, relation);
        if (there.contains(other)) {
            return false;
        }
        Relation opposite = relation.opposite();
        EntityInstance end = module.step(relation.target()).instance(within, other);
        if (!relation.many()) {
            for (Object each : new ArrayList<>(there)) {
                unlink(within, instance, relation, each);
            }
        }
        if (!opposite.many()) {
            // the other one leaves the entity object that it belonged to
            Relationships others = module.persistence(relation.target()).relationships();
            for (Object each : new ArrayList<>(others.keys(within, end, opposite))) {
                others.unlink(within, end, opposite, each);
            }
        }
        Object mine = Objects.requireNonNull(instance.key(), "an instance with identity");
        write(within, instance, relation, mine, end, other, true);
        CmpPersistence.state(instance).link(relation, other);
        CmpPersistence.state(end).link(opposite, mine);
        return true;
    }

    /** Ends the relationship to another entity object; returns false if there was none. */
    boolean unlink(TransactionEntities within, EntityInstance instance, Relation relation, Object other)
            throws Throwable {
        if (!keys(within, instance, relation).contains(other)) {
            return false;
        }
        EntityInstance end = module.step(relation.target()).instance(within, other);
        Object mine = Objects.requireNonNull(instance.key(), "an instance with identity");
        write(within, instance, relation, mine, end, other, false);
        CmpPersistence.state(instance).unlink(relation, other);
        CmpPersistence.state(end).unlink(relation.opposite(), mine);
        return true;
    }

    private void write(
            TransactionEntities within,
            EntityInstance instance,
            Relation relation,
            Object mine,
            EntityInstance end,
            Object other,
            boolean related) {
        within.keep(CHANGED, true);
        if (relation.join() != null) {
            SqlWriter.of(within).add(joinRow(relation, relation.join(), mine, other, related));
        } else if (!relation.foreignKey().isEmpty()) {
            foreignKey(instance, relation, related ? relation.target().parts(other) : null);
        } else {
            foreignKey(end, relation.opposite(), related ? schema.parts(mine) : null);
        }
    }

    private static void foreignKey(EntityInstance of, Relation relation, Object @Nullable [] parts) {
        List<Column> columns = relation.foreignKey();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            if (column.key() && of.key() != null && !of.inserting()) {
                continue; // the relationship is part of the primary key, which does not change
            }
            CmpPersistence.state(of).set(column, parts == null ? null : parts[i]);
        }
        of.touch();
    }

    private Write joinRow(Relation relation, Relation.JoinTable join, Object mine, Object other, boolean related) {
        List<String> columns = new ArrayList<>(join.toSource());
        columns.addAll(join.toTarget());
        List<@Nullable Object> values = new ArrayList<>(List.of(schema.parts(mine)));
        values.addAll(List.of(relation.target().parts(other)));
        List<Class<?>> types = new ArrayList<>();
        schema.key().forEach(each -> types.add(each.type()));
        relation.target().key().forEach(each -> types.add(each.type()));
        String sql = related
                ? "INSERT INTO " + join.table() + " (" + String.join(", ", columns) + ") VALUES ("
                        + String.join(", ", columns.stream().map(each -> "?").toList()) + ")"
                : "DELETE FROM " + join.table() + " WHERE "
                        + String.join(
                                " AND ",
                                columns.stream().map(each -> each + " = ?").toList());
        return new Write(module.directory().dataSource(schema), sql, values, types, null);
    }

    // ---- removal ---------------------------------------------------------------------------------------------------

    /** Ends the relationships of an entity object that is removed, and removes those that depend on it. */
    void removed(EntityInstance instance, @Nullable TransactionEntities within) throws Exception {
        if (schema.relations().isEmpty()) {
            return;
        }
        if (within == null) {
            throw new EJBException("entity bean " + schema.bean()
                    + " has relationships: its entity objects are removed in a transaction (Enterprise JavaBeans 2.1,"
                    + " 10.3.4)");
        }
        try {
            for (Relation relation : schema.relations()) {
                for (Object each : new ArrayList<>(keys(within, instance, relation))) {
                    unlink(within, instance, relation, each);
                    if (relation.cascaded()) {
                        module.step(relation.target()).cascade(within, each);
                    }
                }
            }
            within.store();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new EJBException("entity bean " + schema.bean() + " could not be removed: " + e);
        }
    }
}
