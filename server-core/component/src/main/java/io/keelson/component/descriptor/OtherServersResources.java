package io.keelson.component.descriptor;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ForeignDescriptors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Resources that an application for WildFly defines in files of its own: data sources in {@code *-ds.xml}, destinations in {@code *-jms.xml}. The
 * files lie in {@code META-INF} or {@code WEB-INF} of a module, or in {@code META-INF} of an EAR.
 */
public final class OtherServersResources {
    private static final String DATA_SOURCES = "-ds.xml";
    private static final String DESTINATIONS = "-jms.xml";

    private final String application;
    private final List<ResourceDefinition> found = new ArrayList<>();

    private OtherServersResources(String application) {
        this.application = application;
    }

    /**
     * Reads those of a module and, for the first of an EAR, those of the EAR.
     *
     * @throws DeploymentException where a file is no XML, or a data source has no name or URL
     */
    public static List<ResourceDefinition> read(Deployment deployment) throws DeploymentException {
        Map<String, Path> files = new TreeMap<>();
        for (String directory : List.of("META-INF", "WEB-INF")) {
            list(deployment, directory, files);
        }
        for (Path each : deployment.enterpriseFiles("META-INF")) {
            files.put("EAR!META-INF/" + each.getFileName(), each);
        }
        OtherServersResources resources = new OtherServersResources(deployment.application());
        for (Map.Entry<String, Path> file : files.entrySet()) {
            resources.read(file.getKey(), file.getValue(), ForeignDescriptors.of(deployment));
        }
        return List.copyOf(resources.found);
    }

    private static void list(Deployment deployment, String directory, Map<String, Path> files)
            throws DeploymentException {
        try {
            deployment.archive().list(directory, path -> {
                boolean here = path.lastIndexOf('/') == directory.length();
                if (here && (path.endsWith(DATA_SOURCES) || path.endsWith(DESTINATIONS))) {
                    deployment.archive().file(path).ifPresent(file -> files.put(path, file));
                }
            });
        } catch (IOException e) {
            throw new DeploymentException(directory + ": could not be read: " + e.getMessage(), e);
        }
    }

    private void read(String name, Path file, ForeignDescriptors read) throws DeploymentException {
        if (!name.endsWith(DATA_SOURCES) && !name.endsWith(DESTINATIONS)) {
            return;
        }
        Element root;
        try (InputStream in = Files.newInputStream(file)) {
            root = DescriptorXml.read(in, name);
        } catch (IOException e) {
            throw new DeploymentException(name + ": could not be read: " + e.getMessage(), e);
        }
        int before = found.size();
        if (root.name().equals("datasources")) {
            for (Element source : root.children()) {
                switch (source.name()) {
                    case "datasource" -> dataSource(source, source.textOf("connection-url"));
                    case "xa-datasource" -> dataSource(source, property(source, "URL"));
                    default -> {} // drivers are those of the application and of the domain
                }
            }
        } else if (root.name().equals("messaging-deployment")) {
            for (Element server : root.children()) {
                for (Element destinations : server.all("jms-destinations")) {
                    destinations(destinations);
                }
            }
        } else {
            return; // a file of the application's own that is named so
        }
        List<String> names = found.subList(before, found.size()).stream()
                .map(ResourceDefinition::name)
                .toList();
        read.read(name, names, List.of());
        DescriptorLog.LOG.otherServersResources(application, name, names);
    }

    private static String property(Element source, String name) {
        for (Element property : source.all("xa-datasource-property")) {
            if (name.equalsIgnoreCase(property.attributes().get("name"))) {
                return property.text();
            }
        }
        return "";
    }

    private void dataSource(Element source, @Nullable String url) throws DeploymentException {
        if ("false".equals(source.attributes().get("enabled"))) {
            return;
        }
        String name = source.attributes().get("jndi-name");
        if (name == null || name.isEmpty()) {
            throw source.wrong("expected an attribute jndi-name");
        }
        if (url == null || url.isEmpty()) {
            throw source.wrong("expected the URL of the database");
        }
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("url", url);
        Element security = source.first("security");
        if (security != null) {
            put(settings, "user", security, "user-name");
            put(settings, "password", security, "password");
        }
        Element pool = source.first(source.name().equals("datasource") ? "pool" : "xa-pool");
        if (pool != null) {
            put(settings, "min-pool-size", pool, "min-pool-size");
            put(settings, "max-pool-size", pool, "max-pool-size");
        }
        if ("false".equals(source.attributes().get("jta"))) {
            settings.put("transactional", "false");
        }
        found.add(new ResourceDefinition(java(name), "data-source", settings, Map.of(), source.location()));
    }

    private static void put(Map<String, String> settings, String setting, Element parent, String child) {
        String text = parent.textOf(child);
        if (text == null) {
            text = parent.attributes().get(child);
        }
        if (text != null && !text.isEmpty()) {
            settings.put(setting, text);
        }
    }

    private void destinations(Element all) throws DeploymentException {
        for (Element destination : all.children()) {
            String type = destination.name().equals("jms-topic") ? "jakarta.jms.Topic" : "jakarta.jms.Queue";
            String name = destination.attributes().get("name");
            if (!destination.name().equals("jms-queue") && !destination.name().equals("jms-topic")) {
                DescriptorLog.LOG.notApplied(application, destination.location(), destination.name());
                continue;
            }
            if (name == null || name.isEmpty()) {
                throw destination.wrong("expected an attribute name");
            }
            for (String entry : new TreeSet<>(destination.all("entry").stream()
                    .map(each -> each.attributes().getOrDefault("name", ""))
                    .toList())) {
                found.add(new ResourceDefinition(
                        java(entry),
                        "jms-destination",
                        Map.of("interface-name", type, "destination-name", name),
                        Map.of(),
                        destination.location()));
            }
        }
    }

    /** Names without a scheme are below {@code java:} there. */
    private static String java(String name) {
        return name.startsWith("java:") ? name : "java:" + (name.startsWith("/") ? name : "/" + name);
    }
}
