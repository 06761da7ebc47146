package io.keelson.servlet.registration;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.path.PathPattern;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.spi.EndpointServlets;
import io.keelson.servlet.spi.WebContexts;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The servlets and filters of an application and what they are mapped to, while it starts: from the descriptor, then by code.
 * Confined to the deploying thread until the application has started, then read-only.
 *
 * <p>Specification: Servlet 6.1, 4.4 Configuration Methods.
 */
public final class Registry {
    /** The servlet that serves files where the application maps nothing (12.2). */
    static final String FILES = "default";

    /** The servlet that the room of REST gives a class to, where the application has resources (RESTful Web Services 4.0, 2.3.2.1). */
    private static final String OF_REST = "jakarta.ws.rs.core.Application";

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
    public Registry(
            Components components, ServletContext context, Ticker ticker, WebDescriptor descriptor, StartPhase phase) {
        this.components = components;
        this.context = context;
        this.ticker = ticker;
        this.descriptor = descriptor;
        this.phase = phase;
        read();
    }

    private void read() {
        for (WebDescriptor.Servlet servlet : descriptor.code().servlets()) {
            read(servlet);
        }
        for (WebDescriptor.ServletMapping mapping : descriptor.code().servletMappings()) {
            DeployedServlet servlet = servlets.get(mapping.servlet());
            if (servlet != null) {
                mapping.patterns().forEach(pattern -> map(pattern, servlet));
            }
        }
        for (WebDescriptor.Filter filter : descriptor.code().filters()) {
            DeployedFilter deployed = new DeployedFilter(components, context, filter.name());
            deployed.className = filter.className();
            deployed.asyncSupported = filter.asyncSupported();
            deployed.initParameters().putAll(filter.initParameters());
            filters.put(filter.name(), deployed);
        }
        for (WebDescriptor.FilterMapping mapping : descriptor.code().filterMappings()) {
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
    public boolean hasConversationFilter() {
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
    public void addImplicit(ImplicitServlet servlet) {
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

    /**
     * A servlet of an endpoint: in the place of those that the descriptor declares with its class, else by itself, yielding to the
     * application.
     */
    public void addEndpoint(EndpointServlets.Endpoint endpoint) {
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

    /** Returns the application's context. */
    public ServletContext context() {
        return context;
    }

    Ticker ticker() {
        return ticker;
    }

    StartPhase phase() {
        return phase;
    }

    /** Returns a servlet by its name; null where there is none. */
    public @Nullable DeployedServlet servlet(String name) {
        return servlets.get(name);
    }

    /** Returns a filter by its name; null where there is none. */
    public @Nullable DeployedFilter filter(String name) {
        return filters.get(name);
    }

    /** Returns the servlets by their names. */
    public Map<String, DeployedServlet> servlets() {
        return servlets;
    }

    /** Returns the filters by their names. */
    public Map<String, DeployedFilter> filters() {
        return filters;
    }

    /** Adds a servlet by code, by its class's name; null when there is a complete one of that name. */
    public ServletRegistration.@Nullable Dynamic addServlet(String name, String className) {
        return add(name, servlet -> {
            servlet.className = className;
            servlet.type = components.tryLoad(className, Servlet.class);
        });
    }

    /**
     * Adds an instance; null when there is a complete servlet of that name.
     *
     * @param constrainedByClass says whether {@code @ServletSecurity} of its class counts: not where code has made it by itself (13.4.1)
     */
    public ServletRegistration.@Nullable Dynamic addServlet(
            String name, Servlet instance, BooleanSupplier constrainedByClass) {
        return add(name, servlet -> {
            servlet.given = instance;
            servlet.constrainedByClass = constrainedByClass.getAsBoolean();
        });
    }

    /** Adds a servlet by its class; null when there is a complete one of that name. */
    public ServletRegistration.@Nullable Dynamic addServlet(String name, Class<? extends Servlet> type) {
        return add(name, servlet -> servlet.type = type);
    }

    /** Adds a page as a servlet; null when there is a complete one of that name. */
    public ServletRegistration.@Nullable Dynamic addPage(String name, String page) {
        return add(name, servlet -> servlet.jspFile = page);
    }

    private ServletRegistration.@Nullable Dynamic add(String name, Consumer<DeployedServlet> complete) {
        phase.checkOpenForComponents();
        checkName(name);
        DeployedServlet servlet = servlets.computeIfAbsent(name, n -> new DeployedServlet(this, n));
        if (servlet.complete()) {
            return null;
        }
        complete.accept(servlet);
        servlet.readAnnotations();
        return new ServletView(this, servlet);
    }

    /** Adds a filter by code, by its class's name; null when there is a complete one of that name. */
    public FilterRegistration.@Nullable Dynamic addFilter(String name, String className) {
        return addFilter(name, (DeployedFilter filter) -> filter.className = className);
    }

    /** Adds an instance; null when there is a complete filter of that name. */
    public FilterRegistration.@Nullable Dynamic addFilter(String name, Filter instance) {
        return addFilter(name, (DeployedFilter filter) -> filter.given = instance);
    }

    /** Adds a filter by its class; null when there is a complete one of that name. */
    public FilterRegistration.@Nullable Dynamic addFilter(String name, Class<? extends Filter> type) {
        return addFilter(name, (DeployedFilter filter) -> filter.type = type);
    }

    private FilterRegistration.@Nullable Dynamic addFilter(String name, Consumer<DeployedFilter> complete) {
        phase.checkOpenForComponents();
        checkName(name);
        DeployedFilter filter = filters.computeIfAbsent(name, n -> new DeployedFilter(components, context, n));
        if (filter.complete()) {
            return null;
        }
        complete.accept(filter);
        return new FilterView(this, filter);
    }

    /** Returns the servlets as code sees them, by their names. */
    public Map<String, ServletRegistration> servletViews() {
        Map<String, ServletRegistration> views = new LinkedHashMap<>();
        servlets.forEach((name, servlet) -> views.put(name, new ServletView(this, servlet)));
        return views;
    }

    /** Returns a servlet as code sees it; null where there is none of that name. */
    public @Nullable ServletRegistration servletView(String name) {
        DeployedServlet servlet = servlets.get(name);
        return servlet == null ? null : new ServletView(this, servlet);
    }

    /** Returns the filters as code sees them, by their names. */
    public Map<String, FilterRegistration> filterViews() {
        Map<String, FilterRegistration> views = new LinkedHashMap<>();
        filters.forEach((name, filter) -> views.put(name, new FilterView(this, filter)));
        return views;
    }

    /** Returns a filter as code sees it; null where there is none of that name. */
    public @Nullable FilterRegistration filterView(String name) {
        DeployedFilter filter = filters.get(name);
        return filter == null ? null : new FilterView(this, filter);
    }

    /**
     * Fixes servlets, filters and mappings: the context has been initialised.
     *
     * @throws DeploymentException when a servlet is of no use
     */
    public void fix() throws DeploymentException {
        phase.componentsFixed();
        for (DeployedServlet servlet : servlets.values()) {
            boolean mapped = !servlet.patterns().isEmpty() || servlet.loadOnStartup != null;
            if (mapped && !servlet.complete() && servlet.name().equals(OF_REST)) {
                ContainerLog.LOG.servletOfNoResources(components.application(), servlet.patterns());
                servlet.enabled = false;
            } else if (mapped && !servlet.complete()) {
                throw new DeploymentException("the servlet " + servlet.name()
                        + " has no class: neither a descriptor nor code says which it is");
            }
        }
    }

    /** Returns the servlets that load at the start, in their order. */
    public List<DeployedServlet> loadingAtStart() {
        List<DeployedServlet> early = new ArrayList<>();
        for (DeployedServlet servlet : servlets.values()) {
            Integer order = servlet.loadOnStartup;
            if (order != null && order >= 0 && servlet.enabled) {
                early.add(servlet);
            }
        }
        early.sort(Comparator.comparingInt(servlet -> servlet.loadOnStartup == null ? 0 : servlet.loadOnStartup));
        return early;
    }

    /** Returns a servlet that can be dispatched to by its name; null where there is none. */
    public @Nullable DeployedServlet named(String name) {
        DeployedServlet servlet = servlets.get(name);
        return servlet == null || !servlet.enabled ? null : servlet;
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
        descriptor.security().constraints().forEach(c -> c.resources().forEach(r -> constrained.addAll(r.patterns())));
        constrained.retainAll(servlet.patterns());
        return constrained;
    }

    /** Declares roles by code or an annotation. */
    public void declareRoles(String... names) {
        roles.addAll(List.of(names));
    }

    /** Returns what code, annotations and run-as have declared of security, apart from the descriptor's own constraints. */
    public DeclaredSecurity declaredSecurity() {
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
