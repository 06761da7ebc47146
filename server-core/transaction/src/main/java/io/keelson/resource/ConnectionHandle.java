package io.keelson.resource;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A connection as applications have it. Closing it gives the pooled connection back, or leaves it with the transaction that uses it.
 * Belongs to the thread that uses it, as connections of JDBC do; the pooled connection may be taken from it by the end of a transaction.
 *
 * <p>What a transaction decides (commit, rollback, auto-commit) is refused within one (JDBC 4.3, 12.4).
 */
final class ConnectionHandle implements Connection {
    private final PooledConnection pooled;
    private boolean closed;

    ConnectionHandle(PooledConnection pooled) {
        this.pooled = pooled;
    }

    private Connection use() throws SQLException {
        if (closed) {
            throw new SQLNonTransientConnectionException(
                    "this connection of the data source " + pooled.name() + " is closed", "08003");
        }
        return pooled.use();
    }

    private Connection usable() throws SQLClientInfoException {
        try {
            return use();
        } catch (SQLException e) {
            throw new SQLClientInfoException(e.getMessage(), e.getSQLState(), Map.of(), e);
        }
    }

    private void refuseInTransaction(String what) throws SQLException {
        if (pooled.isEnlisted()) {
            throw new SQLException(
                    what + " is not possible on a connection of the data source " + pooled.name()
                            + " within a transaction: the transaction decides",
                    "25000");
        }
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            pooled.handleClosed();
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed || pooled.isClosed();
    }

    @Override
    public void abort(Executor executor) throws SQLException {
        if (!closed) {
            closed = true;
            pooled.abort(executor);
        }
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        Connection connection = use();
        if (!pooled.isEnlisted()) {
            connection.setAutoCommit(autoCommit);
        } else if (autoCommit) {
            refuseInTransaction("setAutoCommit(true)");
        }
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        return use().getAutoCommit() && !pooled.isEnlisted();
    }

    @Override
    public void commit() throws SQLException {
        refuseInTransaction("commit");
        use().commit();
    }

    @Override
    public void rollback() throws SQLException {
        refuseInTransaction("rollback");
        use().rollback();
    }

    @Override
    public void setSchema(String schema) throws SQLException {
        Connection connection = use();
        pooled.restoring().schema(connection);
        connection.setSchema(schema);
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        Connection connection = use();
        pooled.restoring().holdability(connection);
        connection.setHoldability(holdability);
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        Connection connection = use();
        pooled.restoring().typeMap(connection);
        connection.setTypeMap(map);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type == Connection.class ? type.cast(this) : use().unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type == Connection.class || use().isWrapperFor(type);
    }

    @Override
    public String toString() {
        return "connection of the data source " + pooled.name();
    }

    // ---- what only goes on to the pooled connection ----------------------------------------------------------------

    @Override
    public Statement createStatement() throws SQLException {
        return Guards.of(pooled.tracked(use().createStatement()), this);
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return Guards.of(pooled.tracked(use().prepareStatement(sql)), this);
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        return Guards.of(pooled.tracked(use().prepareCall(sql)), this);
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        return use().nativeSQL(sql);
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        return Guards.of(use().getMetaData(), this);
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        use().setReadOnly(readOnly);
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return use().isReadOnly();
    }

    @Override
    public void setCatalog(String catalog) throws SQLException {
        use().setCatalog(catalog);
    }

    @Override
    public @Nullable String getCatalog() throws SQLException {
        return use().getCatalog();
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        use().setTransactionIsolation(level);
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        return use().getTransactionIsolation();
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        return use().getWarnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        use().clearWarnings();
    }

    @Override
    public Statement createStatement(int type, int concurrency) throws SQLException {
        return Guards.of(pooled.tracked(use().createStatement(type, concurrency)), this);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        return Guards.of(pooled.tracked(use().prepareStatement(sql, type, concurrency)), this);
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
        return Guards.of(pooled.tracked(use().prepareCall(sql, type, concurrency)), this);
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        return use().getTypeMap();
    }

    @Override
    public int getHoldability() throws SQLException {
        return use().getHoldability();
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        return use().setSavepoint();
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        return use().setSavepoint(name);
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        use().rollback(savepoint);
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        use().releaseSavepoint(savepoint);
    }

    @Override
    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        return Guards.of(pooled.tracked(use().createStatement(type, concurrency, holdability)), this);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        return Guards.of(pooled.tracked(use().prepareStatement(sql, type, concurrency, holdability)), this);
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability) throws SQLException {
        return Guards.of(pooled.tracked(use().prepareCall(sql, type, concurrency, holdability)), this);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int generatedKeys) throws SQLException {
        return Guards.of(pooled.tracked(use().prepareStatement(sql, generatedKeys)), this);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
        return Guards.of(pooled.tracked(use().prepareStatement(sql, columns)), this);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
        return Guards.of(pooled.tracked(use().prepareStatement(sql, columns)), this);
    }

    @Override
    public Clob createClob() throws SQLException {
        return use().createClob();
    }

    @Override
    public Blob createBlob() throws SQLException {
        return use().createBlob();
    }

    @Override
    public NClob createNClob() throws SQLException {
        return use().createNClob();
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        return use().createSQLXML();
    }

    @Override
    public boolean isValid(int timeout) throws SQLException {
        return use().isValid(timeout);
    }

    @Override
    public void setClientInfo(String name, String value) throws SQLClientInfoException {
        Connection connection = usable();
        noteClientInfo(connection, List.of(name));
        connection.setClientInfo(name, value);
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        Connection connection = usable();
        Set<String> names = new LinkedHashSet<>(properties.stringPropertyNames());
        try {
            Properties present = connection.getClientInfo(); // it goes where the new one does not have it
            if (present != null) {
                names.addAll(present.stringPropertyNames());
            }
        } catch (SQLException e) {
            throw new SQLClientInfoException(e.getMessage(), e.getSQLState(), Map.of(), e);
        }
        noteClientInfo(connection, names);
        connection.setClientInfo(properties);
    }

    private void noteClientInfo(Connection connection, Collection<String> names) throws SQLClientInfoException {
        try {
            for (String name : names) {
                pooled.restoring().clientInfo(connection, name);
            }
        } catch (SQLClientInfoException e) {
            throw e;
        } catch (SQLException e) {
            throw new SQLClientInfoException(e.getMessage(), e.getSQLState(), Map.of(), e);
        }
    }

    @Override
    public @Nullable String getClientInfo(String name) throws SQLException {
        return use().getClientInfo(name);
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        return use().getClientInfo();
    }

    @Override
    public Array createArrayOf(String type, Object[] elements) throws SQLException {
        return use().createArrayOf(type, elements);
    }

    @Override
    public Struct createStruct(String type, Object[] attributes) throws SQLException {
        return use().createStruct(type, attributes);
    }

    @Override
    public @Nullable String getSchema() throws SQLException {
        return use().getSchema();
    }

    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        use().setNetworkTimeout(executor, milliseconds);
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        return use().getNetworkTimeout();
    }
}
