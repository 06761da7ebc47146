package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.DescriptorLog;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.ServerSettings.ContainerDescriptor;
import io.keelson.servlet.descriptor.ServerSettings.DirectoryOrder;
import io.keelson.servlet.descriptor.ServerSettings.GzipCompression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code container-descriptor} of {@code weblogic.xml}. One an element.
 *
 * <p>Specification: weblogic.xml, container-descriptor.
 */
final class WeblogicContainerReader {
    /** Elements that tune the inside of another server, or say what is always so here: nobody will miss them. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "container-initializer-enabled",
            "disable-implicit-servlet-mappings",
            "langtag-revision",
            "minimum-native-file-size",
            "native-io-enabled",
            "optimistic-serialization",
            "redirect-with-absolute-url",
            "relogin-enabled",
            "servlet-reload-check-secs",
            "session-monitoring-enabled",
            "show-archived-real-path-enabled",
            "single-threaded-servlet-pool-size");

    /**
     * Elements that are missed where they ask for something, each with the value that asks for nothing; empty where the element itself
     * asks.
     */
    private static final Map<String, String> MISSED_UNLESS = Map.ofEntries(
            Map.entry("access-logging-disabled", "false"),
            Map.entry("client-cert-proxy-enabled", "false"),
            Map.entry("filter-dispatched-requests-enabled", "false"),
            Map.entry("prefer-forward-query-string", "false"),
            Map.entry("redirect-content", " "),
            Map.entry("redirect-content-type", " "),
            Map.entry("require-admin-traffic", "false"),
            Map.entry("retain-original-url", "false"),
            Map.entry("save-sessions-enabled", "false"));

    private final String application;
    private final Settings found = new Settings();
    private final List<String> packages = new ArrayList<>();
    private final List<String> resources = new ArrayList<>();
    private final Map<String, String> other = new LinkedHashMap<>();

    WeblogicContainerReader(String application) {
        this.application = application;
    }

    ContainerDescriptor read(Element element) throws DeploymentException {
        GzipCompression compression = null;
        for (Element child : element.children()) {
            switch (child.name()) {
                case "prefer-web-inf-classes", "index-directory-enabled", "allow-all-roles" ->
                    found.put(child.name(), child.bool(), child.location());
                // The element alone asks for it.
                case "check-auth-on-forward" ->
                    found.put(child.name(), child.text().isEmpty() || child.bool(), child.location());
                case "default-mime-type" -> found.putText(element, child.name());
                case "index-directory-sort-by" ->
                    found.put(child.name(), child.constant(DirectoryOrder.class), child.location());
                case "resource-reload-check-secs" -> found.put(child.name(), child.integer(), child.location());
                case "gzip-compression" -> compression = compression(child);
                case "prefer-application-packages" -> packages(child);
                case "prefer-application-resources" -> resources.addAll(child.textsOf("resource-name"));
                default -> other(child);
            }
        }
        DirectoryOrder order = found.value("index-directory-sort-by", DirectoryOrder.class);
        return new ContainerDescriptor(
                Boolean.TRUE.equals(found.bool("prefer-web-inf-classes")),
                List.copyOf(packages),
                List.copyOf(resources),
                found.bool("index-directory-enabled"),
                order == null ? DirectoryOrder.NAME : order,
                found.text("default-mime-type"),
                found.integer("resource-reload-check-secs"),
                compression,
                found.bool("allow-all-roles"),
                Boolean.TRUE.equals(found.bool("check-auth-on-forward")),
                Map.copyOf(other));
    }

    /** An application's own classes and resources come first in any case, but for the APIs of the server (class-loading.md). */
    private void packages(Element element) {
        for (Element name : element.all("package-name")) {
            packages.add(name.text());
            if (name.text().startsWith("jakarta.") || name.text().startsWith("java.")) {
                DescriptorLog.LOG.notApplied(application, name.location(), name.name());
            }
        }
    }

    private GzipCompression compression(Element element) throws DeploymentException {
        Settings gzip = new Settings();
        List<String> types = new ArrayList<>();
        for (Element child : element.children()) {
            switch (child.name()) {
                case "enabled" -> gzip.put(child.name(), child.bool(), child.location());
                case "min-content-length" -> gzip.put(child.name(), child.integer(), child.location());
                case "content-type" -> {
                    for (String type : child.requiredText().split(",")) {
                        types.add(type.strip());
                    }
                }
                default ->
                    DescriptorLog.LOG.unknownElement(application, child.location(), child.name(), "gzip-compression");
            }
        }
        return new GzipCompression(gzip.bool("enabled"), gzip.integer("min-content-length"), List.copyOf(types));
    }

    private void other(Element child) {
        String name = child.name();
        boolean missed = MISSED_UNLESS.containsKey(name);
        if (!missed && !WITHOUT_EFFECT.contains(name)) {
            DescriptorLog.LOG.unknownElement(application, child.location(), name, "container-descriptor");
            return;
        }
        other.put(name, child.unappliedText());
        if (missed && !child.unappliedText().equals(MISSED_UNLESS.get(name))) {
            DescriptorLog.LOG.notApplied(application, child.location(), name);
        }
    }
}
