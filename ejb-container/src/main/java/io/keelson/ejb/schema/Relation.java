package io.keelson.ejb.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A relationship as one of its two beans sees it. Made while schemas are read, immutable from then on.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.3.2 to 10.3.7.
 */
public final class Relation {
    private final String name;
    private final EntitySchema source;
    private final EntitySchema target;
    private final @Nullable String field;
    private final boolean many;
    private final boolean cascaded;
    private final int index;
    private @Nullable Relation opposite;
    private List<Column> foreignKey = List.of();
    private @Nullable JoinTable join;

    /**
     * A table between two beans.
     *
     * @param table its name
     * @param toSource its columns with the key of the bean that sees the relationship
     * @param toTarget its columns with the key of the other bean
     */
    public record JoinTable(String table, List<String> toSource, List<String> toTarget) {}

    Relation(
            String name,
            EntitySchema source,
            EntitySchema target,
            @Nullable String field,
            boolean many,
            boolean cascaded,
            int index) {
        this.name = name;
        this.source = source;
        this.target = target;
        this.field = field;
        this.many = many;
        this.cascaded = cascaded;
        this.index = index;
    }

    void opposite(Relation other) {
        opposite = other;
    }

    void foreignKey(List<Column> columns) {
        foreignKey = List.copyOf(columns);
    }

    void join(JoinTable table) {
        join = table;
    }

    /** Returns the name of the relationship, for messages. */
    public String name() {
        return name;
    }

    /** Returns the bean that sees the relationship. */
    public EntitySchema source() {
        return source;
    }

    /** Returns the bean at the other end. */
    public EntitySchema target() {
        return target;
    }

    /** Returns the name of the field; null where the bean has none. */
    public @Nullable String field() {
        return field;
    }

    /** Returns true if the bean is related to several others. */
    public boolean many() {
        return many;
    }

    /** Returns true if the other end is removed with this one. */
    public boolean cascaded() {
        return cascaded;
    }

    /** Returns its place among the relationships of the bean. */
    public int index() {
        return index;
    }

    /** Returns the relationship as the other bean sees it. */
    public Relation opposite() {
        if (opposite == null) {
            throw new IllegalStateException("the relationship " + name + " has not been read");
        }
        return opposite;
    }

    /** Returns the columns of the source's table with the key of the target; empty where the key is elsewhere. */
    public List<Column> foreignKey() {
        return foreignKey;
    }

    /** Returns the table between the beans; null where one of them has the other's key. */
    public @Nullable JoinTable join() {
        return join;
    }

    @Override
    public String toString() {
        return source.bean() + "." + (field == null ? name : field);
    }
}
