package io.keelson.ejb.schema;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The abstract schema of an entity bean with its table. Made by {@link SchemaReader}, immutable from then on.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.3, 10.8 and 14.1.
 */
public final class EntitySchema {
    private final String name;
    private final String bean;
    private final Class<?> beanClass;
    private final Class<?> keyClass;
    private final String table;
    private final String dataSource;
    private final List<Column> columns = new ArrayList<>();
    private final Map<String, Column> fields = new LinkedHashMap<>();
    private final List<Relation> relations = new ArrayList<>();
    private final List<Query> queries = new ArrayList<>();
    private boolean publicFields;
    private @Nullable Column keyField;
    private boolean generatedKey;
    private Verification verification = Verification.NONE;
    private @Nullable Column version;

    /** The columns that have to be as they were when an optimistic transaction writes. */
    public enum Verification {
        NONE,
        /** A counter. */
        VERSION,
        /** The columns that are written. */
        MODIFIED,
        /** All columns. */
        READ
    }

    /**
     * A query of the descriptor.
     *
     * @param method the name of the method
     * @param parameters the names of its parameters' types
     * @param ql in EJB QL
     * @param remote true if an {@code ejbSelect} method returns remote objects
     * @param place in the descriptor
     */
    public record Query(String method, List<String> parameters, String ql, boolean remote, String place) {}

    EntitySchema(String name, String bean, Class<?> beanClass, Class<?> keyClass, String table, String dataSource) {
        this.name = name;
        this.bean = bean;
        this.beanClass = beanClass;
        this.keyClass = keyClass;
        this.table = table;
        this.dataSource = dataSource;
    }

    // ---- building --------------------------------------------------------------------------------------------------

    Column addField(String field, String column, Class<?> type, boolean key) {
        Column added = addColumn(column, type, key);
        fields.put(field, added);
        return added;
    }

    /** Adds a column, or returns the one of that name. */
    Column addColumn(String column, Class<?> type, boolean key) {
        for (Column each : columns) {
            if (each.name().equalsIgnoreCase(column)) {
                return each;
            }
        }
        Column added = new Column(columns.size(), column, type, key);
        columns.add(added);
        return added;
    }

    void publicFields(boolean are) {
        publicFields = are;
    }

    void keyField(Column column) {
        keyField = column;
    }

    void generatedKey(Column column) {
        keyField = column;
        generatedKey = true;
    }

    void add(Relation relation) {
        relations.add(relation);
    }

    void add(Query query) {
        queries.add(query);
    }

    void verify(Verification how, @Nullable Column counter) {
        verification = how;
        version = counter;
    }

    // ---- reading ---------------------------------------------------------------------------------------------------

    /** Returns the abstract schema name. */
    public String name() {
        return name;
    }

    /** Returns the name of the bean. */
    public String bean() {
        return bean;
    }

    /** Returns the bean class, which is abstract unless it has public fields. */
    public Class<?> beanClass() {
        return beanClass;
    }

    /** Returns true if the fields are public fields of the bean class (version 1.x), false if they are abstract accessors. */
    public boolean publicFields() {
        return publicFields;
    }

    /** Returns the class of the primary keys. */
    public Class<?> keyClass() {
        return keyClass;
    }

    /** Returns the name of the table. */
    public String table() {
        return table;
    }

    /** Returns the JNDI name of the data source. */
    public String dataSource() {
        return dataSource;
    }

    /** Returns the columns: those of fields, of foreign keys and of the version. */
    public List<Column> columns() {
        return columns;
    }

    /** Returns the columns of the fields, by name. */
    public Map<String, Column> fields() {
        return fields;
    }

    /** Returns the columns of the primary key. */
    public List<Column> key() {
        return columns.stream().filter(Column::key).toList();
    }

    /**
     * Returns the column of keys that the container makes, as the class of the keys is {@code java.lang.Object} (Enterprise JavaBeans
     * 2.1, 10.8.3); null where the bean makes its keys.
     */
    public @Nullable Column generatedKey() {
        return generatedKey ? keyField : null;
    }

    /** Returns the relationships that the bean takes part in, by index. */
    public List<Relation> relations() {
        return relations;
    }

    /** Returns the relationship with that field; null where there is none. */
    public @Nullable Relation relation(String field) {
        for (Relation each : relations) {
            if (field.equals(each.field())) {
                return each;
            }
        }
        return null;
    }

    /** Returns the queries of the descriptor. */
    public List<Query> queries() {
        return queries;
    }

    /** Returns what an optimistic transaction verifies. */
    public Verification verification() {
        return verification;
    }

    /** Returns the counter of changes; null where there is none. */
    public @Nullable Column version() {
        return version;
    }

    /**
     * Makes a primary key of column values.
     *
     * @param values by column index
     */
    public Object key(@Nullable Object[] values) {
        Object[] parts = new Object[key().size()];
        int i = 0;
        for (Column each : key()) {
            Object part = values[each.index()];
            if (part == null) {
                throw new IllegalStateException(
                        "entity bean " + bean + " has no value for " + each.name() + ", which is of its primary key");
            }
            parts[i++] = part;
        }
        return keyOf(parts);
    }

    /** Makes a primary key of the values of its columns, in their order. */
    public Object keyOf(Object[] parts) {
        if (keyField != null) {
            return parts[0];
        }
        try {
            Object made = keyClass.getDeclaredConstructor().newInstance();
            int i = 0;
            for (Map.Entry<String, Column> each : fields.entrySet()) {
                if (each.getValue().key()) {
                    keyClass.getField(each.getKey()).set(made, parts[keyIndex(each.getValue())]);
                    i++;
                }
            }
            return i == 0 ? parts[0] : made;
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("a primary key of " + bean + " cannot be made: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a primary key of " + bean + " cannot be made: " + e, e);
        }
    }

    private int keyIndex(Column column) {
        return key().indexOf(column);
    }

    /** Returns the values of the key's columns, in their order. */
    public Object[] parts(Object key) {
        if (keyField != null) {
            return new Object[] {generatedKey ? key.toString() : key};
        }
        Object[] parts = new Object[key().size()];
        try {
            for (Map.Entry<String, Column> each : fields.entrySet()) {
                if (each.getValue().key()) {
                    Field of = keyClass.getField(each.getKey());
                    parts[keyIndex(each.getValue())] = of.get(key);
                }
            }
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IllegalStateException("the primary key " + key + " of " + bean + " cannot be read: " + e, e);
        }
        return parts;
    }

    @Override
    public String toString() {
        return name + Arrays.asList(fields.keySet().toArray());
    }
}
