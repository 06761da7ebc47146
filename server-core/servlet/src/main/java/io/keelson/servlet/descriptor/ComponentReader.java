package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.KnownElements;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor.FilterMapping;
import io.keelson.servlet.descriptor.WebDescriptor.Listener;
import io.keelson.servlet.descriptor.WebDescriptor.Multipart;
import io.keelson.servlet.descriptor.WebDescriptor.ServletMapping;
import jakarta.servlet.DispatcherType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads servlets, filters and listeners, what they are mapped to, and their parameters. One a document.
 *
 * <p>Specification: Servlet 6.1, 14.1 Deployment Descriptor Elements.
 */
final class ComponentReader {
    private final KnownElements known;
    private final Declarations into;
    private final String patternVersion;

    /** @param patternVersion the version whose rules URL patterns follow */
    ComponentReader(KnownElements known, Declarations into, String patternVersion) {
        this.known = known;
        this.into = into;
        this.patternVersion = patternVersion;
    }

    /** A name and its value; of two with one name the last counts. */
    void parameter(Element element, Map<String, Declared<String>> parameters) throws DeploymentException {
        known.check(element, Set.of("param-name", "param-value"));
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

    void servlet(Element element) throws DeploymentException {
        known.check(
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

    /** A slash in front may be missing: before Servlet 2.3 it might, and WebLogic has let it be missing since. */
    private static void jspFile(Element element, Component servlet) throws DeploymentException {
        Element page = element.first("jsp-file");
        if (page == null || page.text().isEmpty()) {
            return;
        }
        String path = page.text();
        String absolute = path.startsWith("/") ? path : "/" + path;
        servlet.settings.put("jsp-file", Patterns.path(absolute, page.location().toString()), page.location());
    }

    private Multipart multipart(Element element) throws DeploymentException {
        known.check(element, Set.of("location", "max-file-size", "max-request-size", "file-size-threshold"));
        Element file = element.first("max-file-size");
        Element request = element.first("max-request-size");
        Element threshold = element.first("file-size-threshold");
        return new Multipart(
                element.textOf("location"),
                file == null ? -1 : file.longInteger(),
                request == null ? -1 : request.longInteger(),
                threshold == null ? 0 : threshold.integer());
    }

    void servletMapping(Element element) throws DeploymentException {
        known.check(element, Set.of("servlet-name", "url-pattern"));
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

    void filter(Element element) throws DeploymentException {
        known.check(element, Set.of("filter-name", "filter-class", "display-name", "init-param", "async-supported"));
        Component filter = component(element, "filter-name", into.filters);
        filter.settings.putText(element, "filter-class");
        filter.settings.putText(element, "display-name");
        filter.settings.putBool(element, "async-supported");
        initParameters(element, filter);
    }

    void filterMapping(Element element) throws DeploymentException {
        known.check(element, Set.of("filter-name", "url-pattern", "servlet-name", "dispatcher"));
        Set<DispatcherType> dispatchers = EnumSet.noneOf(DispatcherType.class);
        for (Element dispatcher : element.all("dispatcher")) {
            dispatchers.add(dispatcher.constant(DispatcherType.class));
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

    void listener(Element element) throws DeploymentException {
        known.check(element, Set.of("listener-class", "display-name"));
        String type = element.requiredTextOf("listener-class");
        into.listeners.putIfAbsent(type, new Listener(type, element.location()));
    }
}
