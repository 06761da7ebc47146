package io.keelson.resource;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.CallableStatement;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Makes guarded objects of JDBC: see {@link GuardedObject}. Thread-safe. */
final class Guards {
    private static final MethodHandle STATEMENT = maker(Statement.class);
    private static final MethodHandle PREPARED = maker(PreparedStatement.class);
    private static final MethodHandle CALLABLE = maker(CallableStatement.class);
    private static final MethodHandle RESULTS = maker(ResultSet.class);
    private static final MethodHandle METADATA = maker(DatabaseMetaData.class);

    private Guards() {}

    private static MethodHandle maker(Class<?> type) {
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup()
                    .defineHiddenClass(new GuardWriter(type).bytes(), true, MethodHandles.Lookup.ClassOption.NESTMATE);
            return hidden.findConstructor(hidden.lookupClass(), GuardWriter.CONSTRUCTOR)
                    .asType(MethodType.methodType(
                            GuardedObject.class, Object.class, ConnectionHandle.class, Statement.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make the guard of " + type.getName(), e);
        }
    }

    private static GuardedObject made(
            MethodHandle maker, Object delegate, ConnectionHandle connection, @Nullable Statement owner) {
        try {
            return (GuardedObject) maker.invokeExact(delegate, connection, owner);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "cannot guard " + delegate.getClass().getName(), e);
        }
    }

    /** Guards a statement by the most special of its interfaces. */
    static Statement of(Statement statement, ConnectionHandle connection) {
        if (statement instanceof CallableStatement callable) {
            return of(callable, connection);
        }
        return statement instanceof PreparedStatement prepared
                ? of(prepared, connection)
                : (Statement) made(STATEMENT, statement, connection, null);
    }

    static PreparedStatement of(PreparedStatement statement, ConnectionHandle connection) {
        return (PreparedStatement) made(PREPARED, statement, connection, null);
    }

    static CallableStatement of(CallableStatement statement, ConnectionHandle connection) {
        return (CallableStatement) made(CALLABLE, statement, connection, null);
    }

    static ResultSet of(ResultSet results, ConnectionHandle connection, @Nullable Statement owner) {
        return (ResultSet) made(RESULTS, results, connection, owner);
    }

    static DatabaseMetaData of(DatabaseMetaData metadata, ConnectionHandle connection) {
        return (DatabaseMetaData) made(METADATA, metadata, connection, null);
    }
}
