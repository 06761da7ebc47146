package io.keelson.resource;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections, by a driver or by somebody's data source, and counts them. Neither its text nor its errors have the
 * password. Thread-safe.
 */
final class Connector implements DataSource {
    private static final int LAST_ATTEMPT_SECONDS = 2;

    private final Maker maker;
    private final boolean xa;
    private final String url;
    private volatile Redaction redaction;
    private final LongAdder created = new LongAdder();

    /** Connections that may still be open. A pool cuts connections off with {@code abort}, which some drivers do not have. */
    private final Set<Connection> made = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final LongAdder failures = new LongAdder();
    private volatile @Nullable String lastFailure;

    /** Makes one connection. */
    interface Maker {
        Connection connect(Connector connector) throws SQLException;
    }

    private Connector(Maker maker, boolean xa, String url, Redaction redaction) {
        this.maker = maker;
        this.xa = xa;
        this.url = url;
        this.redaction = redaction;
    }

    /** By a driver. */
    static Connector of(Driver driver, String url, Properties properties) {
        return of(driver, url, () -> (Properties) properties.clone());
    }

    /**
     * By a driver, with properties that may be others for each connection.
     *
     * @param properties each call makes its own; throws IllegalArgumentException when they cannot be read
     */
    static Connector of(Driver driver, String url, Supplier<Properties> properties) {
        Properties first = properties.get();
        return new Connector(
                connector -> {
                    Properties now = read(properties);
                    connector.hide(url, now);
                    Connection connection = driver.connect(url, now);
                    if (connection == null) {
                        throw new SQLException(
                                "the driver " + driver.getClass().getName() + " does not take the URL " + shown(url));
                    }
                    return connection;
                },
                false,
                shown(url),
                new Redaction(url, first));
    }

    private static Properties read(Supplier<Properties> properties) throws SQLException {
        try {
            return properties.get();
        } catch (IllegalArgumentException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private void hide(String of, Properties properties) {
        Redaction known = redaction;
        if (!known.isOf(properties)) {
            redaction = new Redaction(of, properties);
        }
    }

    /** By a data source of the driver's. */
    static Connector of(DataSource source, String url) {
        return new Connector(
                connector -> source.getConnection(), false, shown(url), new Redaction(url, new Properties()));
    }

    /**
     * By a driver of XA. Its connections unwrap to their {@link javax.transaction.xa.XAResource}.
     *
     * @param source each call makes its own, with the password of that moment
     * @param properties for what must not be shown
     */
    static Connector of(Supplier<XADataSource> source, String url, Supplier<Properties> properties) {
        return new Connector(
                connector -> {
                    connector.hide(url, read(properties));
                    return XaPhysical.of(source.get().getXAConnection());
                },
                true,
                shown(url),
                new Redaction(url, properties.get()));
    }

    /** A URL as it may be shown: what follows its path may be a password, and so may what stands before an {@code @}. */
    static String shown(String url) {
        int end = url.length();
        for (char c : new char[] {'?', ';'}) {
            int at = url.indexOf(c);
            end = at >= 0 && at < end ? at : end;
        }
        return url.substring(0, end).replaceAll("//[^/@]*@", "//").replaceAll(":[^:/@]+/[^:/@]+@", ":@");
    }

    /** Returns true if its connections unwrap to an XA resource. */
    boolean isXa() {
        return xa;
    }

    String url() {
        return url;
    }

    /** Returns what a driver says, as it may be shown. */
    String withoutSecrets(String text) {
        return redaction.of(text);
    }

    long created() {
        return created.sum();
    }

    long failures() {
        return failures.sum();
    }

    @Nullable
    String lastFailure() {
        return lastFailure;
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            Connection connection = maker.connect(this);
            created.increment();
            made.add(connection);
            return connection;
        } catch (SQLException | RuntimeException | LinkageError e) {
            failures.increment();
            lastFailure = withoutSecrets(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** Closes all connections that are still open. May block for as long as one of them is at work. */
    void closeAll() {
        List<Connection> all;
        synchronized (made) {
            all = new ArrayList<>(made);
            made.clear();
        }
        for (Connection each : all) {
            try {
                if (!each.isClosed()) {
                    each.close();
                }
            } catch (SQLException | RuntimeException e) { // the others must be closed too
                ResourceLog.LOG.debugf(e, "a connection to %s", url);
            }
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the user of " + url + " is that of its configuration");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // what drivers print is not wanted
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // a driver's own property says it; that of the driver manager is one for the JVM
    }

    /** For so long a pool that is closed waits for a connection that it is just making. */
    @Override
    public int getLoginTimeout() {
        return LAST_ATTEMPT_SECONDS;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("there is no such logger");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("nothing is wrapped here");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }

    @Override
    public String toString() {
        return "connector to " + url;
    }
}
