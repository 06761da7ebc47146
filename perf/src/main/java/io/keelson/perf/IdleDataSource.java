package io.keelson.perf;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A driver whose connections do nothing, without XA. Thread-safe. */
public final class IdleDataSource extends IdleSource implements DataSource {
    @Override
    public Connection getConnection() {
        return IdleConnections.one();
    }

    @Override
    public Connection getConnection(String user, String password) {
        return IdleConnections.one();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("there is no " + type.getName() + " below");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
