package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor.FilterMapping;
import io.keelson.servlet.descriptor.WebDescriptor.InjectionTarget;
import io.keelson.servlet.descriptor.WebDescriptor.Listener;
import io.keelson.servlet.descriptor.WebDescriptor.Multipart;
import io.keelson.servlet.descriptor.WebDescriptor.ServletMapping;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.SessionTrackingMode;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code web.xml} and {@code web-fragment.xml} of the versions 2.2 to 6.1, with a DOCTYPE, with any of the schemas'
 * namespaces or with none (Servlet 6.1, 14). The order of elements does not matter. One a document.
 */
final class WebXmlReader {
    private static final List<String> VERSIONS =
            List.of("2.2", "2.3", "2.4", "2.5", "3.0", "3.1", "4.0", "5.0", "6.0", "6.1");
    private static final Set<String> IGNORED_EVERYWHERE = Set.of("description", "icon", "small-icon", "large-icon");

    private final String application;
    private final boolean fragment;
    private final Declarations into;
    private final Map<String, Location> seen = new HashMap<>();
    /** The version whose rules URL patterns follow. */
    private String patternVersion = "6.1";

    private WebXmlReader(String application, boolean fragment, Declarations into) {
        this.application = application;
        this.fragment = fragment;
        this.into = into;
    }

    static Declarations webXml(InputStream in, String file, String application) throws DeploymentException {
        return read(DescriptorXml.document(in, file), application, "web-app");
    }

    static Declarations fragment(InputStream in, String file, String application) throws DeploymentException {
        return read(DescriptorXml.document(in, file), application, "web-fragment");
    }

    private static Declarations read(DescriptorXml.Document document, String application, String expected)
            throws DeploymentException {
        Element root = document.root();
        if (!root.name().equals(expected)) {
            throw new DeploymentException(
                    root.location() + ": expected <" + expected + ">, found <" + root.name() + ">");
        }
        Declarations into = new Declarations(root.location());
        WebXmlReader reader = new WebXmlReader(application, expected.equals("web-fragment"), into);
        into.version = reader.version(document);
        // What says no version at all may be as old as 2.2.
        boolean silent =
                root.attributes().get("version") == null && root.namespace().isEmpty() && document.publicId() == null;
        reader.patternVersion = silent ? "2.2" : into.version;
        // Before 2.5 there were no annotations to look for.
        into.metadataComplete =
                isTrue(root.attributes().get("metadata-complete")) || VERSIONS.indexOf(into.version) < 3;
        for (Element element : root.children()) {
            reader.top(element);
        }
        return into;
    }

    /** A boolean of XML Schema. */
    private static boolean isTrue(@Nullable String value) {
        return "true".equals(value) || "1".equals(value);
    }

    private String version(DescriptorXml.Document document) {
        Element root = document.root();
        String version = root.attributes().get("version");
        if (version == null) {
            // Until 2.3 the DOCTYPE says the version. A document that says none at all is written by hand, and now.
            String doctype = document.publicId();
            return doctype == null ? "6.1" : doctype.contains("Web Application 2.2") ? "2.2" : "2.3";
        }
        if (!VERSIONS.contains(version)) {
            DescriptorLog.LOG.unknownVersion(application, root.location(), version, "6.1");
            return "6.1";
        }
        return version;
    }

    private void top(Element element) throws DeploymentException {
        switch (element.name()) {
            case "display-name" -> {
                if (!fragment) {
                    into.settings.put("display-name", element.text(), element.location());
                }
            }
            case "name" -> name(element);
            case "ordering" -> ordering(element);
            case "absolute-ordering" -> absoluteOrdering(element);
            case "distributable" -> into.distributable = true;
            case "deny-uncovered-http-methods" -> {
                if (webXmlOnly(element)) {
                    into.denyUncoveredHttpMethods = true;
                }
            }
            case "default-context-path" -> defaultContextPath(element);
            case "request-character-encoding", "response-character-encoding" -> {
                if (webXmlOnly(element)) {
                    into.settings.put(element.name(), element.requiredText(), element.location());
                }
            }
            case "context-param" -> parameter(element, into.contextParameters);
            case "servlet" -> servlet(element);
            case "servlet-mapping" -> servletMapping(element);
            case "filter" -> filter(element);
            case "filter-mapping" -> filterMapping(element);
            case "listener" -> listener(element);
            case "session-config" -> sessionConfig(element);
            case "welcome-file-list" -> welcomeFiles(element);
            case "error-page" -> errorPage(element);
            case "mime-mapping" -> mimeMapping(element);
            case "locale-encoding-mapping-list" -> localeEncodings(element);
            case "locale-encoding-mapping" -> localeEncoding(element);
            case "jsp-config" -> {
                once(element);
                check(element, Set.of("taglib", "jsp-property-group"));
                for (Element child : element.children()) {
                    top(child);
                }
            }
            case "taglib" -> JspConfigReader.taglib(element, into);
            case "jsp-property-group" -> into.jspPropertyGroups.add(JspConfigReader.propertyGroup(element, into));
            case "security-constraint" -> into.constraints.add(SecurityReader.constraint(element, into.version));
            case "login-config" -> login(element);
            case "security-role" -> into.securityRoles.add(element.requiredTextOf("role-name"));
            case "env-entry" -> environmentEntry(element);
            case "post-construct" -> lifecycle(element, into.postConstruct);
            case "pre-destroy" -> lifecycle(element, into.preDestroy);
            case "resource-ref",
                    "resource-env-ref",
                    "ejb-ref",
                    "ejb-local-ref",
                    "service-ref",
                    "message-destination-ref",
                    "message-destination",
                    "persistence-context-ref",
                    "persistence-unit-ref",
                    "data-source",
                    "mail-session",
                    "connection-factory",
                    "administered-object",
                    "jms-connection-factory",
                    "jms-destination",
                    "context-service",
                    "managed-executor",
                    "managed-scheduled-executor",
                    "managed-thread-factory" ->
                DescriptorLog.LOG.notApplied(application, element.location(), element.name());
            default -> unknown(element, fragment ? "web-fragment" : "web-app");
        }
    }

    private boolean webXmlOnly(Element element) {
        if (fragment) {
            DescriptorLog.LOG.onlyInWebXml(application, element.location(), element.name());
        }
        return !fragment;
    }

    private void unknown(Element element, String parent) {
        if (!IGNORED_EVERYWHERE.contains(element.name())) {
            DescriptorLog.LOG.unknownElement(application, element.location(), element.name(), parent);
        }
    }

    /** Elements that a descriptor may have once only (14.2). */
    private void once(Element element) throws DeploymentException {
        Location first = seen.putIfAbsent(element.name(), element.location());
        if (first != null) {
            throw element.wrong("occurs twice; first at " + first);
        }
    }

    /** Says which children are not known. */
    private void check(Element element, Set<String> known) {
        for (Element child : element.children()) {
            if (!known.contains(child.name())) {
                unknown(child, element.name());
            }
        }
    }

    private void name(Element element) throws DeploymentException {
        if (fragment) {
            into.name = element.requiredText();
        } else {
            unknown(element, "web-app");
        }
    }

    private void ordering(Element element) throws DeploymentException {
        if (!fragment) {
            unknown(element, "web-app");
            return;
        }
        check(element, Set.of("before", "after"));
        for (Element side : element.children()) {
            check(side, Set.of("name", "others"));
            Set<String> names = side.name().equals("before") ? into.before : into.after;
            for (Element child : side.children()) {
                names.add(child.name().equals("others") ? Declarations.OTHERS : child.requiredText());
            }
        }
    }

    private void absoluteOrdering(Element element) throws DeploymentException {
        if (!webXmlOnly(element)) {
            return;
        }
        if (into.absoluteOrdering != null) {
            throw element.wrong("occurs twice; expected one");
        }
        check(element, Set.of("name", "others"));
        List<String> names = new ArrayList<>();
        for (Element child : element.children()) {
            names.add(child.name().equals("others") ? Declarations.OTHERS : child.requiredText());
        }
        into.absoluteOrdering = names;
    }

    private void defaultContextPath(Element element) throws DeploymentException {
        if (!webXmlOnly(element)) {
            return;
        }
        String path = element.text();
        if (!path.startsWith("/") || (path.length() > 1 && path.endsWith("/"))) {
            throw element.wrong("expected a path with a slash in front and none at the end, found '" + path + "'");
        }
        into.settings.put("default-context-path", path.equals("/") ? "" : path, element.location());
    }

    private void parameter(Element element, Map<String, Declared<String>> parameters) throws DeploymentException {
        check(element, Set.of("param-name", "param-value"));
        String value = element.textOf("param-value");
        parameters.put(
                element.requiredTextOf("param-name"), new Declared<>(value == null ? "" : value, element.location()));
    }

    /** Of two with one name the first counts, as the specification's own tests expect. */
    private void initParameters(Element element, Component component) throws DeploymentException {
        for (Element parameter : element.all("init-param")) {
            Map<String, Declared<String>> one = new HashMap<>();
            parameter(parameter, one);
            one.forEach(component.parameters::putIfAbsent);
        }
    }

    private void servlet(Element element) throws DeploymentException {
        check(
                element,
                Set.of(
                        "servlet-name",
                        "servlet-class",
                        "jsp-file",
                        "display-name",
                        "init-param",
                        "load-on-startup",
                        "enabled",
                        "async-supported",
                        "run-as",
                        "security-role-ref",
                        "multipart-config"));
        Component servlet = component(element, "servlet-name", into.servlets);
        servlet.settings.putText(element, "servlet-class");
        jspFile(element, servlet);
        if (servlet.settings.has("servlet-class") && servlet.settings.has("jsp-file")) {
            throw element.wrong("'" + servlet.name + "' has a servlet-class and a jsp-file; expected one of them");
        }
        Element startup = element.first("load-on-startup");
        if (startup != null) {
            // 14.4: an empty element means a value of the container's choice.
            int order = startup.text().isEmpty() ? 0 : startup.integer();
            servlet.settings.put("load-on-startup", order, startup.location());
        }
        servlet.settings.putBool(element, "enabled");
        servlet.settings.putBool(element, "async-supported");
        servlet.settings.putText(element, "display-name");
        Element runAs = element.first("run-as");
        if (runAs != null) {
            servlet.settings.put("run-as", runAs.requiredTextOf("role-name"), runAs.location());
        }
        Element multipart = element.first("multipart-config");
        if (multipart != null) {
            servlet.settings.put("multipart-config", multipart(multipart), multipart.location());
        }
        for (Element reference : element.all("security-role-ref")) {
            String role = reference.requiredTextOf("role-name");
            String link = reference.textOf("role-link");
            servlet.roleReferences.put(role, new Declared<>(link == null ? role : link, reference.location()));
        }
        initParameters(element, servlet);
    }

    private static Component component(Element element, String nameElement, Map<String, Component> components)
            throws DeploymentException {
        Component component = new Component(element.requiredTextOf(nameElement), element.location());
        Component other = components.put(component.name, component);
        if (other != null) {
            throw element.wrong("'" + component.name + "' is declared twice; first at " + other.location);
        }
        return component;
    }

    private void jspFile(Element element, Component servlet) throws DeploymentException {
        Element page = element.first("jsp-file");
        if (page == null || page.text().isEmpty()) {
            return;
        }
        String path = page.text();
        if (!path.startsWith("/") && !into.version.equals("2.2")) {
            throw page.wrong("expected a path with a slash in front, found '" + path + "'");
        }
        String absolute = path.startsWith("/") ? path : "/" + path;
        servlet.settings.put("jsp-file", Patterns.path(absolute, page.location().toString()), page.location());
    }

    private Multipart multipart(Element element) throws DeploymentException {
        check(element, Set.of("location", "max-file-size", "max-request-size", "file-size-threshold"));
        Element file = element.first("max-file-size");
        Element request = element.first("max-request-size");
        Element threshold = element.first("file-size-threshold");
        return new Multipart(
                element.textOf("location"),
                file == null ? -1 : file.longInteger(),
                request == null ? -1 : request.longInteger(),
                threshold == null ? 0 : threshold.integer());
    }

    private void servletMapping(Element element) throws DeploymentException {
        check(element, Set.of("servlet-name", "url-pattern"));
        List<String> patterns = patterns(element);
        if (patterns.isEmpty()) {
            throw element.wrong("expected at least one <url-pattern>");
        }
        into.servletMappings.add(
                new ServletMapping(element.requiredTextOf("servlet-name"), patterns, element.location()));
    }

    private List<String> patterns(Element element) throws DeploymentException {
        List<String> patterns = new ArrayList<>();
        for (Element pattern : element.all("url-pattern")) {
            patterns.add(Patterns.check(pattern, patternVersion));
        }
        return List.copyOf(patterns);
    }

    private void filter(Element element) throws DeploymentException {
        check(element, Set.of("filter-name", "filter-class", "display-name", "init-param", "async-supported"));
        Component filter = component(element, "filter-name", into.filters);
        filter.settings.putText(element, "filter-class");
        filter.settings.putText(element, "display-name");
        filter.settings.putBool(element, "async-supported");
        initParameters(element, filter);
    }

    private void filterMapping(Element element) throws DeploymentException {
        check(element, Set.of("filter-name", "url-pattern", "servlet-name", "dispatcher"));
        Set<DispatcherType> dispatchers = EnumSet.noneOf(DispatcherType.class);
        for (Element dispatcher : element.all("dispatcher")) {
            dispatchers.add(constant(DispatcherType.class, dispatcher));
        }
        if (dispatchers.isEmpty()) {
            dispatchers.add(DispatcherType.REQUEST);
        }
        List<String> patterns = patterns(element);
        List<String> servlets = element.textsOf("servlet-name");
        if (patterns.isEmpty() && servlets.isEmpty()) {
            throw element.wrong("expected a <url-pattern> or a <servlet-name>");
        }
        into.filterMappings.add(new FilterMapping(
                element.requiredTextOf("filter-name"),
                patterns,
                servlets,
                Set.copyOf(dispatchers),
                element.location()));
    }

    private static <E extends Enum<E>> E constant(Class<E> type, Element element) throws DeploymentException {
        try {
            return Enum.valueOf(type, element.text().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw element.wrong("expected one of " + EnumSet.allOf(type) + ", found '" + element.text() + "'");
        }
    }

    private void listener(Element element) throws DeploymentException {
        check(element, Set.of("listener-class", "display-name"));
        String type = element.requiredTextOf("listener-class");
        into.listeners.putIfAbsent(type, new Listener(type, element.location()));
    }

    private void sessionConfig(Element element) throws DeploymentException {
        once(element);
        check(element, Set.of("session-timeout", "cookie-config", "tracking-mode"));
        Settings settings = into.settings;
        Element timeout = element.first("session-timeout");
        if (timeout != null && !timeout.text().isEmpty()) {
            settings.put("session-timeout", timeout.integer(), timeout.location());
        }
        Set<SessionTrackingMode> modes = EnumSet.noneOf(SessionTrackingMode.class);
        for (Element mode : element.all("tracking-mode")) {
            modes.add(constant(SessionTrackingMode.class, mode));
            settings.put("tracking-mode", Set.copyOf(modes), mode.location());
        }
        for (Element cookie : element.all("cookie-config")) {
            cookieConfig(cookie);
        }
    }

    private void cookieConfig(Element cookie) throws DeploymentException {
        check(cookie, Set.of("name", "domain", "path", "comment", "http-only", "secure", "max-age", "attribute"));
        for (Element child : cookie.children()) {
            String key = "cookie " + child.name();
            switch (child.name()) {
                case "name", "domain", "path", "comment" -> into.settings.put(key, child.text(), child.location());
                case "http-only", "secure" -> into.settings.put(key, child.bool(), child.location());
                case "max-age" -> into.settings.put(key, child.integer(), child.location());
                case "attribute" -> {
                    String value = child.textOf("attribute-value");
                    into.cookieAttributes.put(
                            child.requiredTextOf("attribute-name"),
                            new Declared<>(value == null ? "" : value, child.location()));
                }
                default -> {} // was warned of
            }
        }
    }

    private void welcomeFiles(Element element) throws DeploymentException {
        check(element, Set.of("welcome-file"));
        for (Element file : element.all("welcome-file")) {
            String name = file.text();
            if (!name.isEmpty()) {
                into.welcomeFiles.add(name.startsWith("/") ? name.substring(1) : name);
            }
        }
    }

    private void errorPage(Element element) throws DeploymentException {
        check(element, Set.of("error-code", "exception-type", "location"));
        Element code = element.first("error-code");
        String type = element.textOf("exception-type");
        if (code != null && type != null) {
            throw element.wrong("has an error-code and an exception-type; expected one of them");
        }
        if (code != null && (code.integer() < 100 || code.integer() > 999)) {
            throw code.wrong("expected an HTTP status, found '" + code.text() + "'");
        }
        String path = element.requiredTextOf("location");
        if (!path.startsWith("/")) {
            throw element.wrong("expected a <location> with a slash in front, found '" + path + "'");
        }
        String key = code != null ? Integer.toString(code.integer()) : type != null ? type : "";
        String meant = Patterns.path(path, element.location().toString());
        into.errorPages.put(key, new Declared<>(meant, element.location()));
    }

    private void mimeMapping(Element element) throws DeploymentException {
        check(element, Set.of("extension", "mime-type"));
        into.mimeTypes.put(
                element.requiredTextOf("extension").toLowerCase(Locale.ROOT),
                new Declared<>(element.requiredTextOf("mime-type"), element.location()));
    }

    private void localeEncodings(Element element) throws DeploymentException {
        check(element, Set.of("locale-encoding-mapping"));
        for (Element mapping : element.all("locale-encoding-mapping")) {
            localeEncoding(mapping);
        }
    }

    private void localeEncoding(Element element) throws DeploymentException {
        check(element, Set.of("locale", "encoding"));
        into.localeEncodings.put(
                element.requiredTextOf("locale"),
                new Declared<>(element.requiredTextOf("encoding"), element.location()));
    }

    private void login(Element element) throws DeploymentException {
        once(element);
        check(element, Set.of("auth-method", "realm-name", "form-login-config"));
        into.settings.put("login-config", SecurityReader.login(element, into.version), element.location());
    }

    private void environmentEntry(Element element) throws DeploymentException {
        check(
                element,
                Set.of(
                        "env-entry-name",
                        "env-entry-type",
                        "env-entry-value",
                        "lookup-name",
                        "mapped-name",
                        "injection-target"));
        @Nullable String value = element.textOf("env-entry-value");
        into.environment.put(
                element.requiredTextOf("env-entry-name"),
                new Declared<>(
                        new Declarations.Entry(
                                element.textOf("env-entry-type"),
                                value,
                                element.textOf("lookup-name"),
                                injectionTargets(element)),
                        element.location()));
    }

    private static List<InjectionTarget> injectionTargets(Element element) throws DeploymentException {
        List<InjectionTarget> targets = new ArrayList<>();
        for (Element target : element.all("injection-target")) {
            targets.add(new InjectionTarget(
                    target.requiredTextOf("injection-target-class"), target.requiredTextOf("injection-target-name")));
        }
        return List.copyOf(targets);
    }

    /** Without a class it means the class that the descriptor belongs to, which a web application does not have. */
    private void lifecycle(Element element, Map<String, Declared<String>> methods) throws DeploymentException {
        check(element, Set.of("lifecycle-callback-class", "lifecycle-callback-method"));
        Declared<String> method =
                new Declared<>(element.requiredTextOf("lifecycle-callback-method"), element.location());
        Declared<String> other = methods.put(element.requiredTextOf("lifecycle-callback-class"), method);
        if (other != null) {
            throw element.wrong("names a second method of the class; first at " + other.location());
        }
    }
}
