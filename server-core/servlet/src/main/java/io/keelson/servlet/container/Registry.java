package io.keelson.servlet.container;

import io.keelson.base.time.Ticker;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.path.PathPattern;
import io.keelson.servlet.spi.EndpointServlets;
import io.keelson.servlet.spi.WebContexts;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletSecurityElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The servlets and filters of an application and what they are mapped to, while it starts: from the descriptor, then by code. Confined to the
 * deploying thread until the application has started, then read-only.
 *
 * <p>Specification: Servlet 6.1, 4.4 Configuration Methods.
 */
final class Registry {
    /** The servlet that serves files where the application maps nothing (12.2). */
    static final String FILES = "default";

    /** Classes that serve files and pages in other containers, which an application may name where it declares such a servlet. */
    private static final Set<String> FOREIGN = Set.of(
            "org.apache.catalina.servlets.DefaultServlet",
            "org.eclipse.jetty.ee11.servlet.DefaultServlet",
            "org.eclipse.jetty.ee10.servlet.DefaultServlet",
            "org.eclipse.jetty.servlet.DefaultServlet",
            "weblogic.servlet.FileServlet",
            "org.apache.jasper.servlet.JspServlet",
            "org.eclipse.jetty.ee11.jsp.JettyJspServlet",
            "org.eclipse.jetty.ee10.jsp.JettyJspServlet",
            "org.eclipse.jetty.jsp.JettyJspServlet",
            "weblogic.servlet.JSPServlet");

    /** The servlet that serves pages. */
    static final String PAGES = "jsp";

    private final Components components;
    private final ServletContext context;
    private final Ticker ticker;
    private final WebDescriptor descriptor;
    private final StartPhase phase;
    private final Map<String, DeployedServlet> servlets = new LinkedHashMap<>();
    private final Map<String, DeployedFilter> filters = new LinkedHashMap<>();
    private final Map<String, DeployedServlet> mappings = new LinkedHashMap<>();
    private final Map<String, DeployedServlet> implicit = new LinkedHashMap<>();
    private final List<FilterRule> first = new ArrayList<>();
    private final List<FilterRule> declared = new ArrayList<>();
    private final List<FilterRule> last = new ArrayList<>();
    private final Map<String, ServletSecurityElement> security = new LinkedHashMap<>();
    private final Set<String> roles = new LinkedHashSet<>();

    /** Reads what the descriptor declares. */
    Registry(Components components, ServletContext context, Ticker ticker, WebDescriptor descriptor, StartPhase phase) {
        this.components = components;
        this.context = context;
        this.ticker = ticker;
        this.descriptor = descriptor;
        this.phase = phase;
        read();
    }

    private void read() {
        for (WebDescriptor.Servlet servlet : descriptor.servlets()) {
            read(servlet);
        }
        for (WebDescriptor.ServletMapping mapping : descriptor.servletMappings()) {
            DeployedServlet servlet = servlets.get(mapping.servlet());
            if (servlet != null) {
                mapping.patterns().forEach(pattern -> map(pattern, servlet));
            }
        }
        for (WebDescriptor.Filter filter : descriptor.filters()) {
            DeployedFilter deployed = new DeployedFilter(components, context, filter.name());
            deployed.className = filter.className();
            deployed.asyncSupported = filter.asyncSupported();
            deployed.initParameters().putAll(filter.initParameters());
            filters.put(filter.name(), deployed);
        }
        for (WebDescriptor.FilterMapping mapping : descriptor.filterMappings()) {
            DeployedFilter filter = filters.get(mapping.filter());
            if (filter == null && mapping.filter().equals(WebContexts.CONVERSATION_FILTER)) {
                filter = conversationFilter();
            }
            if (filter != null) {
                declared.add(rule(filter, mapping.patterns(), mapping.servlets(), mapping.dispatchers()));
            }
        }
    }

    private DeployedFilter conversationFilter() {
        DeployedFilter filter = new DeployedFilter(components, context, WebContexts.CONVERSATION_FILTER);
        filter.given = new ConversationFilter();
        filter.asyncSupported = true;
        filters.put(filter.name(), filter);
        return filter;
    }

    /** Returns true if the application has mapped the container's own filter of conversations. */
    boolean hasConversationFilter() {
        DeployedFilter filter = filters.get(WebContexts.CONVERSATION_FILTER);
        return filter != null && filter.given instanceof ConversationFilter;
    }

    private void read(WebDescriptor.Servlet servlet) {
        DeployedServlet deployed = new DeployedServlet(this, servlet.name());
        deployed.className = servlet.className();
        deployed.jspFile = servlet.jspFile();
        deployed.loadOnStartup = servlet.loadOnStartup();
        deployed.enabled = servlet.enabled();
        deployed.asyncSupported = servlet.asyncSupported();
        deployed.runAs = servlet.runAs();
        deployed.initParameters().putAll(servlet.initParameters());
        WebDescriptor.Multipart multipart = servlet.multipart();
        if (multipart != null) {
            deployed.multipart = new MultipartConfigElement(
                    multipart.location(),
                    multipart.maxFileSize(),
                    multipart.maxRequestSize(),
                    multipart.fileSizeThreshold());
        }
        servlets.put(servlet.name(), deployed);
        ServletSecurityElement annotated = servlet.security();
        if (annotated != null) {
            security.put(servlet.name(), annotated);
        }
    }

    static FilterRule rule(
            DeployedFilter filter, List<String> patterns, List<String> servlets, Set<DispatcherType> dispatchers) {
        return new FilterRule(
                filter,
                patterns.stream().map(PathPattern::parse).toList(),
                List.copyOf(servlets),
                dispatchers.isEmpty()
                        ? EnumSet.of(DispatcherType.REQUEST)
                        : Collections.unmodifiableSet(EnumSet.copyOf(dispatchers)));
    }

    /** A servlet of the container's own; its patterns yield to those of the application. */
    void addImplicit(ImplicitServlet servlet) {
        DeployedServlet deployed = servlets.get(servlet.name());
        if (deployed == null) {
            deployed = new DeployedServlet(this, servlet.name());
            deployed.given = servlet.instance();
            deployed.type = servlet.type();
            deployed.loadOnStartup = servlet.loadOnStartup();
            deployed.asyncSupported = true;
            deployed.initParameters().putAll(servlet.initParameters());
            servlets.put(servlet.name(), deployed);
        } else if (!deployed.complete() || FOREIGN.contains(String.valueOf(deployed.className))) {
            // Declared for its init parameters, as other containers' users do it: they come over ours.
            servlet.initParameters().forEach(deployed.initParameters()::putIfAbsent);
            deployed.className = null;
            deployed.given = servlet.instance();
            deployed.type = servlet.type();
            deployed.asyncSupported = true;
        }
        for (String pattern : servlet.patterns()) {
            implicit.put(pattern, deployed);
        }
        for (String pattern : servlet.own()) {
            DeployedServlet before = mappings.remove(pattern);
            if (before != null) {
                before.patterns().remove(pattern);
            }
            map(pattern, deployed);
        }
    }

    /** A servlet of an endpoint: in the place of those that the descriptor declares with its class, else by itself, yielding to the application. */
    void addEndpoint(EndpointServlets.Endpoint endpoint) {
        List<DeployedServlet> declaredOnes = servlets.values().stream()
                .filter(servlet ->
                        !endpoint.className().isEmpty() && endpoint.className().equals(servlet.className))
                .toList();
        for (DeployedServlet servlet : declaredOnes) {
            servlet.given = endpoint.servlet();
            servlet.asyncSupported = true;
        }
        if (declaredOnes.isEmpty()) {
            addImplicit(new ImplicitServlet(
                    endpoint.name(), endpoint.servlet(), null, endpoint.patterns(), List.of(), Map.of(), null));
        }
    }

    Components components() {
        return components;
    }

    ServletContext context() {
        return context;
    }

    Ticker ticker() {
        return ticker;
    }

    StartPhase phase() {
        return phase;
    }

    @Nullable
    DeployedServlet servlet(String name) {
        return servlets.get(name);
    }

    @Nullable
    DeployedFilter filter(String name) {
        return filters.get(name);
    }

    Map<String, DeployedServlet> servlets() {
        return servlets;
    }

    Map<String, DeployedFilter> filters() {
        return filters;
    }

    /** A servlet to be completed by code; null when there is a complete one of that name. */
    @Nullable
    DeployedServlet begin(String name) {
        checkName(name);
        DeployedServlet servlet = servlets.computeIfAbsent(name, n -> new DeployedServlet(this, n));
        return servlet.complete() ? null : servlet;
    }

    /** As {@link #begin}, for a filter. */
    @Nullable
    DeployedFilter beginFilter(String name) {
        checkName(name);
        DeployedFilter filter = filters.computeIfAbsent(name, n -> new DeployedFilter(components, context, n));
        return filter.complete() ? null : filter;
    }

    private static void checkName(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a servlet or filter needs a name");
        }
    }

    /** Maps patterns to a servlet, all or, when another servlet has one, none; returns those that others have. */
    Set<String> map(DeployedServlet servlet, String... patterns) {
        Set<String> taken = new HashSet<>();
        for (String pattern : patterns) {
            PathPattern.parse(pattern);
            DeployedServlet other = mappings.get(pattern);
            if (other != null && !other.name().equals(servlet.name())) {
                taken.add(pattern);
            }
        }
        if (taken.isEmpty()) {
            for (String pattern : patterns) {
                map(pattern, servlet);
            }
        }
        return taken;
    }

    private void map(String pattern, DeployedServlet servlet) {
        if (mappings.put(pattern, servlet) == null) {
            servlet.patterns().add(pattern);
        }
    }

    /** Sets a constraint by code or an annotation; returns the servlet's patterns for which the descriptor has one, which stay. */
    Set<String> secure(DeployedServlet servlet, ServletSecurityElement constraint) {
        security.put(servlet.name(), constraint);
        Set<String> constrained = new HashSet<>();
        descriptor.constraints().forEach(c -> c.resources().forEach(r -> constrained.addAll(r.patterns())));
        constrained.retainAll(servlet.patterns());
        return constrained;
    }

    void declareRoles(String... names) {
        roles.addAll(List.of(names));
    }

    /** Returns what code, annotations and run-as have declared of security, apart from the descriptor's own constraints. */
    DeclaredSecurity declaredSecurity() {
        Map<String, String> runAs = new LinkedHashMap<>();
        Map<String, List<String>> patterns = new LinkedHashMap<>();
        for (DeployedServlet servlet : servlets.values()) {
            patterns.put(servlet.name(), List.copyOf(servlet.patterns()));
            String role = servlet.runAs;
            if (role != null) {
                runAs.put(servlet.name(), role);
            }
        }
        return new DeclaredSecurity(
                new LinkedHashMap<>(security),
                Collections.unmodifiableSet(new LinkedHashSet<>(roles)),
                runAs,
                patterns);
    }

    /** Adds a rule by code, before or after those of the descriptor. */
    void add(FilterRule rule, boolean afterDeclared) {
        (afterDeclared ? last : first).add(rule);
    }

    /** All rules in the order in which filters apply. */
    List<FilterRule> rules() {
        List<FilterRule> all = new ArrayList<>(first);
        all.addAll(declared);
        all.addAll(last);
        return all;
    }

    /** Returns what paths are mapped to, the container's own servlets included. */
    Map<String, DeployedServlet> effectiveMappings() {
        Map<String, DeployedServlet> effective = new LinkedHashMap<>(mappings);
        implicit.forEach((pattern, servlet) -> {
            if (effective.putIfAbsent(pattern, servlet) == null
                    && !servlet.patterns().contains(pattern)) {
                servlet.patterns().add(pattern);
            }
        });
        return effective;
    }
}
