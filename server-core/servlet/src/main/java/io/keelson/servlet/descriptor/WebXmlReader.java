package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.EnvironmentReader;
import io.keelson.component.descriptor.KnownElements;
import io.keelson.component.descriptor.Location;
import io.keelson.component.descriptor.ModuleName;
import io.keelson.deploy.spi.DeploymentException;
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
 * namespaces or with none. The order of elements does not matter. One a document.
 *
 * <p>Specification: Servlet 6.1, 14.1 Deployment Descriptor Elements; Servlet 6.1, 14.2 Rules for Processing the Deployment Descriptor.
 */
final class WebXmlReader {
    private static final List<String> VERSIONS =
            List.of("2.2", "2.3", "2.4", "2.5", "3.0", "3.1", "4.0", "5.0", "6.0", "6.1");

    private final String application;
    private final boolean fragment;
    private final Declarations into;
    private final Map<String, Location> seen = new HashMap<>();
    private final KnownElements known;
    private final ComponentReader components;
    private final EnvironmentReader environment;

    private WebXmlReader(String application, boolean fragment, Declarations into, String patternVersion) {
        this.application = application;
        this.fragment = fragment;
        this.into = into;
        this.known = new KnownElements(application);
        this.components = new ComponentReader(known, into, patternVersion);
        this.environment = new EnvironmentReader(known, into.environment);
    }

    static Declarations webXml(InputStream in, String file, String application) throws DeploymentException {
        return webXml(DescriptorXml.document(in, file), application);
    }

    static Declarations webXml(DescriptorXml.Document document, String application) throws DeploymentException {
        return read(document, application, "web-app");
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
        into.version = version(document, application);
        // What says no version at all may be as old as 2.2.
        boolean silent =
                root.attributes().get("version") == null && root.namespace().isEmpty() && document.publicId() == null;
        WebXmlReader reader =
                new WebXmlReader(application, expected.equals("web-fragment"), into, silent ? "2.2" : into.version);
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

    private static String version(DescriptorXml.Document document, String application) {
        Element root = document.root();
        String version = root.attributes().get("version");
        if (version == null) {
            // Until 2.3 the DOCTYPE says the version. A document that says none at all is written by hand, and now.
            String doctype = document.publicId();
            return doctype == null ? "6.1" : doctype.contains("Web Application 2.2") ? "2.2" : "2.3";
        }
        if (!VERSIONS.contains(version)) {
            WebDescriptorLog.LOG.unknownVersion(application, root.location(), version, "6.1");
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
            case "module-name" -> {
                if (webXmlOnly(element)) {
                    into.moduleName = ModuleName.of(element);
                }
            }
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
            case "context-param" -> components.parameter(element, into.contextParameters);
            case "servlet" -> components.servlet(element);
            case "servlet-mapping" -> components.servletMapping(element);
            case "filter" -> components.filter(element);
            case "filter-mapping" -> components.filterMapping(element);
            case "listener" -> components.listener(element);
            case "session-config" -> sessionConfig(element);
            case "welcome-file-list" -> welcomeFiles(element);
            case "error-page" -> errorPage(element);
            case "mime-mapping" -> mimeMapping(element);
            case "locale-encoding-mapping-list" -> localeEncodings(element);
            case "locale-encoding-mapping" -> localeEncoding(element);
            case "jsp-config" -> {
                once(element);
                known.check(element, Set.of("taglib", "jsp-property-group"));
                for (Element child : element.children()) {
                    top(child);
                }
            }
            case "taglib" -> JspConfigReader.taglib(element, into);
            case "jsp-property-group" -> into.jspPropertyGroups.add(JspConfigReader.propertyGroup(element, into));
            case "security-constraint" -> into.constraints.add(SecurityReader.constraint(element, into.version));
            case "login-config" -> login(element);
            case "security-role" -> into.securityRoles.add(element.requiredTextOf("role-name"));
            default -> {
                if (!environment.read(element)) {
                    known.unknown(element, fragment ? "web-fragment" : "web-app");
                }
            }
        }
    }

    private boolean webXmlOnly(Element element) {
        if (fragment) {
            WebDescriptorLog.LOG.onlyInWebXml(application, element.location(), element.name());
        }
        return !fragment;
    }

    /** Elements that a descriptor may have once only (14.2). */
    private void once(Element element) throws DeploymentException {
        Location first = seen.putIfAbsent(element.name(), element.location());
        if (first != null) {
            throw element.wrong("occurs twice; first at " + first);
        }
    }

    private void name(Element element) throws DeploymentException {
        if (fragment) {
            into.name = element.requiredText();
        } else {
            known.unknown(element, "web-app");
        }
    }

    private void ordering(Element element) throws DeploymentException {
        if (!fragment) {
            known.unknown(element, "web-app");
            return;
        }
        known.check(element, Set.of("before", "after"));
        for (Element side : element.children()) {
            known.check(side, Set.of("name", "others"));
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
        known.check(element, Set.of("name", "others"));
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

    private void sessionConfig(Element element) throws DeploymentException {
        once(element);
        known.check(element, Set.of("session-timeout", "cookie-config", "tracking-mode"));
        Settings settings = into.settings;
        Element timeout = element.first("session-timeout");
        if (timeout != null && !timeout.text().isEmpty()) {
            settings.put("session-timeout", timeout.integer(), timeout.location());
        }
        Set<SessionTrackingMode> modes = EnumSet.noneOf(SessionTrackingMode.class);
        for (Element mode : element.all("tracking-mode")) {
            modes.add(mode.constant(SessionTrackingMode.class));
            settings.put("tracking-mode", Set.copyOf(modes), mode.location());
        }
        for (Element cookie : element.all("cookie-config")) {
            cookieConfig(cookie);
        }
    }

    private void cookieConfig(Element cookie) throws DeploymentException {
        known.check(cookie, Set.of("name", "domain", "path", "comment", "http-only", "secure", "max-age", "attribute"));
        for (Element child : cookie.children()) {
            String key = "cookie " + child.name();
            switch (child.name()) {
                case "name" -> into.settings.put(key, CookieText.name(child), child.location());
                case "domain" -> into.settings.put(key, CookieText.domain(child), child.location());
                case "path" -> into.settings.put(key, CookieText.path(child), child.location());
                case "comment" -> into.settings.put(key, child.text(), child.location());
                case "http-only", "secure" -> into.settings.put(key, child.bool(), child.location());
                case "max-age" -> into.settings.put(key, child.integer(), child.location());
                case "attribute" -> {
                    String value = child.textOf("attribute-value");
                    into.cookieAttributes.put(
                            child.requiredTextOf("attribute-name"),
                            new Declared<>(CookieText.attribute(child, value == null ? "" : value), child.location()));
                }
                default -> {} // was warned of
            }
        }
    }

    private void welcomeFiles(Element element) throws DeploymentException {
        known.check(element, Set.of("welcome-file"));
        for (Element file : element.all("welcome-file")) {
            String name = file.text();
            if (!name.isEmpty()) {
                into.welcomeFiles.add(name.startsWith("/") ? name.substring(1) : name);
            }
        }
    }

    private void errorPage(Element element) throws DeploymentException {
        known.check(element, Set.of("error-code", "exception-type", "location"));
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
        known.check(element, Set.of("extension", "mime-type"));
        into.mimeTypes.put(
                element.requiredTextOf("extension").toLowerCase(Locale.ROOT),
                new Declared<>(element.requiredTextOf("mime-type"), element.location()));
    }

    private void localeEncodings(Element element) throws DeploymentException {
        known.check(element, Set.of("locale-encoding-mapping"));
        for (Element mapping : element.all("locale-encoding-mapping")) {
            localeEncoding(mapping);
        }
    }

    private void localeEncoding(Element element) throws DeploymentException {
        known.check(element, Set.of("locale", "encoding"));
        into.localeEncodings.put(
                element.requiredTextOf("locale"),
                new Declared<>(element.requiredTextOf("encoding"), element.location()));
    }

    private void login(Element element) throws DeploymentException {
        once(element);
        known.check(element, Set.of("auth-method", "realm-name", "form-login-config"));
        into.settings.put("login-config", SecurityReader.login(element, into.version), element.location());
    }
}
