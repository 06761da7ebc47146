package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.ComponentDeclarations;
import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.Location;
import io.keelson.component.descriptor.ModuleName;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor.FilterMapping;
import io.keelson.servlet.descriptor.WebDescriptor.JspPropertyGroup;
import io.keelson.servlet.descriptor.WebDescriptor.Listener;
import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import io.keelson.servlet.descriptor.WebDescriptor.ServletMapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Declarations of one source: web.xml, a fragment, or the annotations of an archive. A draft, confined to the deploying thread.
 *
 * <p>Specification: Servlet 6.1, 8.2.3 Assembling the Descriptor from web.xml, web-fragment.xml and Annotations.
 */
final class Declarations {
    final Location location;
    String version = "6.1";
    boolean metadataComplete;
    boolean distributable;

    /** The element {@code module-name} of {@code web.xml}; null: there is none. */
    @Nullable
    ModuleName moduleName;

    boolean denyUncoveredHttpMethods;

    /** {@code name} of a fragment. */
    @Nullable
    String name;

    /** {@code absolute-ordering} of web.xml: names, {@link #OTHERS} for the others. */
    @Nullable
    List<String> absoluteOrdering;

    /** {@code ordering} of a fragment: names that come after this one, and before it. */
    final Set<String> before = new LinkedHashSet<>();

    final Set<String> after = new LinkedHashSet<>();

    final Settings settings = new Settings();
    final Map<String, Declared<String>> cookieAttributes = new LinkedHashMap<>();
    final Map<String, Declared<String>> contextParameters = new LinkedHashMap<>();
    final Map<String, Component> servlets = new LinkedHashMap<>();
    final List<ServletMapping> servletMappings = new ArrayList<>();
    final Map<String, Component> filters = new LinkedHashMap<>();
    final List<FilterMapping> filterMappings = new ArrayList<>();
    final Map<String, Listener> listeners = new LinkedHashMap<>();
    final Set<String> welcomeFiles = new LinkedHashSet<>();

    /** By status, exception class or, for the default page, the empty string. */
    final Map<String, Declared<String>> errorPages = new LinkedHashMap<>();

    final Map<String, Declared<String>> mimeTypes = new LinkedHashMap<>();
    final Map<String, Declared<String>> localeEncodings = new LinkedHashMap<>();
    final List<JspPropertyGroup> jspPropertyGroups = new ArrayList<>();
    final Map<String, Declared<String>> taglibs = new LinkedHashMap<>();
    final List<SecurityConstraint> constraints = new ArrayList<>();
    final Set<String> securityRoles = new LinkedHashSet<>();
    final ComponentDeclarations environment;

    /** A {@code login-config} without its place. */
    record Login(
            @Nullable String method,
            @Nullable String realm,
            @Nullable String loginPage,
            @Nullable String errorPage) {}

    /** Stands for {@code <others/>}; no fragment can have it as its name. */
    static final String OTHERS = "<others/>";

    Declarations(Location location) {
        this(location, new ComponentDeclarations());
    }

    private Declarations(Location location, ComponentDeclarations environment) {
        this.location = location;
        this.environment = environment;
    }

    /** Adds what annotations of the same archive say; this descriptor wins (8.2.3). */
    void under(Declarations annotations) {
        settings.under(annotations.settings);
        Set<String> mapped = servletsMapped();
        annotations.servletMappings.stream()
                .filter(mapping -> !mapped.contains(mapping.servlet()))
                .forEach(servletMappings::add);
        Set<String> filtered = filtersMapped();
        annotations.filterMappings.stream()
                .filter(mapping -> !filtered.contains(mapping.filter()))
                .forEach(filterMappings::add);
        annotations.servlets.forEach(
                (name, lower) -> component(servlets, name, lower.location).under(lower));
        annotations.filters.forEach(
                (name, lower) -> component(filters, name, lower.location).under(lower));
        annotations.listeners.forEach(listeners::putIfAbsent);
        environment.under(annotations.environment);
        constraints.addAll(annotations.constraints);
        securityRoles.addAll(annotations.securityRoles);
    }

    /** Adds a fragment to what is merged already (8.2.3). {@code main} is what web.xml and the application's classes say. */
    void merge(Declarations main, Declarations fragment) throws DeploymentException {
        settings.merge(main.settings, fragment.settings, "session-config, login-config or another single element");
        Declared.merge(cookieAttributes, main.cookieAttributes, fragment.cookieAttributes, "cookie attribute");
        Declared.merge(contextParameters, main.contextParameters, fragment.contextParameters, "context-param");
        Declared.merge(errorPages, main.errorPages, fragment.errorPages, "error-page for");
        Declared.merge(mimeTypes, main.mimeTypes, fragment.mimeTypes, "mime-mapping");
        Declared.merge(localeEncodings, main.localeEncodings, fragment.localeEncodings, "locale-encoding-mapping");
        Declared.merge(taglibs, main.taglibs, fragment.taglibs, "taglib");
        environment.merge(main.environment, fragment.environment);
        Set<String> mapped = main.servletsMapped();
        fragment.servletMappings.stream()
                .filter(mapping -> !mapped.contains(mapping.servlet()))
                .forEach(servletMappings::add);
        Set<String> filtered = main.filtersMapped();
        fragment.filterMappings.stream()
                .filter(mapping -> !filtered.contains(mapping.filter()))
                .forEach(filterMappings::add);
        mergeComponents(servlets, main.servlets, fragment.servlets);
        mergeComponents(filters, main.filters, fragment.filters);
        fragment.listeners.forEach(listeners::putIfAbsent);
        welcomeFiles.addAll(fragment.welcomeFiles);
        jspPropertyGroups.addAll(fragment.jspPropertyGroups);
        constraints.addAll(fragment.constraints);
        securityRoles.addAll(fragment.securityRoles);
        distributable &= fragment.distributable;
    }

    private static void mergeComponents(
            Map<String, Component> merged, Map<String, Component> main, Map<String, Component> fragment)
            throws DeploymentException {
        for (Component component : fragment.values()) {
            Component silent = new Component(component.name, component.location);
            component(merged, component.name, component.location)
                    .merge(main.getOrDefault(component.name, silent), component);
        }
    }

    private static Component component(Map<String, Component> components, String name, Location location) {
        return components.computeIfAbsent(name, n -> new Component(n, location));
    }

    /** A draft with the same content, which {@link #merge} may change. */
    Declarations copy() {
        Declarations copy = new Declarations(location, environment.copy());
        copy.version = version;
        copy.metadataComplete = metadataComplete;
        copy.distributable = distributable;
        copy.denyUncoveredHttpMethods = denyUncoveredHttpMethods;
        copy.absoluteOrdering = absoluteOrdering;
        copy.under(this);
        copy.cookieAttributes.putAll(cookieAttributes);
        copy.contextParameters.putAll(contextParameters);
        copy.welcomeFiles.addAll(welcomeFiles);
        copy.errorPages.putAll(errorPages);
        copy.mimeTypes.putAll(mimeTypes);
        copy.localeEncodings.putAll(localeEncodings);
        copy.jspPropertyGroups.addAll(jspPropertyGroups);
        copy.taglibs.putAll(taglibs);
        return copy;
    }

    private Set<String> servletsMapped() {
        Set<String> names = new LinkedHashSet<>();
        servletMappings.forEach(mapping -> names.add(mapping.servlet()));
        return names;
    }

    private Set<String> filtersMapped() {
        Set<String> names = new LinkedHashSet<>();
        filterMappings.forEach(mapping -> names.add(mapping.filter()));
        return names;
    }
}
