package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.DescriptorLog;
import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.component.work.WorkManagerReader;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.ServerSettings.ContainerDescriptor;
import io.keelson.servlet.descriptor.ServerSettings.SessionDescriptor;
import io.keelson.servlet.descriptor.ServerSettings.VirtualDirectory;
import java.io.InputStream;
import java.nio.charset.Charset;
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
 *
 * <p>Specification: weblogic.xml, weblogic-web-app.
 */
final class WeblogicReader {
    /** Elements that say nothing to a server, and those that another room reads: SOAP's reads references to services. */
    private static final Set<String> DESCRIPTIVE =
            Set.of("description", "weblogic-version", "ready-registration", "service-reference-description");

    /** Elements that the schema has beside those that are read here, and that rooms that come later will read. */
    private static final Set<String> NOT_APPLIED = Set.of(
            "async-descriptor",
            "auth-filter",
            "coherence-cluster-ref",
            "component-factory-class-name",
            "container-initializer-enabled",
            "ejb-reference-description",
            "fast-swap",
            "jsp-descriptor",
            "logging",
            "managed-executor-service",
            "managed-scheduled-executor-service",
            "managed-thread-factory",
            "message-destination-descriptor",
            "osgi-framework-reference",
            "security-permission",
            "url-match-map");

    private final String application;
    private final Map<String, Set<String>> roles = new LinkedHashMap<>();
    private final Map<String, String> runAs = new LinkedHashMap<>();
    private final Map<String, String> runAsOfServlets = new LinkedHashMap<>();
    private final List<VirtualDirectory> directories = new ArrayList<>();
    private final Map<String, String> resources = new LinkedHashMap<>();
    private final Map<String, Declared<String>> servletPolicies = new LinkedHashMap<>();
    private final WorkManagerReader workManagers;
    private @Nullable String contextRoot;
    private @Nullable Declared<String> dispatchPolicy;
    private @Nullable String requestCharset;
    private SessionDescriptor session = ServerSettings.NONE.session();
    private ContainerDescriptor container = ServerSettings.NONE.container();

    private WeblogicReader(String application) {
        this.application = application;
        this.workManagers = new WorkManagerReader(application);
    }

    static ServerSettings read(InputStream in, String file, String application) throws DeploymentException {
        return read(DescriptorXml.read(in, file), application);
    }

    static ServerSettings read(Element root, String application) throws DeploymentException {
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
                case "session-descriptor" -> session = new WeblogicSessionReader(application).read(element);
                case "container-descriptor" -> container = new WeblogicContainerReader(application).read(element);
                case "charset-params" -> charsets(element);
                case "security-role-assignment" -> role(element);
                case "run-as-role-assignment" ->
                    runAs.put(element.requiredTextOf("role-name"), element.requiredTextOf("run-as-principal-name"));
                case "virtual-directory-mapping" -> directories.add(directory(element));
                case "wl-dispatch-policy" ->
                    dispatchPolicy = new Declared<>(element.requiredText(), element.location());
                case "servlet-descriptor" -> servlet(element);
                case "work-manager" -> workManagers.read(element);
                case "resource-description" -> resource(element, "res-ref-name");
                case "resource-env-description" -> resource(element, "resource-env-ref-name");
                case "library-ref" -> {} // the deployer has added the library
                default -> other(element);
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
                Map.copyOf(runAsOfServlets),
                requestCharset,
                List.copyOf(directories),
                Map.copyOf(resources));
    }

    private void resource(Element element, String nameElement) throws DeploymentException {
        String name = element.requiredTextOf(nameElement);
        String leads = element.textOf("jndi-name");
        if (leads == null) {
            notApplied(element); // a resource-link, to a module of an enterprise application
        } else {
            resources.put(name, leads);
        }
    }

    private void other(Element element) {
        if (NOT_APPLIED.contains(element.name())) {
            notApplied(element);
        } else if (!DESCRIPTIVE.contains(element.name())) {
            DescriptorLog.LOG.unknownElement(application, element.location(), element.name(), "weblogic-web-app");
        }
    }

    /** Reads the charset of what comes without one: for all paths, as there is no such thing for some of them here. */
    private void charsets(Element element) throws DeploymentException {
        for (Element child : element.children()) {
            String path = child.textOf("resource-path");
            if (child.name().equals("input-charset") && ("/*".equals(path) || "/".equals(path))) {
                requestCharset = charset(child);
            } else {
                notApplied(child);
            }
        }
    }

    private static String charset(Element element) throws DeploymentException {
        String name = element.requiredTextOf("java-charset-name");
        try {
            return Charset.forName(name).name();
        } catch (IllegalArgumentException e) {
            throw element.wrong("expected the name of a charset that this Java has, found '" + name + "'");
        }
    }

    private void notApplied(Element element) {
        DescriptorLog.LOG.notApplied(application, element.location(), element.name());
    }

    private static String contextRoot(Element element) throws DeploymentException {
        return contextRoot(element, element.text());
    }

    /** The context root that an element says: with a leading slash, without a trailing one; empty for the root. */
    static String contextRoot(Element element, String path) throws DeploymentException {
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
        if (principals.isEmpty() && !element.has("externally-defined") && !element.has("global-role")) {
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
                case "run-as-principal-name" -> runAsOfServlets.put(servlet, child.requiredText());
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
}
