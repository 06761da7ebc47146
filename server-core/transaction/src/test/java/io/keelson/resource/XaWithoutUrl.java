package io.keelson.resource;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;

/** An XA driver as Derby's embedded one: it has a property for the database's name and none for a URL. */
public final class XaWithoutUrl implements XADataSource {
    private final JdbcDataSource database = new JdbcDataSource();

    /** Sets the name of the database. */
    public void setDatabaseName(String name) {
        database.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        return database.getXAConnection();
    }

    @Override
    public XAConnection getXAConnection(String user, String password) throws SQLException {
        return database.getXAConnection(user, password);
    }

    @Override
    public PrintWriter getLogWriter() {
        return database.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        database.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) {
        database.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() {
        return database.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return database.getParentLogger();
    }
}
