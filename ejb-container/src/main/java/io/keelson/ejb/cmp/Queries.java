package io.keelson.ejb.cmp;

import io.keelson.ejb.entity.TransactionEntities;
import io.keelson.ejb.model.EntityModel;
import io.keelson.ejb.model.EntityModel.Meaning;
import io.keelson.ejb.model.EntityModel.Operation;
import io.keelson.ejb.ql.CompiledQuery;
import io.keelson.ejb.ql.CompiledQuery.Binding;
import io.keelson.ejb.ql.QlCompiler;
import io.keelson.ejb.ql.QlException;
import io.keelson.ejb.schema.EntitySchema;
import jakarta.ejb.EJBException;
import jakarta.ejb.FinderException;
import jakarta.ejb.ObjectNotFoundException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The queries of one bean: finders and {@code ejbSelect} methods, compiled at deployment. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.5.6, 10.5.7 and chapter 11.
 */
final class Queries {
    private final EntitySchema schema;
    private final CmpModule module;
    private final CmpPersistence own;
    private final boolean load;
    private final Map<Method, Compiled> compiled = new HashMap<>();

    /** A query of a method. */
    private record Compiled(CompiledQuery query, boolean remote) {}

    Queries(EntitySchema schema, CmpModule module, CmpPersistence own, EntityModel model) {
        this.schema = schema;
        this.module = module;
        this.own = own;
        this.load = model.settings().findersLoad();
        for (Operation each : model.operations()) {
            boolean byKey = each.shown().getName().equals("findByPrimaryKey");
            if (each.meaning() == Meaning.FIND && each.target() == null && !byKey) {
                Compiled query = compile(each.shown());
                if (query.query().entity() != schema) {
                    throw new IllegalArgumentException(
                            "the query of the finder " + named(each.shown()) + " must select " + schema.name());
                }
                compiled.put(each.shown(), query);
            }
        }
    }

    private static String named(Method method) {
        List<String> types = new ArrayList<>();
        for (Class<?> each : method.getParameterTypes()) {
            types.add(each.getTypeName());
        }
        return method.getName() + "(" + String.join(", ", types) + ")";
    }

    /** Compiles the query of an {@code ejbSelect} method. */
    void select(Method method) {
        compiled.put(method, compile(method));
    }

    private Compiled compile(Method method) {
        EntitySchema.Query found = null;
        for (EntitySchema.Query each : schema.queries()) {
            if (each.method().equals(method.getName()) && fits(each.parameters(), method)) {
                found = each;
            }
        }
        if (found == null) {
            throw new IllegalArgumentException("has no <query> for " + named(method)
                    + " (Enterprise JavaBeans 2.1, 10.5.6); it has queries for "
                    + schema.queries().stream().map(EntitySchema.Query::method).toList());
        }
        try {
            return new Compiled(
                    QlCompiler.compile(module.schemas(), found.ql(), method.getParameterCount()), found.remote());
        } catch (QlException e) {
            throw new IllegalArgumentException(
                    found.place() + ": the query of " + schema.bean() + "." + named(method) + ", " + e.getMessage()
                            + ", in: " + found.ql(),
                    e);
        }
    }

    private static boolean fits(List<String> written, Method method) {
        Class<?>[] types = method.getParameterTypes();
        if (written.size() != types.length) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            String name = written.get(i).strip();
            if (!name.equals(types[i].getTypeName()) && !name.equals(types[i].getName())) {
                return false;
            }
        }
        return true;
    }

    // ---- finders ---------------------------------------------------------------------------------------------------

    /** Returns the primary keys that a finder finds, or one; null: its query has found a relationship to nothing. */
    @Nullable
    Object find(Operation operation, @Nullable Object[] arguments) throws FinderException {
        if (operation.shown().getName().equals("findByPrimaryKey")) {
            return byKey(arguments[0]);
        }
        Compiled query = compiled.get(operation.shown());
        if (query == null) {
            throw new EJBException("no query for " + operation.shown());
        }
        List<@Nullable Object> found = run(query.query(), arguments);
        if (operation.several()) {
            return found;
        }
        return one(found, operation.shown());
    }

    private static @Nullable Object one(List<@Nullable Object> found, Method method) throws FinderException {
        if (found.isEmpty()) {
            throw new ObjectNotFoundException(named(method) + " found nothing");
        }
        if (found.size() > 1) {
            throw new FinderException(named(method) + " found " + found.size() + ", and returns one");
        }
        return found.get(0);
    }

    private Object byKey(@Nullable Object key) throws ObjectNotFoundException {
        if (key == null) {
            throw new ObjectNotFoundException("entity bean " + schema.bean() + " has no entity object null");
        }
        TransactionEntities within = module.current();
        if (within != null && module.step(schema).has(within, key)) {
            return key;
        }
        @Nullable Object[] row = own.read(key);
        if (row == null) {
            throw new ObjectNotFoundException(
                    "entity bean " + schema.bean() + " has no entity object with the primary key '" + key + "'");
        }
        if (load) {
            own.keep(within, key, row);
        }
        return key;
    }

    /** Runs a query: primary keys, or values. */
    private List<@Nullable Object> run(CompiledQuery query, @Nullable Object[] arguments) {
        TransactionEntities within = module.current();
        EntitySchema entity = query.entity();
        CmpPersistence of = entity == null ? null : module.persistence(entity);
        List<@Nullable Object> found = new ArrayList<>();
        try (Connection connection = module.directory().dataSource(schema).getConnection();
                PreparedStatement statement = connection.prepareStatement(query.sql())) {
            int mark = 1;
            for (Binding each : query.bindings()) {
                bind(statement, mark++, each, arguments[each.parameter()]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    if (of == null || entity == null) {
                        Class<?> type = query.type();
                        found.add(JdbcValues.get(rows, 1, type == null ? Object.class : type));
                        continue;
                    }
                    @Nullable Object[] row = of.row(rows, 1);
                    Object key = row == null ? null : entity.key(row);
                    if (key != null
                            && row != null
                            && load
                            && within != null
                            && !module.step(entity).has(within, key)) {
                        of.keep(within, key, row);
                    }
                    found.add(key);
                }
            }
        } catch (SQLException e) {
            throw new EJBException(
                    "a query of entity bean " + schema.bean() + " failed: " + e.getMessage() + "; it is " + query.sql(),
                    e);
        }
        return found;
    }

    private void bind(PreparedStatement statement, int mark, Binding binding, @Nullable Object argument)
            throws SQLException {
        EntitySchema entity = binding.entity();
        if (entity == null) {
            JdbcValues.set(statement, mark, argument, argument == null ? String.class : argument.getClass());
            return;
        }
        Object key = argument == null ? null : module.directory().key(entity, argument);
        if (argument != null && key == null) {
            throw new IllegalArgumentException("expected an entity object of " + entity.bean() + ", found "
                    + argument.getClass().getName());
        }
        Object part = key == null ? null : entity.parts(key)[binding.part()];
        JdbcValues.set(statement, mark, part, entity.key().get(binding.part()).type());
    }

    // ---- ejbSelect -------------------------------------------------------------------------------------------------

    @Nullable
    Object select(Method method, @Nullable Object[] arguments) throws Throwable {
        Compiled query = compiled.get(method);
        if (query == null) {
            throw new EJBException("no query for " + method);
        }
        TransactionEntities within = module.current();
        if (within != null) {
            within.store();
        }
        List<@Nullable Object> found = run(query.query(), arguments);
        EntitySchema entity = query.query().entity();
        List<@Nullable Object> results = new ArrayList<>();
        for (Object each : found) {
            results.add(
                    each == null || entity == null
                            ? each
                            : query.remote()
                                    ? module.directory().remote(entity, each)
                                    : module.directory().local(entity, each));
        }
        if (method.getReturnType() == Set.class) {
            return new LinkedHashSet<>(results);
        }
        if (method.getReturnType() == Collection.class) {
            return results;
        }
        Object one = one(results, method);
        if (one instanceof Number number) {
            return JdbcValues.number(number, method.getReturnType());
        }
        if (one == null && method.getReturnType().isPrimitive()) {
            throw new ObjectNotFoundException(named(method) + " found no value");
        }
        return one;
    }
}
