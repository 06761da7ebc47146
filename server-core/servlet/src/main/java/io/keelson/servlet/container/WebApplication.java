package io.keelson.servlet.container;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.http.HttpExchange;
import io.keelson.http.Traffic;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.net.spi.TlsSession;
import io.keelson.servlet.auth.WebSecurity;
import io.keelson.servlet.compress.Compression;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.host.VirtualHosts;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.session.SharedSessions;
import io.keelson.servlet.spi.EndpointServlets;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionUnreachableException;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.servlet.spi.WebContexts;
import io.keelson.servlet.statics.MimeTypes;
import io.keelson.servlet.statics.WebResources;
import io.keelson.servlet.work.WorkPolicies;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One web application: its context, its components and its requests. Built and started by the deploying
 * thread; then thread-safe. See docs/design/servlet.md.
 *
 * <p>Specification: Servlet 6.1, 10 Web Applications.
 */
public final class WebApplication {
    /** The servlet that the room of REST gives a class to, where the application has resources (RESTful Web Services 4.0, 2.3.2.1). */
    private static final String OF_REST = "jakarta.ws.rs.core.Application";

    /** Welcome files of an application that declares none. */
    private static final List<String> USUAL_WELCOME_FILES = List.of("index.html", "index.htm", "index.jsp");

    private final Parts parts;
    private final ServerSide server;
    private final WebDescriptor descriptor;
    private final Listeners listeners;
    private final SessionTracking tracking;
    private final WebContext context;
    private final SessionUpkeep sessions;
    private final Registry registry;
    private final Startup startup;
    private final MimeTypes mimeTypes;
    private final ErrorPages errorPages;
    private final RequestGate gate = new RequestGate(this);
    private final Traffic traffic;
    private final Map<String, ServletSecurityElement> servletSecurity = new LinkedHashMap<>();
    private @Nullable Neighbours neighbours;
    private volatile @Nullable WebSecurity security;
    private volatile @Nullable WebContexts contexts;
    private volatile @Nullable Routing routing;
    private boolean componentsFixed;
    private volatile SocketsProvider.@Nullable Sockets sockets;
    private volatile boolean started;
    private @Nullable String requestEncoding;
    private @Nullable String responseEncoding;

    private final TextDefaults textDefaults = new TextDefaults() {
        @Override
        public @Nullable String responseEncoding() {
            return responseEncoding;
        }

        @Override
        public WebDescriptor descriptor() {
            return descriptor;
        }
    };

    /**
     * Parts that an application is made of.
     *
     * @param name the deployment's name
     * @param contextPath with a leading slash and without a trailing one; empty for the root
     * @param work its work managers
     * @param root the directory with the application's files
     * @param shared with whom the sessions are shared; null: with nobody
     * @param temporaryDirectory a directory of the application's own
     * @param virtualHost the virtual host that it is deployed to; {@link VirtualHosts#DEFAULT} for none
     * @param compression what its responses go through
     */
    public record Parts(
            String name,
            String contextPath,
            WebDescriptor descriptor,
            ClassLoader classLoader,
            WorkPolicies work,
            Path root,
            WebResources resources,
            ComponentFactory components,
            SessionStore sessionStore,
            @Nullable SharedSessions shared,
            Path temporaryDirectory,
            String virtualHost,
            Compression compression,
            @Nullable String reach) {}

    public WebApplication(Parts parts, ServerSide server) {
        this.parts = parts;
        this.server = server;
        traffic = new Traffic(parts.name(), parts.contextPath().isEmpty() ? "/" : parts.contextPath());
        descriptor = parts.descriptor();
        String standard = descriptor.requestCharacterEncoding();
        requestEncoding = standard != null ? standard : descriptor.server().requestCharset();
        responseEncoding = descriptor.responseCharacterEncoding();
        listeners = new Listeners(parts.name());
        tracking = new SessionTracking(descriptor, server.settings().sessionCookieHttpOnly(), () -> started);
        context = new WebContext(this);
        sessions = new SessionUpkeep(this, context, parts.sessionStore(), parts.shared(), parts.work());
        registry = new Registry(this);
        startup = new Startup(this, descriptor);
        mimeTypes = new MimeTypes(descriptor.mimeTypes());
        errorPages = new ErrorPages(this, descriptor.errorPages());
        registry.read(descriptor);
        for (WebDescriptor.Servlet servlet : descriptor.servlets()) {
            ServletSecurityElement annotated = servlet.security();
            if (annotated != null) {
                servletSecurity.put(servlet.name(), annotated);
            }
        }
    }

    /** A servlet that the container brings. Called before {@link #start}. */
    public void addImplicit(ImplicitServlet servlet) {
        registry.addImplicit(servlet);
    }

    /** A servlet of an endpoint. Called before {@link #start}. */
    public void addEndpoint(EndpointServlets.Endpoint endpoint) {
        registry.addEndpoint(endpoint);
    }

    /** Lets the application reach others (9.1). Called before {@link #start}. */
    public void neighbours(Neighbours others) {
        neighbours = others;
    }

    /** The application that serves a path, if this one may reach it. */
    @Nullable
    WebApplication neighbour(String path) {
        Neighbours others = neighbours;
        return others == null ? null : others.at(path);
    }

    /** The application's WebSocket endpoints. Called before {@link #start}. */
    public void sockets(SocketsProvider.Sockets endpoints) {
        sockets = endpoints;
        listeners.add(endpoints.sessionListener());
    }

    /** Contexts that another room keeps for its requests. Called before {@link #start}. */
    public void contexts(WebContexts others) {
        contexts = others;
        listeners.add(others.sessionListener());
    }

    /** Contexts that another room keeps for its requests; null where none does. */
    @Nullable
    WebContexts contexts() {
        return contexts;
    }

    /** Sets the security that guards the application. Called before {@link #open}. */
    public void security(WebSecurity guard) {
        security = guard;
    }

    /**
     * Starts the application's code; requests are still refused. Runs in the application's context.
     *
     * @param tagLibraryListeners classes of listeners that tag libraries declare
     * @throws DeploymentException when an initializer, listener, filter or servlet fails; call {@link #stop} then too
     */
    public void start(List<String> tagLibraryListeners) throws DeploymentException {
        context.setAttribute(ServletContext.TEMPDIR, parts.temporaryDirectory().toFile());
        List<String> ordered = descriptor.orderedLibraries();
        if (ordered != null) {
            context.setAttribute(ServletContext.ORDERED_LIBS, ordered);
        }
        sessions.open();
        WebContexts others = contexts;
        if (others != null) {
            others.started(context, registry.hasConversationFilter());
        }
        startup.start(tagLibraryListeners);
        if (others != null) {
            listeners.add(others.endingListener()); // the last: of the end of a session it is told first
        }
        started = true;
        sessions.start();
    }

    /** The patterns of registered servlets become mappings; fails when one is of no use. */
    void route() throws DeploymentException {
        componentsFixed = true;
        for (DeployedServlet servlet : registry.servlets().values()) {
            boolean mapped = !servlet.patterns().isEmpty() || servlet.loadOnStartup != null;
            if (mapped && !servlet.complete() && servlet.name().equals(OF_REST)) {
                ContainerLog.LOG.servletOfNoResources(name(), servlet.patterns());
                servlet.enabled = false;
            } else if (mapped && !servlet.complete()) {
                throw new DeploymentException("the servlet " + servlet.name()
                        + " has no class: neither a descriptor nor code says which it is");
            }
        }
    }

    void buildChains() {
        List<String> declared = descriptor.welcomeFiles();
        routing = new Routing(
                registry, declared.isEmpty() ? USUAL_WELCOME_FILES : declared, parts.resources(), parts.work());
    }

    /** Lets requests in. */
    public void open() {
        gate.open();
    }

    /**
     * Lets no more requests in, waits for those that run (asynchronous ones too) until the deadline, cuts off what is left,
     * and ends servlets, filters, sessions and listeners, in reverse order of their start (11.3.4). Runs in the application's
     * context. Also after a start that failed.
     */
    public void stop(Deadline deadline) {
        sessions.stop();
        gate.close(deadline);
        SocketsProvider.Sockets endpoints = sockets;
        if (endpoints != null) {
            endpoints.stop(deadline);
        }
        startup.stop();
        WebContexts others = contexts;
        if (others != null) {
            others.stopped();
        }
        gate.destroyed();
    }

    /**
     * Runs work that belongs to no request in the application's context, with its work manager, as soon as that has a
     * place. Of an application that has ended nothing runs.
     */
    public void execute(Runnable work) {
        gate.later(parts.work().standard(), null, () -> inContext(work));
    }

    /** Runs something in the application's context on the calling thread, outside of any request. */
    void inContext(Runnable action) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(new InvocationContext(name(), classLoader(), 0));
        try {
            action.run();
        } finally {
            InvocationContext.exit(previous, loader);
        }
    }

    /**
     * Takes a request for this application. Runs on a muxer thread and does not block: hands the request to its work manager,
     * or answers that there is no place.
     *
     * @param path the canonical path of the request
     */
    public void handle(HttpExchange exchange, String path) {
        exchange.countFor(traffic);
        gate.handle(exchange, routing, path.substring(contextPath().length()));
    }

    /** Returns what counts its requests. */
    public Traffic traffic() {
        return traffic;
    }

    /** Returns whether a request has sent the id of a session that this application has in memory. Muxer threads; does not block. */
    public boolean hasSessionOf(HttpExchange exchange) {
        TlsSession tls = tracking.byTls() ? exchange.tls() : null;
        return tls != null && !tls.id().isEmpty()
                ? sessions().existsHere(tls.id())
                : SentSession.any(exchange, this, id -> sessions().existsHere(id));
    }

    /** Claim of one of two versions side by side to a request. */
    public enum Claim {
        /** This one's: it has the session in memory. */
        YES,
        /** It may be: the session is looked up, which may take a while. */
        MAYBE,
        /** The active version's. */
        NO
    }

    /** Returns whether a request is this version's, which is not the active one. Muxer threads; does not block. */
    public Claim claims(HttpExchange exchange, WebApplication active) {
        if (hasSessionOf(exchange)) {
            return Claim.YES;
        }
        boolean unsure = sessions().store().sideBySide()
                && !tracking.byTls()
                && SentSession.any(
                        exchange,
                        this,
                        id -> !active.sessions().marked(id)
                                && !active.sessions().existsHere(id));
        return unsure ? Claim.MAYBE : Claim.NO;
    }

    /**
     * As {@link #handle}, for a request of which another version may have the session: that is looked up on a thread of
     * this one, and the request goes there where it is, or may be and cannot be had.
     */
    public void handleUnless(WebApplication other, HttpExchange exchange, String path) {
        exchange.countFor(traffic);
        gate.handleUnless(other, exchange, routing, path.substring(contextPath().length()));
    }

    /** Returns whether it has the session of a request, wherever that is. Execute threads; may block. */
    boolean findsSessionOf(HttpExchange exchange) {
        boolean[] found = new boolean[1];
        inContext(() -> found[0] = SentSession.anySent(exchange, this, this::mayExist));
        return found[0];
    }

    private boolean mayExist(String sent) {
        try {
            return sessions().exists(RequestSession.id(sent), RequestSession.route(sent));
        } catch (SessionUnreachableException e) {
            return true; // the client is told to come again, and has its session then
        }
    }

    /**
     * Refuses what cannot be beside another version, once it has started.
     *
     * @throws DeploymentException with the reason
     */
    public void checkBeside() throws DeploymentException {
        if (sessions().store().sideBySide() && tracking.byTls()) {
            throw new DeploymentException(
                    "versions side by side cannot have sessions outside of memory that are tracked by TLS, as " + name()
                            + " has: nothing in the session's id says which version it belongs to");
        }
    }

    /** The way in for requests, and what counts them. */
    RequestGate gate() {
        return gate;
    }

    /** Lets a request in that another application dispatches; false while the application starts or stops. */
    boolean enter() {
        return routing != null && gate.enter();
    }

    /** Returns whether it has started; what is registered stays as it is then. */
    boolean started() {
        return started;
    }

    void checkStarting() {
        if (started) {
            throw new IllegalStateException("the application has started: this is possible only while it starts");
        }
    }

    /** As {@link #checkStarting}, for what is built into the chains: that is over before the first servlet is made (4.4). */
    void checkOpenForComponents() {
        if (componentsFixed || started) {
            throw new IllegalStateException(
                    "the context has been initialised: servlets, filters and their mappings can be"
                            + " added by initializers and context listeners only");
        }
    }

    <T> @Nullable Class<? extends T> tryLoad(String className, Class<T> type) {
        try {
            return classLoader().loadClass(className).asSubclass(type);
        } catch (ClassNotFoundException | LinkageError | ClassCastException e) {
            ContainerLog.LOG.debugf(e, "%s cannot be loaded now", className);
            return null;
        }
    }

    <T> T create(Class<T> type) throws ServletException {
        try {
            return components().create(type);
        } catch (Exception | LinkageError e) {
            throw new ServletException("an instance of " + type.getName() + " cannot be made: " + e, e);
        }
    }

    /** A constraint that code or an annotation sets; returns the servlet's patterns for which the descriptor has one, which stay. */
    Set<String> secure(DeployedServlet servlet, ServletSecurityElement constraint) {
        servletSecurity.put(servlet.name(), constraint);
        Set<String> declared = new java.util.HashSet<>();
        descriptor.constraints().forEach(c -> c.resources().forEach(r -> declared.addAll(r.patterns())));
        declared.retainAll(servlet.patterns());
        return declared;
    }

    /** Returns what holds for single servlets: what code has set while the application started, else their annotation. */
    public Map<String, ServletSecurityElement> servletSecurity() {
        return servletSecurity;
    }

    /** Roles that code has declared while the application started. */
    public Set<String> programmaticRoles() {
        return startup.roles();
    }

    /** The {@code run-as} roles in force, by servlet: of the descriptor and of code. */
    public Map<String, String> runAsRoles() {
        Map<String, String> roles = new LinkedHashMap<>();
        for (DeployedServlet servlet : registry.servlets().values()) {
            String role = servlet.runAs;
            if (role != null) {
                roles.put(servlet.name(), role);
            }
        }
        return roles;
    }

    /** The patterns that a servlet is mapped to; empty where there is no such servlet. */
    public List<String> patterns(String servlet) {
        DeployedServlet deployed = registry.servlet(servlet);
        return deployed == null ? List.of() : List.copyOf(deployed.patterns());
    }

    @Nullable
    Caller runAs(String servlet) {
        WebSecurity guard = security;
        return guard == null ? null : guard.runAs(servlet).orElse(null);
    }

    RequestDispatcher dispatcher(DispatchTarget target) {
        return new Dispatcher(this, target);
    }

    @Nullable
    RequestDispatcher namedDispatcher(String name) {
        DeployedServlet servlet = registry.servlet(name);
        return servlet == null || !servlet.enabled ? null : new Dispatcher(this, servlet);
    }

    /** Returns what serves which path; there once the filters have been initialised. */
    Routing routing() {
        Routing ready = routing;
        if (ready == null) {
            throw new IllegalStateException(
                    "the application " + name() + " has not started: nothing can be dispatched yet");
        }
        return ready;
    }

    /** The context, as the application's code sees it. */
    public ServletContext context() {
        return context;
    }

    /** The deployment's name. */
    public String name() {
        return parts.name();
    }

    /** With a leading slash and without a trailing one; empty for the root. */
    public String contextPath() {
        return parts.contextPath();
    }

    /** The path below which requests come to it: the context path, or for endpoints of an EJB module a longer one. */
    public String reach() {
        String reach = parts.reach();
        return reach == null ? parts.contextPath() : reach;
    }

    /** The virtual host that it is deployed to; {@link VirtualHosts#DEFAULT} for none. */
    public String virtualHost() {
        return parts.virtualHost();
    }

    /** A stable name of the logical host (4.8): of the virtual host, else of this server. */
    String virtualServerName() {
        return virtualHost().equals(VirtualHosts.DEFAULT) ? server.virtualServerName() : virtualHost();
    }

    Compression compression() {
        return parts.compression();
    }

    /** The sessions. */
    public Sessions sessions() {
        return sessions.sessions();
    }

    /** The session attribute whose value names a session to people; null: none. */
    public @Nullable String monitoringAttribute() {
        return descriptor.server().session().monitoringAttribute();
    }

    /** Returns how many requests are in flight. */
    public long requestsInFlight() {
        return gate.inside();
    }

    WebDescriptor descriptor() {
        return descriptor;
    }

    ClassLoader classLoader() {
        return parts.classLoader();
    }

    Path root() {
        return parts.root();
    }

    WebResources resources() {
        return parts.resources();
    }

    ComponentFactory components() {
        return parts.components();
    }

    Path temporaryDirectory() {
        return parts.temporaryDirectory();
    }

    ServerSide server() {
        return server;
    }

    Ticker ticker() {
        return server.timers().ticker();
    }

    Registry registry() {
        return registry;
    }

    Startup startup() {
        return startup;
    }

    Listeners listeners() {
        return listeners;
    }

    SessionTracking tracking() {
        return tracking;
    }

    MimeTypes mimeTypes() {
        return mimeTypes;
    }

    ErrorPages errorPages() {
        return errorPages;
    }

    /** The WebSocket endpoints; null for an application that cannot have any. */
    SocketsProvider.@Nullable Sockets sockets() {
        return sockets;
    }

    @Nullable
    WebSecurity security() {
        return security;
    }

    @Nullable
    JspConfigDescriptor jspConfig() {
        WebDescriptor.JspConfig config = descriptor.jsp();
        return config.propertyGroups().isEmpty() && config.taglibs().isEmpty() ? null : new JspConfigView(config);
    }

    @Nullable
    String requestEncoding() {
        return requestEncoding;
    }

    void requestEncoding(@Nullable String encoding) {
        requestEncoding = encoding;
    }

    @Nullable
    String responseEncoding() {
        return responseEncoding;
    }

    TextDefaults textDefaults() {
        return textDefaults;
    }

    void responseEncoding(@Nullable String encoding) {
        responseEncoding = encoding;
    }
}
