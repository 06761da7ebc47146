package io.keelson.cluster;

import io.keelson.kernel.naming.Naming;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The data source that the server has bound under a name, looked up for each connection: it may come later than who uses it,
 * and be another after a change of the configuration. Thread-safe.
 */
final class NamedDataSource implements DataSource {
    private final Naming naming;
    private final String name;

    NamedDataSource(Naming naming, String name) {
        this.naming = naming;
        this.name = name;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return bound().getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return bound().getConnection(user, password);
    }

    private DataSource bound() throws SQLException {
        try {
            if (naming.context().lookup(name) instanceof DataSource source) {
                return source;
            }
            throw new SQLException("what is bound as '" + name + "' is no data source");
        } catch (NamingException e) {
            throw new SQLException("no data source of this server is bound as '" + name + "': " + e.getMessage(), e);
        }
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
        return bound().unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return bound().isWrapperFor(type);
    }
}
