package io.keelson.resource;

import io.keelson.base.subsystem.ServerIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.sql.XADataSource;

/** Makes what makes the connections of the domain's data sources, by their settings. Stateless; thread-safe. */
final class Connectors {
    /**
     * Words that H2 keeps for itself and applications name tables and columns by: the default databases of other servers let them.
     */
    static final String FREE_WORDS = "DAY,HOUR,KEY,MINUTE,MONTH,SECOND,USER,VALUE,YEAR";

    private final Drivers drivers;
    private final ServerIdentity server;

    Connectors(Drivers drivers, ServerIdentity server) {
        this.drivers = drivers;
        this.server = server;
    }

    /** Makes a connector; throws IllegalArgumentException when there is no driver, or the password cannot be read. */
    @FunctionalInterface
    interface Making extends Supplier<Connector> {}

    Making of(DataSourceSettings each) {
        if (each.protocol() == Protocol.TWO_PHASE_COMMIT) {
            return () -> {
                Class<? extends XADataSource> type = drivers.findXa(each.driverClass(), each.url());
                XADataSource first = xa(type, each); // says now what a property is wrong in
                ResourceLog.LOG.tracef("%s connects by %s", each, first);
                return Connector.of(() -> xa(type, each), each.url(), () -> properties(each));
            };
        }
        return () -> Connector.of(drivers.find(each.driverClass(), each.url()), each.url(), () -> {
            Properties properties = properties(each);
            StatementCache.into(properties, each.url(), each.statementCacheSize());
            return properties;
        });
    }

    private XADataSource xa(Class<? extends XADataSource> type, DataSourceSettings each) {
        Map<String, String> values = new TreeMap<>();
        properties(each).forEach((name, value) -> values.put(String.valueOf(name), String.valueOf(value)));
        Map<String, String> parts = UrlProperties.of(type, each.url());
        if (Beans.has(type, "url")) {
            values.put("url", each.url());
        } else if (!parts.isEmpty()) {
            parts.forEach(values::putIfAbsent);
        } else if (each.properties().isEmpty()) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " has no property 'url'; name the database by its own properties, as databaseName, under 'properties'");
        }
        return Beans.make(type, values);
    }

    private Properties properties(DataSourceSettings each) {
        Properties properties = new Properties();
        properties.putAll(each.properties());
        if (each.user() != null) {
            properties.setProperty("user", each.user());
        }
        Path file = each.passwordFile();
        String password = Secrets.password(
                each.password(), file == null ? null : server.domain().resolve(file));
        if (password != null) {
            properties.setProperty("password", password);
        }
        return properties;
    }

    // ---- what java:comp/DefaultDataSource is where the domain does not say it ---------------------------------------

    private String directory() {
        return server.directory().resolve("data").toString();
    }

    private String embeddedUrl() {
        return "jdbc:h2:file:" + directory() + "/default";
    }

    ManagedDataSource.Identity embeddedIdentity() {
        String name = DomainDataSources.DEFAULT;
        return new ManagedDataSource.Identity(name, List.of("java:comp/" + name), null, embeddedUrl());
    }

    /** Opened by the first use. */
    Making embedded() {
        return () -> {
            if (server.productionMode()) {
                ResourceLog.LOG.embeddedInProduction(directory());
            }
            return Connector.of(drivers.find(null, embeddedUrl()), embeddedUrl(), embeddedProperties());
        };
    }

    private static Properties embeddedProperties() {
        Properties properties = new Properties();
        properties.setProperty("user", "keelson");
        properties.setProperty("password", "");
        properties.setProperty("DB_CLOSE_ON_EXIT", "FALSE");
        properties.setProperty("NON_KEYWORDS", FREE_WORDS);
        return properties;
    }
}
