package io.keelson.component.descriptor;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ForeignDescriptors;
import io.keelson.deploy.spi.ModuleKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Resources that an application for another server defines in files of its own: for WildFly data sources in {@code *-ds.xml} and
 * destinations in {@code *-jms.xml}, for GlassFish data sources in {@code glassfish-resources.xml}, for Tomcat and TomEE those of
 * {@link TomcatResources}. The files lie in {@code META-INF} or {@code WEB-INF} of a module, or in {@code META-INF} of an EAR.
 */
public final class OtherServersResources {
    private static final String OF_EAR = "EAR!";
    private static final String DATA_SOURCES = "-ds.xml";
    private static final String DESTINATIONS = "-jms.xml";

    private final String application;
    private final List<ResourceDefinition> found = new ArrayList<>();

    private OtherServersResources(String application) {
        this.application = application;
    }

    /** Resources found in a module, until it is prepared. */
    private record Found(List<ResourceDefinition> all) {}

    /** The module of an EAR that defines the resources of its {@code glassfish-resources.xml}: the first that is read. */
    private record First(String module) {}

    /** Returns those of a module, which are read once. */
    public static List<ResourceDefinition> of(Deployment deployment) throws DeploymentException {
        Optional<Found> found = deployment.attachment(Found.class);
        return found.isPresent() ? found.get().all() : read(deployment);
    }

    /**
     * Reads those of a module and those of its EAR.
     *
     * @throws DeploymentException where a file is no XML, or a data source has no name or URL
     */
    public static List<ResourceDefinition> read(Deployment deployment) throws DeploymentException {
        Map<String, Path> files = new TreeMap<>();
        for (String directory : List.of("META-INF", "WEB-INF")) {
            list(deployment, directory, files);
        }
        String ofClasses = "META-INF/" + TomcatResources.RESOURCES;
        deployment
                .archive()
                .classes()
                .map(classes -> classes.resolve(ofClasses))
                .filter(Files::isRegularFile)
                .ifPresent(file -> files.putIfAbsent("WEB-INF/classes/" + ofClasses, file));
        // Names below java:app are those of all modules, so one of them defines them.
        boolean first = deployment
                .shared(First.class, () -> new First(deployment.name()))
                .module()
                .equals(deployment.name());
        for (Path each : deployment.enterpriseFiles("META-INF")) {
            String name = String.valueOf(each.getFileName());
            if (first || name.endsWith(DATA_SOURCES) || name.endsWith(DESTINATIONS)) {
                files.put(OF_EAR + "META-INF/" + name, each);
            }
        }
        OtherServersResources resources = new OtherServersResources(deployment.application());
        for (Map.Entry<String, Path> file : files.entrySet()) {
            resources.read(file.getKey(), file.getValue(), deployment);
        }
        List<ResourceDefinition> all = List.copyOf(resources.found);
        deployment.attach(Found.class, new Found(all));
        return all;
    }

    private static boolean isRead(String path) {
        return path.endsWith(DATA_SOURCES)
                || path.endsWith(DESTINATIONS)
                || path.equals("META-INF/" + TomcatResources.CONTEXT)
                || path.endsWith("/" + TomcatResources.RESOURCES)
                || GlassfishResources.FILES.contains(path.substring(path.lastIndexOf('/') + 1));
    }

    private static void list(Deployment deployment, String directory, Map<String, Path> files)
            throws DeploymentException {
        try {
            deployment.archive().list(directory, path -> {
                boolean here = path.lastIndexOf('/') == directory.length();
                if (here && isRead(path)) {
                    deployment.archive().file(path).ifPresent(file -> files.put(path, file));
                }
            });
        } catch (IOException e) {
            throw new DeploymentException(directory + ": could not be read: " + e.getMessage(), e);
        }
    }

    private void read(String name, Path file, Deployment deployment) throws DeploymentException {
        if (!isRead(name)) {
            return;
        }
        boolean tomcat = name.endsWith("/" + TomcatResources.CONTEXT) || name.endsWith("/" + TomcatResources.RESOURCES);
        Element root;
        try (InputStream in = Files.newInputStream(file)) {
            root = DescriptorXml.read(in, name);
        } catch (IOException e) {
            throw new DeploymentException(name + ": could not be read: " + e.getMessage(), e);
        }
        int before = found.size();
        List<String> left = List.of();
        if (tomcat && TomcatResources.isMeant(name, root)) {
            boolean web = deployment.kind().equals(ModuleKind.WEB) && !name.startsWith(OF_EAR);
            TomcatResources resources = TomcatResources.of(root, web);
            found.addAll(resources.found());
            left = resources.left();
        } else if (root.name().equals("datasources")) {
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
        } else if (root.name().equals("resources")
                && !tomcat
                && !name.endsWith(DATA_SOURCES)
                && !name.endsWith(DESTINATIONS)) {
            GlassfishResources glassfish = GlassfishResources.of(root);
            found.addAll(glassfish.found());
            left = glassfish.left();
        } else {
            return; // a file of the application's own that is named so
        }
        List<String> names = found.subList(before, found.size()).stream()
                .map(ResourceDefinition::name)
                .toList();
        ForeignDescriptors.of(deployment).read(name, names, left);
        if (!names.isEmpty()) {
            DescriptorLog.LOG.otherServersResources(application, name, names);
        }
        if (!left.isEmpty()) {
            DescriptorLog.LOG.otherServersDescriptor(application, name, names, new TreeSet<>(left));
        }
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
