package io.keelson.resource;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.resource.ResourceMaker;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.resource.internal.PoolSettings;
import java.sql.Driver;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.naming.NamingException;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes the data sources that applications define (Jakarta EE Platform 11, 5.19): pools over a data source class or a driver that the
 * application has, or over a driver in the domain's {@code lib/}. Opened by the first use. Thread-safe.
 */
final class DataSourceMaker implements ResourceMaker {
    private static final Set<String> KNOWN = Set.of(
            "class-name",
            "server-name",
            "port-number",
            "database-name",
            "url",
            "user",
            "password",
            "login-timeout",
            "transactional",
            "isolation-level",
            "initial-pool-size",
            "max-pool-size",
            "min-pool-size",
            "max-idle-time",
            "max-statements");

    /** Databases in memory of products that other servers bring. */
    private static final Pattern MEMORY =
            Pattern.compile("^jdbc:(hsqldb:mem|derby:memory):([\\w.-]+)", Pattern.CASE_INSENSITIVE);

    /** Time for which a connection in use may go on when its application is undeployed: its requests have ended by then. */
    private static final Duration LAST_WORK = Duration.ofSeconds(2);

    private final Drivers drivers;
    private final Ticker ticker;
    private final ScheduledExecutorService leakWatch;
    private final @Nullable TransactionControl transactions;
    private final Consumer<ManagedDataSource> appeared;
    private final Consumer<ManagedDataSource> gone;

    /**
     * With what all data sources need.
     *
     * @param appeared told of each data source that is made
     * @param gone told of each that is closed
     */
    DataSourceMaker(
            Drivers drivers,
            Ticker ticker,
            ScheduledExecutorService leakWatch,
            @Nullable TransactionControl transactions,
            Consumer<ManagedDataSource> appeared,
            Consumer<ManagedDataSource> gone) {
        this.drivers = drivers;
        this.ticker = ticker;
        this.leakWatch = leakWatch;
        this.transactions = transactions;
        this.appeared = appeared;
        this.gone = gone;
    }

    @Override
    public String kind() {
        return "data-source";
    }

    @Override
    public Made make(Definition definition) throws NamingException {
        Set<String> unknown = new TreeSet<>(definition.settings().keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw wrong(definition, "has the settings " + unknown + ", which no data source has");
        }
        Connector connector = connector(definition);
        Plan plan = plan(definition, connector.isXa());
        ManagedDataSource made = new ManagedDataSource(
                new ManagedDataSource.Identity(
                        definition.application() + "/" + definition.name(),
                        List.of(definition.name()),
                        definition.application(),
                        connector.url()),
                plan,
                () -> connector,
                ticker,
                leakWatch,
                transactions);
        appeared.accept(made);
        return new Made() {
            @Override
            public Object value() {
                return made;
            }

            @Override
            public void close() {
                try {
                    made.suspend(Deadline.in(ticker, LAST_WORK));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                made.close();
                gone.accept(made);
            }
        };
    }

    private static NamingException wrong(Definition definition, String what) {
        return new NamingException("the data source " + definition.name() + " (" + definition.place() + ") " + what);
    }

    // ---- sizes and times -------------------------------------------------------------------------------------------

    private static Plan plan(Definition definition, boolean xa) throws NamingException {
        int most = number(definition, "max-pool-size", 15);
        int least = number(definition, "min-pool-size", 0);
        int initial = number(definition, "initial-pool-size", 0);
        if (most < 1 || least > most || initial > most) {
            throw wrong(
                    definition,
                    "has a max-pool-size of " + most + ", a min-pool-size of " + least + " and an initial-pool-size of "
                            + initial + "; the first is the greatest, and at least 1");
        }
        return new Plan(
                new PoolSettings(
                        least,
                        most,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(number(definition, "max-idle-time", 600)),
                        Duration.ofMinutes(30),
                        Duration.ofMinutes(2),
                        null,
                        null,
                        isolation(definition)),
                initial,
                Duration.ZERO,
                Duration.ZERO,
                protocol(definition, xa));
    }

    /** Connections take part unless the definition says otherwise (@DataSourceDefinition, transactional). */
    private static Protocol protocol(Definition definition, boolean xa) {
        String text = definition.setting("transactional");
        return text != null && text.trim().equalsIgnoreCase("false")
                ? Protocol.NONE
                : xa ? Protocol.TWO_PHASE_COMMIT : Protocol.ONE_PHASE_COMMIT;
    }

    private static int number(Definition definition, String setting, int otherwise) throws NamingException {
        String text = definition.setting(setting);
        if (text == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text.trim());
            return number < 0 ? otherwise : number; // -1 is what the annotation says where nothing is set
        } catch (NumberFormatException e) {
            throw wrong(definition, "has the " + setting + " '" + text + "', which is no whole number");
        }
    }

    private static @Nullable String isolation(Definition definition) throws NamingException {
        String text = definition.setting("isolation-level");
        if (text == null) {
            return null;
        }
        String name = switch (text.trim().toUpperCase(Locale.ROOT)) {
            case "-1" -> "";
            case "1", "TRANSACTION_READ_UNCOMMITTED" -> "TRANSACTION_READ_UNCOMMITTED";
            case "2", "TRANSACTION_READ_COMMITTED" -> "TRANSACTION_READ_COMMITTED";
            case "4", "TRANSACTION_REPEATABLE_READ" -> "TRANSACTION_REPEATABLE_READ";
            case "8", "TRANSACTION_SERIALIZABLE" -> "TRANSACTION_SERIALIZABLE";
            default -> throw wrong(definition, "has the isolation-level '" + text + "', which JDBC does not have");
        };
        return name.isEmpty() ? null : name;
    }

    // ---- connections -----------------------------------------------------------------------------------------------

    private Connector connector(Definition definition) throws NamingException {
        String className = definition.setting("class-name");
        String url = definition.setting("url");
        try {
            if (className == null) {
                if (url == null) {
                    throw wrong(definition, "has neither a class-name nor a url");
                }
                return Connector.of(drivers.find(null, url), url, properties(definition));
            }
            return connector(definition, className, url);
        } catch (IllegalArgumentException e) {
            NamingException refused = wrong(definition, "cannot be made: " + e.getMessage());
            refused.setRootCause(e);
            throw refused;
        }
    }

    private Connector connector(Definition definition, String className, @Nullable String url) throws NamingException {
        Class<?> type;
        try {
            type = drivers.findClass(className, definition.loader());
        } catch (IllegalArgumentException absent) {
            String memory = url == null ? null : memoryOfH2(url);
            if (memory == null) {
                throw absent;
            }
            ResourceLog.LOG.memoryOfH2(definition.application(), className, definition.name(), memory);
            return Connector.of(drivers.find(null, memory), memory, properties(definition));
        }
        if (Driver.class.isAssignableFrom(type)) {
            if (url == null) {
                throw wrong(definition, "names a driver and no url");
            }
            Driver driver = Drivers.load(className, type.getClassLoader());
            if (driver == null) {
                throw new IllegalArgumentException("the driver " + className + " is gone");
            }
            return Connector.of(driver, url, properties(definition));
        }
        Map<String, String> values = values(definition, type);
        String shown = url == null ? "the database of " + className : url;
        if (XADataSource.class.isAssignableFrom(type)) {
            XADataSource source = Beans.make(type.asSubclass(XADataSource.class), values);
            return Connector.of(() -> source, shown, () -> properties(definition));
        }
        if (!DataSource.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("the class " + className
                    + " is none of javax.sql.DataSource, javax.sql.XADataSource and java.sql.Driver; this server pools"
                    + " by itself and uses no connection pools of drivers");
        }
        return Connector.of(Beans.make(type.asSubclass(DataSource.class), values), shown);
    }

    /** The URL of H2 for a database in memory of another product; null for all other databases. */
    private static @Nullable String memoryOfH2(String url) {
        Matcher memory = MEMORY.matcher(url);
        if (!memory.find()) {
            return null;
        }
        String mode = memory.group(1).equalsIgnoreCase("hsqldb:mem") ? "HSQLDB" : "Derby";
        return "jdbc:h2:mem:" + memory.group(2) + ";DB_CLOSE_DELAY=-1;MODE=" + mode + ";NON_KEYWORDS="
                + Connectors.FREE_WORDS;
    }

    /** Leaves out what the class has no property for (@DataSourceDefinition), so that other servers' definitions work. */
    private static Map<String, String> values(Definition definition, Class<?> type) {
        Map<String, String> values = new TreeMap<>(definition.properties());
        Set<String> others = new TreeSet<>(values.keySet());
        others.removeIf(property -> Beans.has(type, property));
        if (!others.isEmpty()) {
            ResourceLog.LOG.otherServersProperties(definition.application(), definition.name(), others);
            values.keySet().removeAll(others);
        }
        copy(definition, "server-name", "serverName", values);
        copy(definition, "port-number", "portNumber", values);
        copy(definition, "database-name", "databaseName", values);
        // Where both are said the parts of the address count, and not the URL.
        String url = definition.setting("url");
        if (Beans.has(type, "url") || definition.setting("database-name") == null) {
            Map<String, String> parts = url == null || Beans.has(type, "url") ? Map.of() : UrlProperties.of(type, url);
            parts.forEach(values::putIfAbsent);
            if (parts.isEmpty()) {
                copy(definition, "url", "url", values);
            }
        }
        copy(definition, "user", "user", values);
        copy(definition, "password", "password", values);
        copy(definition, "login-timeout", "loginTimeout", values);
        return values;
    }

    private static void copy(Definition definition, String setting, String property, Map<String, String> into) {
        String value = definition.setting(setting);
        if (value != null && !value.equals("-1")) {
            into.put(property, value);
        }
    }

    private static Properties properties(Definition definition) {
        Properties properties = new Properties();
        properties.putAll(definition.properties());
        for (String each : List.of("user", "password")) {
            String value = definition.setting(each);
            if (value != null) {
                properties.setProperty(each, value);
            }
        }
        return properties;
    }
}
