package io.keelson.ee.jpa;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.unit.Unit;
import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.naming.OtherServersNames;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The data source that a unit names. A provider gets it before the module's names are bound, so it is looked up when the
 * unit is built, and kept. Thread-safe once it is resolved.
 *
 * <p>Specification: Persistence 3.2, 8.2.1.5 jta-data-source, non-jta-data-source.
 */
final class NamedDataSource implements DataSource {
    private static final String OF_WILDFLY = "java:jboss/datasources/";
    private static final String OF_TOMEE = "java:openejb/Resource/";
    private static final Pattern OTHER_PROVIDERS =
            Pattern.compile("(?:org\\.apache\\.)?(?:openjpa|openejb|eclipselink|toplink)\\..*");
    private static final Pattern DEFINED_BY_APPLICATIONS = Pattern.compile("java:(app|module|global)/");

    private static final List<String> OF_APPLICATION = List.of("java:comp/env/", "java:app/");

    private final Unit unit;
    private final boolean foreign;
    private final String place;
    private final String name;
    private volatile @Nullable DataSource target;
    private volatile boolean standIn;

    /**
     * A data source by its name.
     *
     * @param foreign whether the application has descriptors of another server
     * @param place of the name in the descriptor, for messages
     */
    NamedDataSource(Unit unit, boolean foreign, String place, String name) {
        this.unit = unit;
        this.foreign = foreign;
        this.place = place;
        this.name = name;
    }

    /**
     * Looks it up in the names of the module that is being started.
     *
     * @throws DeploymentException when nothing of that name is bound, or it is no data source
     */
    void resolve() throws DeploymentException {
        resolve(true);
    }

    private void resolve(boolean last) throws DeploymentException {
        try {
            Object found = last ? foundOrDefault() : found();
            if (!(found instanceof DataSource source)) {
                throw new DeploymentException(place + ": '" + name + "', which the persistence unit '" + unit.name()
                        + "' names as its data source, is a " + found.getClass().getName());
            }
            target = source;
            standIn = last && isStandIn(source);
        } catch (NamingException e) {
            throw new DeploymentException(
                    place + ": the data source '" + name + "' of the persistence unit '" + unit.name()
                            + "' is not there: " + e.getMessage() + hint(e),
                    e);
        }
    }

    /** The nearest name, where the look-up has not said it. */
    private String hint(NamingException e) {
        return String.valueOf(e.getMessage()).contains("did you mean") ? "" : NearestName.hint(name, beside());
    }

    /** Returns true if the default data source took the place of one that nobody defines. */
    boolean isStandIn() {
        return standIn;
    }

    private boolean isStandIn(DataSource source) {
        if (OtherServersNames.isDefault(name) || name.startsWith("java:comp/")) {
            return false; // the unit asks for it
        }
        try {
            return new InitialContext().lookup(OF_WILDFLY + "ExampleDS") == source;
        } catch (NamingException notTranslated) {
            return false;
        }
    }

    /** Returns true if it can be looked up by now: names of the server can before the module's own are bound. */
    boolean isThere() {
        try {
            resolve(false);
            return true;
        } catch (DeploymentException notYet) {
            return false;
        }
    }

    /**
     * In an application that was written for another server a data source that its administrator would have made, or that a TomEE makes by
     * itself, is the default one, where names of other servers are translated: the lookup of WildFly's own default tells. Not one that the
     * application itself would define, nor one that is probably misspelt.
     */
    private Object foundOrDefault() throws NamingException {
        try {
            return found();
        } catch (NamingException missing) {
            if (!isOfAnotherServer()
                    || DEFINED_BY_APPLICATIONS.matcher(name).lookingAt()
                    || NearestName.of(name, beside()) != null) {
                throw missing;
            }
            try {
                Object standard = new InitialContext().lookup(OF_WILDFLY + "ExampleDS");
                JpaLog.LOG.defaultDataSource(place, name, unit.name());
                return standard;
            } catch (NamingException notTranslated) {
                throw missing;
            }
        }
    }

    /** Returns true if descriptors, the name or settings of another provider tell that the unit was written for another server. */
    private boolean isOfAnotherServer() {
        return foreign
                || name.startsWith(OF_WILDFLY)
                || name.startsWith(OF_TOMEE)
                || unit.descriptor().properties().keySet().stream()
                        .anyMatch(key -> OTHER_PROVIDERS.matcher(key).matches());
    }

    /**
     * A name without a namespace is the server's, as in domain.yaml, or the application's below {@code java:comp/env} or
     * {@code java:app}.
     */
    private Object found() throws NamingException {
        Context names = new InitialContext();
        String plain = name.startsWith(OF_TOMEE) ? name.substring(OF_TOMEE.length()) : name;
        try {
            return names.lookup(plain);
        } catch (NamingException global) {
            for (String own : plain.startsWith("java:") ? List.<String>of() : OF_APPLICATION) {
                try {
                    return names.lookup(own + plain);
                } catch (NamingException local) {
                    global.addSuppressed(local);
                }
            }
            throw global;
        }
    }

    /** The names bound beside the missing one. */
    private Set<String> beside() {
        Set<String> names = new TreeSet<>();
        int slash = name.lastIndexOf('/');
        String parent = slash < 0 ? "" : name.substring(0, slash);
        try {
            NamingEnumeration<? extends NameClassPair> bound = new InitialContext().list(parent);
            while (bound.hasMore()) {
                names.add((parent.isEmpty() ? "" : parent + "/") + bound.next().getName());
            }
        } catch (NamingException absent) {
            return names; // nothing is bound there either
        }
        return names;
    }

    private DataSource target() throws SQLException {
        DataSource resolved = target;
        if (resolved == null) {
            throw new SQLException("the data source '" + name + "' of the persistence unit '" + unit.name()
                    + "' is used before the application has started");
        }
        return resolved;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return target().getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return target().getConnection(user, password);
    }

    @Override
    public ConnectionBuilder createConnectionBuilder() throws SQLException {
        return target().createConnectionBuilder();
    }

    @Override
    public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
        return target().createShardingKeyBuilder();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return target().getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        target().setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        target().setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return target().getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the data source '" + name + "' has no logger of its own");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : target().unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || target().isWrapperFor(type);
    }

    @Override
    public String toString() {
        return "data source " + name;
    }
}
