package io.keelson.cluster;

import io.keelson.kernel.spi.resource.ServerConnections;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Optional;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The data source that the server has bound under a name, for the server's own work: it gives connections also while the server
 * is suspended. Thread-safe.
 */
final class NamedDataSource implements DataSource {
    private final Optional<ServerConnections> connections;
    private final String name;

    NamedDataSource(Optional<ServerConnections> connections, String name) {
        this.connections = connections;
        this.name = name;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (connections.isEmpty()) {
            throw new SQLNonTransientConnectionException("this server has no data sources");
        }
        return connections.get().connection(name);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the data source's own settings say that");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // says nothing
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("the data source's own settings say that");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no java.util.logging");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("no " + type.getName() + " is behind this data source");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
