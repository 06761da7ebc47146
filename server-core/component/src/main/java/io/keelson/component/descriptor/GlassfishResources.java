package io.keelson.component.descriptor;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.deploy.spi.DeploymentException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Data sources that an application for GlassFish or Payara defines in {@code glassfish-resources.xml}: a {@code jdbc-resource} of a
 * {@code jdbc-connection-pool} of the same file. What else there is has no meaning here, and is reported. Confined to a thread.
 */
final class GlassfishResources {
    /** Names of the file, in {@code WEB-INF} of a WAR and in {@code META-INF} of other archives. */
    static final Set<String> FILES = Set.of("glassfish-resources.xml", "payara-resources.xml", "sun-resources.xml");

    private static final String POOL = "jdbc-connection-pool";
    private static final String RESOURCE = "jdbc-resource";

    /** Attributes of pools that are read, or that say nothing which matters here. */
    private static final Set<String> KNOWN = Set.of(
            "name",
            "res-type",
            "datasource-classname",
            "driver-classname",
            "steady-pool-size",
            "max-pool-size",
            "idle-timeout-in-seconds",
            "transaction-isolation-level",
            "non-transactional-connections",
            "object-type",
            "pool-resize-quantity",
            "is-isolation-level-guaranteed",
            "associate-with-thread",
            "ping",
            "pooling",
            "deployment-order");

    private static final Map<String, String> SETTINGS = Map.of(
            "user", "user",
            "username", "user",
            "password", "password",
            "url", "url",
            "databasename", "database-name",
            "servername", "server-name",
            "portnumber", "port-number",
            "logintimeout", "login-timeout");

    private final Map<String, Element> pools = new LinkedHashMap<>();
    private final List<ResourceDefinition> found = new ArrayList<>();
    private final Set<String> left = new LinkedHashSet<>();

    private GlassfishResources() {}

    /**
     * Reads a file.
     *
     * @param root {@code resources}
     * @throws DeploymentException where a data source has no name, or its pool names neither a class nor a URL
     */
    static GlassfishResources of(Element root) throws DeploymentException {
        GlassfishResources resources = new GlassfishResources();
        for (Element pool : root.all(POOL)) {
            resources.pools.put(pool.attributes().getOrDefault("name", ""), pool);
        }
        for (Element each : root.children()) {
            if (each.name().equals(RESOURCE)) {
                resources.dataSource(each);
            } else if (!each.name().equals(POOL)) {
                resources.left.add(each.name() + named(each));
            }
        }
        return resources;
    }

    /** Returns the data sources. */
    List<ResourceDefinition> found() {
        return List.copyOf(found);
    }

    /** Returns what has no meaning here: elements with their names, and attributes of pools. */
    List<String> left() {
        return List.copyOf(left);
    }

    private static String named(Element element) {
        String name = element.attributes()
                .getOrDefault("jndi-name", element.attributes().get("name"));
        return name == null ? "" : " " + name;
    }

    private void dataSource(Element resource) throws DeploymentException {
        String name = resource.attributes().getOrDefault("jndi-name", "");
        if (name.isEmpty()) {
            throw resource.wrong("expected an attribute jndi-name");
        }
        Element pool = pools.get(resource.attributes().getOrDefault("pool-name", ""));
        if (pool == null || "false".equals(resource.attributes().get("enabled"))) {
            // A pool that is not in the file is the administrator's of that server.
            left.add(RESOURCE + " " + name);
            return;
        }
        Map<String, String> settings = new LinkedHashMap<>();
        Map<String, String> properties = new LinkedHashMap<>();
        Map<String, String> attributes = pool.attributes();
        put(settings, "class-name", attributes.get("datasource-classname"));
        put(settings, "min-pool-size", attributes.get("steady-pool-size"));
        put(settings, "max-pool-size", attributes.getOrDefault("max-pool-size", "32"));
        put(settings, "max-idle-time", attributes.get("idle-timeout-in-seconds"));
        String isolation = attributes.getOrDefault("transaction-isolation-level", "");
        put(
                settings,
                "isolation-level",
                isolation.isEmpty()
                        ? ""
                        : "TRANSACTION_" + isolation.toUpperCase(Locale.ROOT).replace('-', '_'));
        if ("true".equals(attributes.get("non-transactional-connections"))) {
            settings.put("transactional", "false");
        }
        properties(pool, settings, properties);
        if (!settings.containsKey("class-name") && !settings.containsKey("url")) {
            throw pool.wrong("expected an attribute datasource-classname, or a property url");
        }
        attributes.keySet().stream()
                .filter(attribute -> !KNOWN.contains(attribute))
                .sorted()
                .forEach(attribute -> left.add(POOL + "/" + attribute));
        found.add(new ResourceDefinition(
                name.startsWith("java:") ? name : "java:app/" + name,
                "data-source",
                settings,
                properties,
                resource.location()));
    }

    private void properties(Element pool, Map<String, String> settings, Map<String, String> properties)
            throws DeploymentException {
        for (Element property : pool.all("property")) {
            String key = property.attributes().getOrDefault("name", "");
            String value = property.attributes().getOrDefault("value", "");
            if (key.isEmpty()) {
                throw property.wrong("expected an attribute name");
            }
            String setting = SETTINGS.get(key.toLowerCase(Locale.ROOT));
            if (value.startsWith("${")) {
                // An alias or a variable that only that server's administrator has.
                left.add(POOL + "/" + key + " " + value);
            } else if (setting == null) {
                properties.put(key, value);
            } else {
                settings.put(setting, value);
            }
        }
    }

    private static void put(Map<String, String> settings, String setting, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            settings.put(setting, value);
        }
    }
}
