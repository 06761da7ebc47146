package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.ServerSettings.ContainerDescriptor;
import io.keelson.servlet.descriptor.ServerSettings.GzipCompression;
import io.keelson.servlet.descriptor.ServerSettings.SessionDescriptor;
import io.keelson.servlet.descriptor.ServerSettings.VirtualDirectory;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code WEB-INF/weblogic.xml} as it stands, with its old DOCTYPE or any of its namespaces. What this server does not
 * apply is said in the log, element by element. One a document.
 */
final class WeblogicReader {
    /** Elements that say nothing to a server. */
    private static final Set<String> DESCRIPTIVE = Set.of("description", "weblogic-version");

    private final String application;
    private final Map<String, Set<String>> roles = new LinkedHashMap<>();
    private final Map<String, String> runAs = new LinkedHashMap<>();
    private final List<VirtualDirectory> directories = new ArrayList<>();
    private final Map<String, Declared<String>> servletPolicies = new LinkedHashMap<>();
    private final WorkManagerReader workManagers;
    private @Nullable String contextRoot;
    private @Nullable Declared<String> dispatchPolicy;
    private SessionDescriptor session = ServerSettings.NONE.session();
    private ContainerDescriptor container = ServerSettings.NONE.container();

    private WeblogicReader(String application) {
        this.application = application;
        this.workManagers = new WorkManagerReader(application);
    }

    static ServerSettings read(InputStream in, String file, String application) throws DeploymentException {
        Element root = DescriptorXml.read(in, file);
        if (!root.name().equals("weblogic-web-app")) {
            throw new DeploymentException(
                    root.location() + ": expected <weblogic-web-app>, found <" + root.name() + ">");
        }
        return new WeblogicReader(application).settings(root);
    }

    private ServerSettings settings(Element root) throws DeploymentException {
        for (Element element : root.children()) {
            switch (element.name()) {
                case "context-root" -> contextRoot = contextRoot(element);
                case "session-descriptor" -> session = session(element);
                case "container-descriptor" -> container = container(element);
                case "security-role-assignment" -> role(element);
                case "run-as-role-assignment" ->
                    runAs.put(element.requiredTextOf("role-name"), element.requiredTextOf("run-as-principal-name"));
                case "virtual-directory-mapping" -> directories.add(directory(element));
                case "wl-dispatch-policy" ->
                    dispatchPolicy = new Declared<>(element.requiredText(), element.location());
                case "servlet-descriptor" -> servlet(element);
                case "work-manager" -> workManagers.read(element);
                default -> {
                    if (!DESCRIPTIVE.contains(element.name())) {
                        notApplied(element);
                    }
                }
            }
        }
        return new ServerSettings(
                contextRoot,
                dispatchPolicy,
                Map.copyOf(servletPolicies),
                workManagers.found(),
                session,
                container,
                Map.copyOf(roles),
                Map.copyOf(runAs),
                List.copyOf(directories));
    }

    private void notApplied(Element element) {
        DescriptorLog.LOG.notApplied(application, element.location(), element.name());
    }

    private static String contextRoot(Element element) throws DeploymentException {
        String path = element.text();
        if (path.chars().anyMatch(c -> c <= ' ' || c == '?' || c == '#' || c == '\\' || c == ';')) {
            throw element.wrong("expected a path, found '" + path + "'");
        }
        String inside = path.startsWith("/") ? path.substring(1) : path;
        while (inside.endsWith("/")) {
            inside = inside.substring(0, inside.length() - 1);
        }
        return inside.isEmpty() ? "" : "/" + inside;
    }

    private void role(Element element) throws DeploymentException {
        String role = element.requiredTextOf("role-name");
        Set<String> principals = new LinkedHashSet<>();
        for (Element principal : element.all("principal-name")) {
            principals.add(principal.requiredText());
        }
        if (principals.isEmpty() && !element.has("externally-defined")) {
            throw element.wrong("the role '" + role + "' needs a <principal-name> or <externally-defined/>");
        }
        roles.merge(role, principals, (first, second) -> {
            Set<String> both = new LinkedHashSet<>(first);
            both.addAll(second);
            return both;
        });
    }

    private void servlet(Element element) throws DeploymentException {
        String servlet = element.requiredTextOf("servlet-name");
        for (Element child : element.children()) {
            switch (child.name()) {
                case "servlet-name" -> {}
                case "dispatch-policy" ->
                    servletPolicies.put(servlet, new Declared<>(child.requiredText(), child.location()));
                default -> notApplied(child);
            }
        }
    }

    private static VirtualDirectory directory(Element element) throws DeploymentException {
        List<String> patterns = new ArrayList<>();
        for (Element pattern : element.all("url-pattern")) {
            patterns.add(Patterns.check(pattern, "2.2"));
        }
        if (patterns.isEmpty()) {
            throw element.wrong("expected at least one <url-pattern>");
        }
        return new VirtualDirectory(element.requiredTextOf("local-path"), List.copyOf(patterns));
    }

    private SessionDescriptor session(Element element) throws DeploymentException {
        Settings found = new Settings();
        for (Element child : element.children()) {
            switch (child.name()) {
                case "timeout-secs", "cookie-max-age-secs", "max-in-memory-sessions", "id-length" ->
                    found.putInteger(element, child.name());
                case "cookie-name", "cookie-path", "cookie-domain" -> found.putText(element, child.name());
                case "cookie-secure", "cookie-http-only", "cookies-enabled", "url-rewriting-enabled" ->
                    found.putBool(element, child.name());
                case "persistent-store-type" -> {
                    found.putText(element, child.name());
                    if (!child.text().equals("memory")) {
                        notApplied(child);
                    }
                }
                default -> notApplied(child);
            }
        }
        return new SessionDescriptor(
                found.integer("timeout-secs"),
                found.integer("max-in-memory-sessions"),
                found.integer("id-length"),
                found.text("cookie-name"),
                found.text("cookie-path"),
                found.text("cookie-domain"),
                found.integer("cookie-max-age-secs"),
                found.bool("cookie-secure"),
                found.bool("cookie-http-only"),
                found.bool("cookies-enabled"),
                found.bool("url-rewriting-enabled"),
                found.text("persistent-store-type"));
    }

    private ContainerDescriptor container(Element element) throws DeploymentException {
        Settings found = new Settings();
        List<String> packages = new ArrayList<>();
        List<String> resources = new ArrayList<>();
        GzipCompression compression = null;
        for (Element child : element.children()) {
            switch (child.name()) {
                case "gzip-compression" -> compression = compression(child);
                case "prefer-web-inf-classes" -> {
                    found.putBool(element, child.name());
                    if (child.bool()) {
                        notApplied(child);
                    }
                }
                case "prefer-application-packages" -> {
                    packages.addAll(child.textsOf("package-name"));
                    notApplied(child);
                }
                case "prefer-application-resources" -> {
                    resources.addAll(child.textsOf("resource-name"));
                    notApplied(child);
                }
                case "index-directory-enabled" -> found.putBool(element, child.name());
                case "resource-reload-check-secs" -> found.putInteger(element, child.name());
                default -> notApplied(child);
            }
        }
        return new ContainerDescriptor(
                Boolean.TRUE.equals(found.bool("prefer-web-inf-classes")),
                List.copyOf(packages),
                List.copyOf(resources),
                found.bool("index-directory-enabled"),
                found.integer("resource-reload-check-secs"),
                compression);
    }

    private GzipCompression compression(Element element) throws DeploymentException {
        Settings found = new Settings();
        List<String> types = new ArrayList<>();
        for (Element child : element.children()) {
            switch (child.name()) {
                case "enabled" -> found.putBool(element, child.name());
                case "min-content-length" -> found.putInteger(element, child.name());
                case "content-type" -> {
                    for (String type : child.requiredText().split(",")) {
                        types.add(type.strip());
                    }
                }
                default -> notApplied(child);
            }
        }
        return new GzipCompression(found.bool("enabled"), found.integer("min-content-length"), List.copyOf(types));
    }
}
