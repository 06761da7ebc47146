package shop;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;

public class OwnSource implements DataSource {
    private String color = "";
    private String user = "";

    public void setColor(String value) {
        color = value;
    }

    public void setUser(String value) {
        user = value;
    }

    @Override
    public Connection getConnection() throws SQLException {
        throw new SQLException("this is a test");
    }

    @Override
    public Connection getConnection(String name, String password) throws SQLException {
        throw new SQLException("this is a test");
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
    }

    @Override
    public void setLoginTimeout(int seconds) {
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("this is a test");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }

    @Override
    public String toString() {
        return color + " of " + user;
    }
}
