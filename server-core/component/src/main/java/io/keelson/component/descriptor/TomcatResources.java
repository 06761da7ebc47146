package io.keelson.component.descriptor;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Resources that an application for Tomcat or TomEE defines: {@code <Resource>} of {@code META-INF/context.xml}, whose attributes are its
 * settings, and of TomEE's {@code resources.xml}, whose text has them as properties. Data sources, mail sessions and destinations are
 * read. What else there is has no meaning here, and is reported. Confined to a thread.
 */
public final class TomcatResources {
    /** Name of Tomcat's file, in {@code META-INF} of a WAR. */
    static final String CONTEXT = "context.xml";

    /** Name of TomEE's file, in {@code WEB-INF} of a WAR and in {@code META-INF} of all archives. */
    static final String RESOURCES = "resources.xml";

    private static final String RESOURCE = "Resource";
    private static final String OF_WEB = "java:comp/env/";
    private static final String OF_OTHERS = "java:app/";

    /** Properties of data sources by their names in small letters: those of Tomcat's pools and of TomEE's. */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("driverclassname", "class-name"),
            Map.entry("jdbcdriver", "class-name"),
            Map.entry("xadatasource", "class-name"),
            Map.entry("url", "url"),
            Map.entry("jdbcurl", "url"),
            Map.entry("username", "user"),
            Map.entry("password", "password"),
            Map.entry("jtamanaged", "transactional"),
            Map.entry("initialsize", "initial-pool-size"),
            Map.entry("minidle", "min-pool-size"),
            Map.entry("maxtotal", "max-pool-size"),
            Map.entry("maxactive", "max-pool-size"));

    /** Attributes of the element that are no settings, and properties of pools that say nothing which matters here. */
    private static final Set<String> SILENT = Set.of(
            "name",
            "id",
            "type",
            "auth",
            "provider",
            "scope",
            "singleton",
            "description",
            "factory",
            "closemethod",
            "maxidle",
            "maxwait",
            "maxwaitmillis",
            "maxwaittime",
            "testonborrow",
            "testonreturn",
            "testwhileidle",
            "validationquery",
            "timebetweenevictionrunsmillis",
            "minevictableidletimemillis",
            "removeabandoned",
            "removeabandonedtimeout",
            "removeabandonedonborrow",
            "logabandoned",
            "logsql",
            "jmxenabled",
            "jdbcinterceptors",
            "datasourcecreator",
            "fairqueue",
            "accesstounderlyingconnectionallowed");

    private final String prefix;
    private final List<ResourceDefinition> found = new ArrayList<>();
    private final Set<String> left = new LinkedHashSet<>();

    private TomcatResources(boolean web) {
        prefix = web ? OF_WEB : OF_OTHERS;
    }

    /**
     * Reads a file.
     *
     * @param root {@code Context}, or {@code resources} of TomEE
     * @param web whether the module is one whose components share the names below {@code java:comp/env}
     * @throws DeploymentException where a resource has no name, or its text is none of properties
     */
    static TomcatResources of(Element root, boolean web) throws DeploymentException {
        TomcatResources resources = new TomcatResources(web);
        for (Element each : root.children()) {
            if (each.name().equals(RESOURCE)) {
                resources.resource(each);
            } else {
                resources.left.add(each.name() + named(each));
            }
        }
        return resources;
    }

    /** Returns true if the document is one of the two: a file of the application's own may have the name. */
    static boolean isMeant(String file, Element root) {
        return root.name().equals(file.endsWith(CONTEXT) ? "Context" : "resources")
                || root.name().equals("tomee") && !file.endsWith(CONTEXT);
    }

    /** Returns true if a definition is of such a file: one that cannot be made does not stop the application, which may do without. */
    public static boolean isOf(ResourceDefinition definition) {
        String file = definition.location().file();
        return file.endsWith("/" + CONTEXT) || file.endsWith("/" + RESOURCES);
    }

    /** Returns the resources. */
    List<ResourceDefinition> found() {
        return List.copyOf(found);
    }

    /** Returns what has no meaning here: elements with their names, and properties. */
    List<String> left() {
        return List.copyOf(left);
    }

    private static String named(Element element) {
        String name =
                element.attributes().getOrDefault("id", element.attributes().get("name"));
        return name == null ? "" : " " + name;
    }

    private void resource(Element resource) throws DeploymentException {
        Map<String, String> attributes = resource.attributes();
        String name = attributes.getOrDefault("id", attributes.getOrDefault("name", ""));
        if (name.isEmpty()) {
            throw resource.wrong("expected an attribute name or id");
        }
        Map<String, String> said = new TreeMap<>(attributes);
        said.putAll(properties(resource));
        String type = attributes.getOrDefault("type", "");
        switch (type.replaceFirst("^javax\\.(jms|mail)\\.", "jakarta.$1.")) {
            case "DataSource", "javax.sql.DataSource", "javax.sql.XADataSource" -> dataSource(resource, name, said);
            case "Queue", "jakarta.jms.Queue" -> destination(resource, name, "Queue", said);
            case "Topic", "jakarta.jms.Topic" -> destination(resource, name, "Topic", said);
            case "jakarta.mail.Session" -> session(resource, name, said);
            default -> left.add(RESOURCE + " " + name);
        }
    }

    /** The text of TomEE's element is a file of properties. */
    private static Map<String, String> properties(Element resource) throws DeploymentException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(resource.text()));
        } catch (IOException | IllegalArgumentException e) {
            throw resource.wrong("expected properties, found what is none: " + e.getMessage());
        }
        Map<String, String> all = new TreeMap<>();
        properties
                .stringPropertyNames()
                .forEach(key -> all.put(key, properties.getProperty(key).strip()));
        return all;
    }

    private void dataSource(Element resource, String name, Map<String, String> said) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : said.entrySet()) {
            String key = each.getKey().toLowerCase(Locale.ROOT);
            String value = each.getValue();
            String setting = SETTINGS.get(key);
            if (value.startsWith("${")) {
                left.add(RESOURCE + " " + name + "/" + each.getKey()); // only that server knows the variable
            } else if (setting != null && !value.isEmpty()) {
                settings.put(setting, value);
            } else if (setting == null && !SILENT.contains(key)) {
                left.add(RESOURCE + " " + name + "/" + each.getKey());
            }
        }
        if (!settings.containsKey("url")) {
            left.add(RESOURCE + " " + name);
            return;
        }
        pool(settings);
        add(resource, name, "data-source", settings, Map.of());
    }

    /** Sizes that do not go together are made to, and those below zero mean none. */
    private static void pool(Map<String, String> settings) {
        settings.values().removeIf(value -> value.startsWith("-"));
        int most = number(settings.get("max-pool-size"), 15);
        for (String size : List.of("initial-pool-size", "min-pool-size")) {
            if (number(settings.get(size), 0) > most) {
                settings.put(size, Integer.toString(most));
            }
        }
        if (most == 0) {
            settings.remove("max-pool-size");
        }
    }

    private static int number(@Nullable String text, int otherwise) {
        try {
            return text == null ? otherwise : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return otherwise; // who makes the data source says what is wrong
        }
    }

    private void destination(Element resource, String name, String type, Map<String, String> said) {
        String physical = said.getOrDefault("destination", said.getOrDefault("physicalName", ""));
        add(
                resource,
                name,
                "jms-destination",
                Map.of(
                        "interface-name",
                        "jakarta.jms." + type,
                        "destination-name",
                        physical.isEmpty() ? name : physical),
                Map.of());
    }

    private void session(Element resource, String name, Map<String, String> said) {
        Map<String, String> settings = new LinkedHashMap<>();
        Map<String, String> properties = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : said.entrySet()) {
            switch (each.getKey()) {
                case "mail.host", "mail.smtp.host" -> settings.put("host", each.getValue());
                case "mail.from", "mail.smtp.from" -> settings.put("from", each.getValue());
                case "mail.user", "mail.smtp.user" -> settings.put("user", each.getValue());
                case "password" -> settings.put("password", each.getValue());
                default -> {
                    if (each.getKey().startsWith("mail.")) {
                        properties.put(each.getKey(), each.getValue());
                    }
                }
            }
        }
        add(resource, name, "mail-session", settings, properties);
    }

    private void add(
            Element resource, String name, String kind, Map<String, String> settings, Map<String, String> properties) {
        found.add(new ResourceDefinition(
                name.startsWith("java:") ? name : prefix + name, kind, settings, properties, resource.location()));
    }
}
