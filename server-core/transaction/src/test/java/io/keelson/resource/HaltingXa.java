package io.keelson.resource;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.xa.PGXADataSource;

/**
 * The XA driver of a database, in a process that is halted before or after a call of its XAResource. The system property {@value #POINT}
 * says of which: {@code after-prepare-b}, where {@code b} is the property {@code name}.
 */
public final class HaltingXa implements XADataSource {
    static final String POINT = "keelson.test.halt";
    static final int HALTED = 77;

    private String name = "";
    private String url = "";
    private String user = "";
    private String password = "";

    /** Sets the name that points end with. */
    public void setName(String name) {
        this.name = name;
    }

    /** Sets the URL, which says whose driver it is. */
    public void setUrl(String url) {
        this.url = url;
    }

    /** Sets the user of the database. */
    public void setUser(String user) {
        this.user = user;
    }

    /** Sets the user's password. */
    public void setPassword(String password) {
        this.password = password;
    }

    private XADataSource real() throws SQLException {
        if (url.startsWith("jdbc:mariadb:")) {
            MariaDbDataSource source = new MariaDbDataSource(url);
            source.setUser(user);
            return source;
        }
        PGXADataSource source = new PGXADataSource();
        source.setUrl(url);
        source.setUser(user);
        source.setPassword(password);
        return source;
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        XAConnection connection = real().getXAConnection();
        return proxy(XAConnection.class, connection, false);
    }

    @Override
    public XAConnection getXAConnection(String other, String secret) throws SQLException {
        return getXAConnection();
    }

    private <T> T proxy(Class<T> type, T real, boolean halts) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    String called = method.getName() + '-' + name;
                    at("before-" + called, halts);
                    Object result;
                    try {
                        result = method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    at("after-" + called, halts);
                    return result instanceof XAResource resource ? proxy(XAResource.class, resource, true) : result;
                }));
    }

    private static void at(String point, boolean halts) {
        if (halts && point.equals(System.getProperty(POINT))) {
            Runtime.getRuntime().halt(HALTED);
        }
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("test");
    }
}
