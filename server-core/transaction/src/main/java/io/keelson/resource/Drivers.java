package io.keelson.resource;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds JDBC drivers: in the domain's {@code lib/}, then among what the server itself brings. The JDK's {@code DriverManager} is
 * not asked: it shows a driver only to the loader that has it. Thread-safe.
 */
final class Drivers {
    private static final Map<String, String> XA_CLASSES = Map.of(
            "jdbc:postgresql:", "org.postgresql.xa.PGXADataSource",
            "jdbc:h2:", "org.h2.jdbcx.JdbcDataSource",
            "jdbc:mariadb:", "org.mariadb.jdbc.MariaDbDataSource",
            "jdbc:mysql:", "com.mysql.cj.jdbc.MysqlXADataSource",
            "jdbc:oracle:", "oracle.jdbc.xa.client.OracleXADataSource",
            "jdbc:sqlserver:", "com.microsoft.sqlserver.jdbc.SQLServerXADataSource");

    private final List<Supplier<@Nullable ClassLoader>> loaders;
    private final Supplier<String> toDo;

    /**
     * With the loaders that are looked into one after the other; a later one is only made when those before have nothing.
     *
     * @param toDo what to do where there is no driver
     */
    Drivers(List<Supplier<@Nullable ClassLoader>> loaders, Supplier<String> toDo) {
        this.loaders = List.copyOf(loaders);
        this.toDo = toDo;
    }

    /**
     * The driver.
     *
     * @param className of the driver; null: any that takes the URL
     * @throws IllegalArgumentException when there is none; the message says what to do
     */
    Driver find(@Nullable String className, String url) {
        List<String> passed = new ArrayList<>();
        for (Supplier<@Nullable ClassLoader> each : loaders) {
            ClassLoader loader = each.get();
            Driver found = loader == null
                    ? null
                    : className != null ? load(className, loader) : accepting(url, loader, passed);
            if (found != null) {
                return className == null ? found : taking(found, url);
            }
        }
        throw new IllegalArgumentException(
                className != null
                        ? "there is no driver " + className + "; " + toDo.get()
                        : "no driver takes the URL " + Connector.shown(url)
                                + "; " + toDo.get()
                                + (passed.isEmpty() ? "" : " (drivers that are there: " + passed + ")"));
    }

    /**
     * Returns the class of XA data sources.
     *
     * @param className of it; null: that of the driver which the URL is for, where it is known
     * @throws IllegalArgumentException when there is none; the message says what to do
     */
    Class<? extends XADataSource> findXa(@Nullable String className, String url) {
        String wanted = className != null ? className : XA_CLASSES.get(url.replaceFirst("^(jdbc:[^:]*:).*$", "$1"));
        if (wanted == null) {
            throw new IllegalArgumentException("two-phase-commit needs an XA driver, and which one the URL "
                    + Connector.shown(url) + " is for is not known; name its XADataSource as driver-class");
        }
        for (Supplier<@Nullable ClassLoader> each : loaders) {
            ClassLoader loader = each.get();
            if (loader != null) {
                try {
                    return Class.forName(wanted, true, loader).asSubclass(XADataSource.class);
                } catch (ClassNotFoundException absent) {
                    ResourceLog.LOG.tracef("no %s in %s", wanted, loader);
                } catch (ClassCastException e) {
                    throw new IllegalArgumentException(wanted
                            + " is no XADataSource; two-phase-commit needs one, or set global-transactions-protocol to"
                            + " another");
                }
            }
        }
        throw new IllegalArgumentException("there is no XA driver " + wanted + "; " + toDo.get());
    }

    /**
     * Returns a class of data sources or a driver: that of the application, else that of the domain or the server.
     *
     * @throws IllegalArgumentException when there is none; the message says what to do
     */
    Class<?> findClass(String className, ClassLoader application) {
        List<Supplier<@Nullable ClassLoader>> all = new ArrayList<>();
        all.add(() -> application);
        all.addAll(loaders);
        for (Supplier<@Nullable ClassLoader> each : all) {
            ClassLoader loader = each.get();
            if (loader != null) {
                try {
                    return Class.forName(className, true, loader);
                } catch (ClassNotFoundException absent) {
                    ResourceLog.LOG.tracef("no %s in %s", className, loader);
                }
            }
        }
        throw new IllegalArgumentException("the class " + className
                + " is neither in the application nor in DOMAIN/lib; put the driver's jar into one of them");
    }

    /** A driver that was named says what of the URL is wrong sooner than a database that is never reached. */
    private static Driver taking(Driver driver, String url) {
        try {
            if (driver.acceptsURL(url)) {
                return driver;
            }
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    "the driver " + driver.getClass().getName() + " refuses the URL " + Connector.shown(url) + ": "
                            + new Redaction(url, new Properties()).of(String.valueOf(e.getMessage())),
                    e);
        }
        throw new IllegalArgumentException(
                "the driver " + driver.getClass().getName() + " does not take the URL " + Connector.shown(url));
    }

    /** The driver of that class; null where the loader has no such class. */
    static @Nullable Driver load(String className, ClassLoader loader) {
        Class<?> type;
        try {
            type = Class.forName(className, true, loader);
        } catch (ClassNotFoundException absent) {
            return null;
        } catch (LinkageError e) {
            throw new IllegalArgumentException("the driver " + className + " cannot be loaded: " + e, e);
        }
        try {
            return type.asSubclass(Driver.class).getDeclaredConstructor().newInstance();
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(className + " is no JDBC driver (java.sql.Driver)", e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException("the driver " + className + " cannot be made: " + e, e);
        }
    }

    private static @Nullable Driver accepting(String url, ClassLoader loader, List<String> passed) {
        var all = ServiceLoader.load(Driver.class, loader).iterator();
        while (true) {
            try {
                if (!all.hasNext()) {
                    return null;
                }
                Driver driver = all.next();
                if (driver.acceptsURL(url)) {
                    return driver;
                }
                passed.add(driver.getClass().getName());
            } catch (SQLException | ServiceConfigurationError | LinkageError e) {
                // one jar that is not whole must not hide the others
                passed.add(String.valueOf(e.getMessage()));
            }
        }
    }
}
