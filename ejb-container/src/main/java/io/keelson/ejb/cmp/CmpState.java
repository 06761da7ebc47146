package io.keelson.ejb.cmp;

import io.keelson.ejb.schema.Column;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.Relation;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of an instance that the container manages: the values of its columns, which of them are to be written, and the relationships
 * that have been read. Confined to the transaction of the instance.
 */
final class CmpState {
    private final EntitySchema schema;
    private final @Nullable Object[] values;
    private @Nullable Object[] read;
    private final BitSet dirty = new BitSet();
    private final @Nullable LinkedHashSet<Object>[] links;
    private final @Nullable RelatedObjects[] collections;
    private final int[] changes;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    CmpState(EntitySchema schema) {
        this.schema = schema;
        this.values = new Object[schema.columns().size()];
        this.read = values.clone();
        this.links = new LinkedHashSet[schema.relations().size()];
        this.collections = new RelatedObjects[schema.relations().size()];
        this.changes = new int[schema.relations().size()];
        reset();
    }

    /** Sets the values that Java gives fields. */
    void reset() {
        for (Column each : schema.columns()) {
            values[each.index()] = JdbcValues.zero(each.type());
        }
        read = values.clone();
        dirty.clear();
        Arrays.fill(links, null);
        Arrays.fill(collections, null);
    }

    /** Takes the values of a row. */
    void load(@Nullable Object[] row) {
        for (Column each : schema.columns()) {
            Object value = row[each.index()];
            values[each.index()] = value == null ? JdbcValues.zero(each.type()) : value;
        }
        read = row.clone();
        dirty.clear();
        Arrays.fill(links, null);
    }

    @Nullable
    Object[] values() {
        return values;
    }

    @Nullable
    Object value(Column column) {
        return values[column.index()];
    }

    /** Returns the value that the row had when it was read or written. */
    @Nullable
    Object readValue(Column column) {
        return read[column.index()];
    }

    /** Sets a value; returns true if it is another one. */
    boolean set(Column column, @Nullable Object value) {
        Object before = values[column.index()];
        boolean mutable = value instanceof java.util.Date || value instanceof byte[] || SerialValues.is(column.type());
        if (!mutable && Objects.equals(before, value)) {
            return false;
        }
        values[column.index()] = value;
        dirty.set(column.index());
        return true;
    }

    List<Column> dirty() {
        return dirty.stream().mapToObj(schema.columns()::get).toList();
    }

    void written() {
        read = values.clone();
        dirty.clear();
    }

    /** Returns the keys of the related entity objects; null: they have not been read. */
    @Nullable
    LinkedHashSet<Object> links(Relation relation) {
        return links[relation.index()];
    }

    void links(Relation relation, @Nullable LinkedHashSet<Object> keys) {
        links[relation.index()] = keys;
    }

    /** Returns the collection that was given out last; null: there was none. */
    @Nullable
    RelatedObjects collection(Relation relation) {
        return collections[relation.index()];
    }

    void collection(Relation relation, RelatedObjects given) {
        collections[relation.index()] = given;
    }

    /** Says that a new entity object has no relationships yet: nothing has to be read. */
    void withoutLinks() {
        for (int i = 0; i < links.length; i++) {
            links[i] = new LinkedHashSet<>();
        }
    }

    /** Has relationships read again. */
    void forgetLinks() {
        Arrays.fill(links, null);
    }

    /** Returns how often a relationship has changed, for iterators. */
    int changes(Relation relation) {
        return changes[relation.index()];
    }

    void link(Relation relation, Object key) {
        LinkedHashSet<Object> there = links[relation.index()];
        if (there != null) {
            there.add(key);
        }
        changes[relation.index()]++;
    }

    void unlink(Relation relation, Object key) {
        LinkedHashSet<Object> there = links[relation.index()];
        if (there != null) {
            there.remove(key);
        }
        changes[relation.index()]++;
    }

    /** Returns the values of columns; null if one of them is null. */
    @Nullable
    Object @Nullable [] parts(List<Column> columns) {
        Object[] parts = new Object[columns.size()];
        for (int i = 0; i < parts.length; i++) {
            Object part = values[columns.get(i).index()];
            if (part == null) {
                return null;
            }
            parts[i] = part;
        }
        return parts;
    }
}
