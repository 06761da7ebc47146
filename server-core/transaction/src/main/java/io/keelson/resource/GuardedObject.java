package io.keelson.resource;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Wrapper;
import org.jspecify.annotations.Nullable;

/**
 * A statement, result set or metadata object as applications have it. Its connection is the handle that it was obtained from, so that
 * nobody gets past what the handle refuses. {@link GuardWriter} makes a subclass for each interface that forwards all other methods. Not
 * thread-safe, as objects of JDBC are not.
 */
abstract class GuardedObject implements Wrapper {
    final Object delegate;
    private final ConnectionHandle connection;
    private final @Nullable Statement owner;

    /**
     * A guard.
     *
     * @param delegate object of the pool
     * @param owner guarded statement of a result set; null where none is known
     */
    GuardedObject(Object delegate, ConnectionHandle connection, @Nullable Statement owner) {
        this.delegate = delegate;
        this.connection = connection;
        this.owner = owner;
    }

    /** Returns the handle in place of the pool's connection. */
    final @Nullable Connection guarded(@Nullable Connection found) {
        return found == null ? null : connection;
    }

    /** Returns the guarded statement of a result set. */
    final @Nullable Statement guarded(@Nullable Statement found) {
        if (found == null) {
            return null;
        }
        return owner != null ? owner : Guards.of(found, connection);
    }

    /** Returns a result set whose statement is this one, or is guarded when somebody asks for it. */
    final @Nullable ResultSet guarded(@Nullable ResultSet found) {
        return found == null ? null : Guards.of(found, connection, this instanceof Statement self ? self : null);
    }

    /** Returns metadata whose connection is the handle. */
    final @Nullable DatabaseMetaData guarded(@Nullable DatabaseMetaData found) {
        return found == null ? null : Guards.of(found, connection);
    }

    /** Returns a value of a procedure, which may be a result set. */
    final @Nullable Object guarded(@Nullable Object found) {
        return found instanceof ResultSet results ? guarded(results) : found;
    }

    @Override
    public final <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : ((Wrapper) delegate).unwrap(type);
    }

    @Override
    public final boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || ((Wrapper) delegate).isWrapperFor(type);
    }

    @Override
    public final String toString() {
        return delegate.toString();
    }
}
