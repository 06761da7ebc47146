package io.keelson.resource;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A data source of the domain.
 *
 * @param jndiNames names in the server tree; where none is given, the data source's own
 * @param url for the driver
 * @param driverClass the driver; null: the one that takes the URL
 * @param user for the database; null: none is said
 * @param password for the database
 * @param passwordFile a file whose first line is the password, relative to the domain
 * @param properties for the driver
 * @param servers the servers that have it; empty: all
 * @param initialCapacity connections that are made when the pool is
 * @param minCapacity connections that are kept open
 * @param maxCapacity connections at most
 * @param connectionReserveTimeout how long somebody waits for a connection
 * @param idleTimeout after how long without use a connection beyond the minimum is closed
 * @param maxLifetime how old a connection gets
 * @param testFrequency how often an idle connection is tested
 * @param testQuery SQL that tests a connection
 * @param initSql SQL that each new connection runs
 * @param statementTimeout how long a statement runs at most
 * @param transactionIsolation of new connections
 * @param leakReportAfter after how long in use a connection is reported
 * @param drainTimeout how long connections of a pool that was replaced or removed may still be used
 * @param globalTransactionsProtocol how connections take part in transactions; null: as the driver can
 * @param statementCacheSize prepared statements that are kept for each connection
 * @param testAtActivation whether a configuration is refused when the database is not reached
 */
@Section(value = "data-sources.*", help = "A pool of connections to a database, which applications find by name.")
public record DataSourceSettings(
        @Setting(
                help = "Names in the server tree, as jdbc/orders; without any the data source's own name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(
                help = "URL for the driver, as jdbc:postgresql://db/orders. Do not put a password into it.",
                required = true,
                change = Change.LIVE)
        String url,

        @Setting(
                help = "Class of the driver; without it the one in DOMAIN/lib that takes the URL.",
                change = Change.LIVE)
        @Nullable
        String driverClass,

        @Setting(help = "User for the database.", change = Change.LIVE) @Nullable
        String user,

        @Setting(
                help = "Password for the database; better password-file, or a variable of the environment that"
                        + " overrides this.",
                secret = true,
                change = Change.LIVE)
        @Nullable
        String password,

        @Setting(
                help = "File whose first line is the password, relative to the domain. It is read for each connection"
                        + " that is made, so that a new password needs no change of the configuration.",
                change = Change.LIVE)
        @Nullable
        Path passwordFile,

        @Setting(help = "Properties for the driver. Not for passwords: they are shown.", change = Change.LIVE)
        Map<String, String> properties,

        @Setting(help = "Servers that have it; without any all servers.", reference = "servers", change = Change.LIVE)
        List<String> servers,

        @Setting(
                help = "Connections that are made when the pool is: at the server's start, and when another takes its"
                        + " place.",
                defaultValue = "0",
                min = "0",
                max = "10000",
                change = Change.LIVE)
        int initialCapacity,

        @Setting(
                help = "Connections that are kept open.",
                defaultValue = "1",
                min = "0",
                max = "10000",
                change = Change.LIVE)
        int minCapacity,

        @Setting(help = "Connections at most.", defaultValue = "15", min = "1", max = "10000", change = Change.LIVE)
        int maxCapacity,

        @Setting(
                help = "How long somebody waits for a connection at most.",
                defaultValue = "10s",
                min = "250ms",
                max = "1h",
                change = Change.LIVE)
        Duration connectionReserveTimeout,

        @Setting(
                help = "After how long without use a connection beyond min-capacity is closed; 0s: never, else at"
                        + " least 10s.",
                defaultValue = "10m",
                min = "0s",
                max = "7d",
                change = Change.LIVE)
        Duration idleTimeout,

        @Setting(
                help = "How old a connection gets; 0s: any age, else at least 30s. Should be less than what the"
                        + " database or a firewall allows.",
                defaultValue = "30m",
                min = "0s",
                max = "7d",
                change = Change.LIVE)
        Duration maxLifetime,

        @Setting(
                help = "How often an idle connection is tested; 0s: never, else at least 30s.",
                defaultValue = "2m",
                min = "0s",
                max = "1d",
                change = Change.LIVE)
        Duration testFrequency,

        @Setting(
                help = "SQL that tests a connection before it is given out; without it the driver's own test"
                        + " (isValid). A connection that was used within the last half second is not tested.",
                change = Change.LIVE)
        @Nullable
        String testQuery,

        @Setting(help = "SQL that each new connection runs first.", change = Change.LIVE) @Nullable
        String initSql,

        @Setting(
                help = "How long a statement runs at most, in whole seconds; 0s: as long as it takes.",
                defaultValue = "0s",
                min = "0s",
                max = "1d",
                change = Change.LIVE)
        Duration statementTimeout,

        @Setting(help = "Transaction isolation of connections; without it the driver's.", change = Change.LIVE)
        @Nullable
        Isolation transactionIsolation,

        @Setting(
                help = "After how long in use a connection is reported with the stack of who took it; 0s: never.",
                defaultValue = "0s",
                min = "0s",
                max = "1d",
                change = Change.LIVE)
        Duration leakReportAfter,

        @Setting(
                help = "How long connections may still be used after their pool was replaced or removed by a change"
                        + " of the configuration; then they are cut off.",
                defaultValue = "5m",
                min = "0s",
                max = "1d",
                change = Change.LIVE)
        Duration drainTimeout,

        @Setting(
                help = "How connections take part in transactions: two-phase-commit (an XA driver),"
                        + " logging-last-resource, one-phase-commit, emulate-two-phase-commit or none. Without it"
                        + " two-phase-commit where driver-class is an XADataSource, else one-phase-commit.",
                change = Change.LIVE)
        @Nullable
        Protocol globalTransactionsProtocol,

        @Setting(
                help = "Prepared statements that the driver keeps for each connection; 0: none.",
                defaultValue = "50",
                min = "0",
                max = "10000",
                change = Change.LIVE)
        int statementCacheSize,

        @Setting(
                help = "Whether a configuration in which this data source is new, or connects otherwise, is refused"
                        + " where one of its servers does not reach the database within four seconds; otherwise"
                        + " that is said in the log.",
                defaultValue = "false",
                change = Change.LIVE)
        boolean testAtActivation) {
    /** Transaction isolation as JDBC has it. */
    public enum Isolation {
        /** Sees what is not yet committed. */
        READ_UNCOMMITTED,
        /** Sees what is committed. */
        READ_COMMITTED,
        /** Sees the same rows again. */
        REPEATABLE_READ,
        /** Transactions as if one after the other. */
        SERIALIZABLE
    }

    public DataSourceSettings {
        jndiNames = List.copyOf(jndiNames);
        properties = Map.copyOf(properties);
        servers = List.copyOf(servers);
        if (password != null && passwordFile != null) {
            throw new IllegalArgumentException("both password and password-file are given; give one of them");
        }
        if (minCapacity > maxCapacity || initialCapacity > maxCapacity) {
            throw new IllegalArgumentException("min-capacity " + minCapacity + " and initial-capacity "
                    + initialCapacity + " must not exceed max-capacity " + maxCapacity);
        }
        if (jndiNames.size() != jndiNames.stream().distinct().count()) {
            throw new IllegalArgumentException("one of jndi-names is given twice: " + jndiNames);
        }
        for (String name : jndiNames) {
            if (name.isBlank() || name.contains(":")) {
                throw new IllegalArgumentException(
                        "'" + name + "' is no name of the server tree; write it without a scheme, as jdbc/orders");
            }
        }
    }

    /**
     * Returns the names at which it is bound.
     *
     * @param own the name of its entry
     */
    List<String> names(String own) {
        return jndiNames.isEmpty() ? List.of(own) : jndiNames;
    }

    /** Returns how its connections take part in transactions. */
    Protocol protocol() {
        return globalTransactionsProtocol != null
                ? globalTransactionsProtocol
                : isXaClass() ? Protocol.TWO_PHASE_COMMIT : Protocol.ONE_PHASE_COMMIT;
    }

    /** Returns true if the driver class is called as those of XA are. */
    private boolean isXaClass() {
        return driverClass != null && driverClass.contains("XADataSource");
    }

    boolean isOn(String server) {
        return servers.isEmpty() || servers.contains(server);
    }

    /** Returns whether a server may have both. */
    boolean meets(DataSourceSettings other) {
        return servers.isEmpty() || other.servers.isEmpty() || servers.stream().anyMatch(other.servers::contains);
    }

    /** Returns whether a pool of the one is a pool of the other, but for sizes and times that a pool takes while it runs. */
    boolean connectsAs(DataSourceSettings other) {
        return leadsTo(other)
                && Objects.equals(user, other.user)
                && Objects.equals(password, other.password)
                && Objects.equals(passwordFile, other.passwordFile)
                && testFrequency.equals(other.testFrequency)
                && Objects.equals(testQuery, other.testQuery)
                && Objects.equals(initSql, other.initSql)
                && transactionIsolation == other.transactionIsolation
                && protocol() == other.protocol()
                && statementCacheSize == other.statementCacheSize;
    }

    /** Returns whether both lead to the same database, as far as the settings can say. */
    boolean leadsTo(DataSourceSettings other) {
        return url.equals(other.url)
                && Objects.equals(driverClass, other.driverClass)
                && properties.equals(other.properties);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "DataSourceSettings[jndiNames=" + jndiNames + ", url=" + Connector.shown(url) + ", user=" + user + "]";
    }
}
