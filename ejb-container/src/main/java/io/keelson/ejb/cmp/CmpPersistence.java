package io.keelson.ejb.cmp;

import io.keelson.ejb.cmp.SqlWriter.Write;
import io.keelson.ejb.entity.EntityInstance;
import io.keelson.ejb.entity.EntityPersistence;
import io.keelson.ejb.entity.TransactionEntities;
import io.keelson.ejb.model.EntityModel;
import io.keelson.ejb.model.EntityModel.Operation;
import io.keelson.ejb.schema.Column;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.EntitySchema.Verification;
import jakarta.ejb.ConcurrentAccessException;
import jakarta.ejb.DuplicateKeyException;
import jakarta.ejb.EJBException;
import jakarta.ejb.EntityBean;
import jakarta.ejb.NoSuchEntityException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the rows of one bean. Thread-safe. See docs/design/entity-beans.md.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.4, 10.5 and 14.1.
 */
public final class CmpPersistence implements EntityPersistence {
    private static final Column[] NO_COLUMNS = new Column[0];

    private final EntitySchema schema;
    private final CmpModule module;
    private final boolean optimistic;
    private final @Nullable CmpClass type;
    private final @Nullable BeanFields fields;
    private final Accessors accessors;
    private final Queries queries;

    /**
     * Makes it for a bean: generates its class and compiles its queries.
     *
     * @throws IllegalArgumentException when the bean class or a query breaks a rule; the message says which
     */
    public CmpPersistence(EntitySchema schema, EntityModel model, CmpModule module) {
        this.schema = schema;
        this.module = module;
        this.optimistic = model.settings().strategy() == io.keelson.ejb.model.ConcurrencyStrategy.OPTIMISTIC;
        if (optimistic && schema.verification() == Verification.NONE) {
            throw new IllegalArgumentException("has the concurrency-strategy Optimistic, and its table-map has no"
                    + " verify-columns (Version, Modified or Read)");
        }
        this.type = schema.publicFields() ? null : new CmpClass(schema.beanClass());
        this.fields = schema.publicFields() ? new BeanFields(schema) : null;
        this.queries = new Queries(schema, module, this, model);
        this.accessors = new Accessors(schema, module, type == null ? List.of() : type.methods(), queries);
    }

    EntitySchema schema() {
        return schema;
    }

    Relationships relationships() {
        return accessors.relationships();
    }

    static CmpState state(EntityInstance instance) {
        return (CmpState) Objects.requireNonNull(instance.state(), "container-managed state");
    }

    @Override
    public EntityInstance newInstance() throws Throwable {
        if (fields != null) {
            return new EntityInstance(fields.newBean(), new CmpState(schema));
        }
        EntityInstance[] made = new EntityInstance[1];
        EntityBean bean = Objects.requireNonNull(type, "a class with accessors")
                .make((number, arguments) -> accessors.call(made[0], number, arguments));
        made[0] = new EntityInstance(bean, new CmpState(schema));
        return made[0];
    }

    @Override
    public void reset(EntityInstance instance) {
        state(instance).reset();
        show(instance);
    }

    /** Puts the state into the fields of a bean of version 1.x. */
    private void show(EntityInstance instance) {
        if (fields != null) {
            fields.put(state(instance), instance.bean());
        }
    }

    /** Takes the state from there. */
    private void take(EntityInstance instance) {
        if (fields != null) {
            fields.take(instance.bean(), state(instance), instance.key() != null);
        }
    }

    @Override
    public void resume(EntityInstance instance) {
        state(instance).forgetLinks();
    }

    private DataSource source() {
        return module.directory().dataSource(schema);
    }

    // ---- new entity objects ----------------------------------------------------------------------------------------

    @Override
    public Object created(EntityInstance instance, @Nullable Object returned) {
        take(instance);
        CmpState state = state(instance);
        state.withoutLinks();
        Column generated = schema.generatedKey();
        if (generated != null) {
            state.set(generated, UUID.randomUUID().toString());
        }
        return schema.key(state.values());
    }

    @Override
    public void insert(EntityInstance instance) throws Exception {
        take(instance);
        CmpState state = state(instance);
        Column version = schema.version();
        if (version != null && state.value(version) == null) {
            state.set(version, 1L);
        }
        List<Column> columns = schema.columns();
        String sql = "INSERT INTO " + schema.table() + " ("
                + String.join(", ", columns.stream().map(Column::name).toList()) + ") VALUES ("
                + String.join(", ", columns.stream().map(each -> "?").toList()) + ")";
        try (Connection connection = source().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, 1, state, columns);
            statement.executeUpdate();
        } catch (SQLException e) {
            if ("23505".equals(e.getSQLState())) {
                DuplicateKeyException duplicate = new DuplicateKeyException(
                        "entity bean " + schema.bean() + " '" + instance.key() + "' is there already");
                duplicate.initCause(e);
                throw duplicate;
            }
            throw failed("could not be created", instance.key(), e);
        }
        state.written();
    }

    private static void bind(PreparedStatement statement, int from, CmpState state, List<Column> columns)
            throws SQLException {
        int mark = from;
        for (Column each : columns) {
            JdbcValues.set(statement, mark++, state.value(each), each.type());
        }
    }

    private EJBException failed(String what, @Nullable Object key, SQLException e) {
        return new EJBException("entity bean " + schema.bean() + " '" + key + "' " + what + ": " + e.getMessage(), e);
    }

    // ---- reading ---------------------------------------------------------------------------------------------------

    /** The rows that a transaction has read and no instance has taken yet. */
    private record Rows(Map<Object, @Nullable Object[]> byKey) {}

    private @Nullable Rows rows(@Nullable TransactionEntities within, boolean make) {
        if (within == null) {
            return null;
        }
        Rows rows = (Rows) within.kept(this);
        if (rows == null && make) {
            rows = new Rows(new HashMap<>());
            within.keep(this, rows);
        }
        return rows;
    }

    /** Keeps a row for the instance that is to be made of it. */
    void keep(@Nullable TransactionEntities within, Object key, @Nullable Object[] row) {
        Rows rows = rows(within, true);
        if (rows != null) {
            rows.byKey().put(key, row);
        }
    }

    /** Reads the columns of a row; null where the key is null, as a path leads to nothing. */
    @Nullable
    Object @Nullable [] row(ResultSet rows, int from) throws SQLException {
        @Nullable Object[] row = new @Nullable Object[schema.columns().size()];
        for (Column each : schema.columns()) {
            row[each.index()] = JdbcValues.get(rows, from + each.index(), each.type());
            if (each.key() && row[each.index()] == null) {
                return null;
            }
        }
        return row;
    }

    @Override
    public void load(EntityInstance instance) throws Exception {
        Object key = Objects.requireNonNull(instance.key(), "an instance with identity");
        Rows kept = rows(module.current(), false);
        @Nullable Object[] row = kept == null ? null : kept.byKey().remove(key);
        if (row == null) {
            row = read(key);
        }
        if (row == null) {
            throw new NoSuchEntityException("entity bean " + schema.bean() + " '" + key + "' has no row");
        }
        state(instance).load(row);
        show(instance);
    }

    /** Reads a row; null where there is none. */
    @Nullable
    Object @Nullable [] read(Object key) {
        String sql = "SELECT " + columnList() + " FROM " + schema.table() + " WHERE " + equal(schema.key());
        try (Connection connection = source().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bindKey(statement, 1, key);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? row(rows, 1) : null;
            }
        } catch (SQLException e) {
            throw failed("could not be read", key, e);
        }
    }

    String columnList() {
        return String.join(", ", schema.columns().stream().map(Column::name).toList());
    }

    private static String equal(List<Column> columns) {
        return String.join(
                " AND ", columns.stream().map(each -> each.name() + " = ?").toList());
    }

    private void bindKey(PreparedStatement statement, int from, Object key) throws SQLException {
        Object[] parts = schema.parts(key);
        List<Column> columns = schema.key();
        for (int i = 0; i < parts.length; i++) {
            JdbcValues.set(statement, from + i, parts[i], columns.get(i).type());
        }
    }

    // ---- writing ---------------------------------------------------------------------------------------------------

    @Override
    public boolean store(EntityInstance instance) throws Exception {
        take(instance);
        CmpState state = state(instance);
        List<Column> dirty = state.dirty();
        TransactionEntities within = module.current();
        SqlWriter writer = SqlWriter.of(within);
        if (!dirty.isEmpty()) {
            writer.add(update(instance, state, dirty));
        }
        if (within == null) {
            writer.flush();
        }
        return !dirty.isEmpty();
    }

    private Write update(EntityInstance instance, CmpState state, List<Column> dirty) {
        List<@Nullable Object> values = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        List<String> sets = new ArrayList<>();
        for (Column each : dirty) {
            sets.add(each.name() + " = ?");
            values.add(state.value(each));
            types.add(each.type());
        }
        Column version = optimistic ? schema.version() : null;
        Object counter = version == null ? null : state.readValue(version);
        if (version != null) {
            long next = (counter == null ? 0 : ((Number) counter).longValue()) + 1;
            sets.add(version.name() + " = ?");
            values.add(JdbcValues.number(next, version.type()));
            types.add(version.type());
        }
        Object key = Objects.requireNonNull(instance.key());
        String where = where(key, state, dirty, values, types);
        if (version != null) {
            state.set(
                    version,
                    JdbcValues.number(counter == null ? 1 : ((Number) counter).longValue() + 1, version.type()));
        }
        state.written();
        return new Write(
                source(),
                "UPDATE " + schema.table() + " SET " + String.join(", ", sets) + where,
                values,
                types,
                () -> missed(key));
    }

    private String where(
            Object key, CmpState state, List<Column> dirty, List<@Nullable Object> values, List<Class<?>> types) {
        StringBuilder where = new StringBuilder(" WHERE ").append(equal(schema.key()));
        Object[] parts = schema.parts(key);
        for (int i = 0; i < parts.length; i++) {
            values.add(parts[i]);
            types.add(schema.key().get(i).type());
        }
        if (!optimistic) {
            return where.toString();
        }
        List<Column> verified = switch (schema.verification()) {
            case VERSION -> List.of(Objects.requireNonNull(schema.version()));
            case MODIFIED -> dirty;
            case READ -> schema.columns();
            case NONE -> List.of(NO_COLUMNS);
        };
        for (Column each : verified) {
            Object before = each.key() ? null : state.readValue(each);
            if (each.key()) {
                continue;
            }
            where.append(" AND ").append(each.name());
            if (before == null) {
                where.append(" IS NULL");
            } else {
                where.append(" = ?");
                values.add(before);
                types.add(each.type());
            }
        }
        return where.toString();
    }

    private void missed(Object key) {
        if (!optimistic) {
            throw new NoSuchEntityException(
                    "entity bean " + schema.bean() + " '" + key + "' could not be written: its row has gone");
        }
        module.directory().conflict(schema, key);
        throw new ConcurrentAccessException("entity bean " + schema.bean() + " '" + key
                + "' was changed by another transaction since this one has read it");
    }

    @Override
    public void remove(EntityInstance instance) throws Exception {
        TransactionEntities within = module.current();
        accessors.relationships().removed(instance, within);
        SqlWriter.of(within).flush();
        CmpState state = state(instance);
        Object key = Objects.requireNonNull(instance.key());
        List<@Nullable Object> values = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        String where = where(key, state, List.of(), values, types);
        SqlWriter writer = new SqlWriter();
        writer.add(new Write(source(), "DELETE FROM " + schema.table() + where, values, types, () -> missed(key)));
        writer.flush();
    }

    // ---- finders ---------------------------------------------------------------------------------------------------

    @Override
    public @Nullable Object find(Operation operation, @Nullable Object[] arguments) throws Exception {
        return queries.find(operation, arguments);
    }
}
