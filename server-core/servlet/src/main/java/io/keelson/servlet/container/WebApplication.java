package io.keelson.servlet.container;

import io.keelson.base.time.Deadline;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.http.HttpExchange;
import io.keelson.http.Traffic;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.auth.WebSecurity;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.dispatch.ErrorPages;
import io.keelson.servlet.registration.Components;
import io.keelson.servlet.registration.DeclaredSecurity;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.registration.Listeners;
import io.keelson.servlet.registration.Registry;
import io.keelson.servlet.registration.Routing;
import io.keelson.servlet.registration.StartPhase;
import io.keelson.servlet.runtime.ApplicationParts;
import io.keelson.servlet.runtime.Extensions;
import io.keelson.servlet.runtime.RequestGate;
import io.keelson.servlet.runtime.TextDefaults;
import io.keelson.servlet.runtime.WebRuntime;
import io.keelson.servlet.server.ServerSide;
import io.keelson.servlet.session.ApplicationSessions;
import io.keelson.servlet.session.SessionTracking;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.servlet.spi.WebContexts;
import jakarta.servlet.ServletContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One web application: its context, its components and its requests. Built and started by the deploying
 * thread; then thread-safe. See docs/design/servlet.md.
 *
 * <p>Specification: Servlet 6.1, 10 Web Applications.
 */
public final class WebApplication {
    /** Welcome files of an application that declares none. */
    private static final List<String> USUAL_WELCOME_FILES = List.of("index.html", "index.htm", "index.jsp");

    private final ApplicationParts parts;
    private final ServerSide server;
    private final Neighbours neighbours;
    private final StartPhase phase = new StartPhase();
    private final Listeners listeners;
    private final TextDefaults text;
    private final WebContext context;
    private final RequestGate gate;
    private final ApplicationSessions sessions;
    private final SessionUpkeep upkeep;
    private final Registry registry;
    private final Startup startup;
    private final Arrivals arrivals;
    private volatile Extensions extensions = Extensions.NONE;

    /**
     * Makes an application that has not started.
     *
     * @param neighbours others that it may dispatch to
     */
    public WebApplication(ApplicationParts parts, ServerSide server, Neighbours neighbours) {
        this.parts = parts;
        this.server = server;
        this.neighbours = neighbours;
        WebDescriptor descriptor = parts.descriptor();
        Components components = parts.components();
        listeners = new Listeners(name());
        text = new TextDefaults(descriptor);
        SessionTracking tracking =
                new SessionTracking(descriptor, server.settings().sessionCookieHttpOnly(), phase::started);
        context = new WebContext(this, parts, server, listeners, tracking, text, phase);
        gate = new RequestGate(
                name(), components.loader(), server.timers(), parts.work().standard());
        upkeep = new SessionUpkeep(parts, server, context, listeners, tracking, gate);
        sessions = new ApplicationSessions(upkeep.sessions(), tracking);
        registry = new Registry(components, context, server.timers().ticker(), descriptor, phase);
        startup = new Startup(parts, server.settings(), registry, listeners, gate, upkeep.sessions());
        ErrorPages errorPages = new ErrorPages(
                name(), context, server.developmentMode(), descriptor.content().errorPages());
        arrivals = new Arrivals(parts.address(), sessions, gate, errorPages);
    }

    /**
     * Starts the application's code; requests are still refused. Runs in the application's context.
     *
     * @throws DeploymentException when an initializer, listener, filter or servlet fails; call {@link #stop} then too
     */
    public void start(Extensions brought) throws DeploymentException {
        extensions = brought;
        brought.servlets().forEach(registry::addImplicit);
        brought.endpoints().forEach(registry::addEndpoint);
        WebContexts contexts = brought.contexts();
        if (contexts != null) {
            listeners.add(contexts.sessionListener());
        }
        SocketsProvider.Sockets sockets = brought.sockets();
        if (sockets != null) {
            listeners.add(sockets.sessionListener());
        }
        context.setAttribute(ServletContext.TEMPDIR, parts.files().temporary().toFile());
        List<String> ordered = parts.descriptor().orderedLibraries();
        if (ordered != null) {
            context.setAttribute(ServletContext.ORDERED_LIBS, ordered);
        }
        upkeep.open();
        if (contexts != null) {
            contexts.started(context, registry.hasConversationFilter());
        }
        startup.start(brought.tagLibraryListeners(), () -> arrivals.to(route(brought)));
        if (contexts != null) {
            listeners.add(contexts.endingListener()); // the last: of the end of a session it is told first
        }
        phase.ended();
        upkeep.start();
    }

    /** Returns what of it does not serve until it is deployed again, with the reasons. */
    public List<String> outOfService() {
        List<String> all = new ArrayList<>();
        for (DeployedServlet servlet : registry.servlets().values()) {
            String why = servlet.outOfService();
            if (why != null) {
                all.add(why);
            }
        }
        return all;
    }

    private WebRuntime route(Extensions brought) {
        List<String> declared = parts.descriptor().content().welcomeFiles();
        Routing routing = new Routing(
                registry,
                declared.isEmpty() ? USUAL_WELCOME_FILES : declared,
                parts.files().resources(),
                parts.work(),
                brought.sockets(),
                this::runAs);
        return new WebRuntime(parts, server, context, sessions, listeners, text, gate, brought, routing, null);
    }

    private @Nullable Caller runAs(String servlet) {
        WebSecurity guard = runtime().security();
        return guard == null ? null : guard.runAs(servlet).orElse(null);
    }

    /** Lets requests in. */
    public void open(WebSecurity security) {
        arrivals.to(runtime().guarded(security));
        gate.open();
    }

    /**
     * Lets no more requests in, waits for those that run (asynchronous ones too) until the deadline, cuts off what is left,
     * and ends servlets, filters, sessions and listeners, in reverse order of their start (11.3.4). Runs in the application's
     * context. Also after a start that failed.
     */
    public void stop(Deadline deadline) {
        upkeep.stop();
        gate.close(deadline);
        SocketsProvider.Sockets sockets = extensions.sockets();
        if (sockets != null) {
            sockets.stop(deadline);
        }
        startup.stop();
        WebContexts contexts = extensions.contexts();
        if (contexts != null) {
            contexts.stopped();
        }
        gate.destroyed();
    }

    /**
     * Runs work that belongs to no request in the application's context, with its work manager, as soon as that has a
     * place. Of an application that has ended nothing runs.
     */
    public void execute(Runnable work) {
        gate.execute(work);
    }

    /**
     * Takes a request for this application. Runs on a muxer thread and does not block: hands the request to its work manager,
     * or answers that there is no place.
     *
     * @param path the canonical path of the request
     */
    public void handle(HttpExchange exchange, String path) {
        arrivals.handle(exchange, path);
    }

    /**
     * Does the same as {@link #handle}, for a request of which another version may have the session: that is looked up on a thread of
     * this one, and the request goes there where it is, or may be and cannot be had.
     */
    public void handleUnless(WebApplication other, HttpExchange exchange, String path) {
        arrivals.handleUnless(other.arrivals, exchange, path);
    }

    /** Returns what counts its requests. */
    public Traffic traffic() {
        return arrivals.traffic();
    }

    /** Claim of one of two versions side by side to a request. */
    public enum Claim {
        /** This one's: it has the session in memory. */
        YES,
        /** May be: the session is looked up, which may take a while. */
        MAYBE,
        /** The active version's. */
        NO
    }

    /** Returns whether a request is this version's, which is not the active one. Muxer threads; does not block. */
    public Claim claims(HttpExchange exchange, WebApplication active) {
        if (sessions.hasHere(exchange)) {
            return Claim.YES;
        }
        boolean unsure = sessions().store().sideBySide()
                && !sessions.tracking().byTls()
                && sessions.anySent(
                        exchange,
                        id -> !active.sessions().marked(id)
                                && !active.sessions().existsHere(id));
        return unsure ? Claim.MAYBE : Claim.NO;
    }

    /**
     * Refuses what cannot be beside another version, once it has started.
     *
     * @throws DeploymentException with the reason
     */
    public void checkBeside() throws DeploymentException {
        if (sessions().store().sideBySide() && sessions.tracking().byTls()) {
            throw new DeploymentException(
                    "versions side by side cannot have sessions outside of memory that are tracked by TLS, as " + name()
                            + " has: nothing in the session's id says which version it belongs to");
        }
    }

    /** Returns what its code and annotations have declared of security while it started. */
    public DeclaredSecurity declaredSecurity() {
        return registry.declaredSecurity();
    }

    /** Returns what requests work with; there once the filters have been initialised. */
    WebRuntime runtime() {
        WebRuntime ready = arrivals.runtime();
        if (ready == null) {
            throw new IllegalStateException(
                    "the application " + name() + " has not started: nothing can be dispatched yet");
        }
        return ready;
    }

    /** Returns the application that serves a path, if this one may reach it. */
    @Nullable
    WebApplication neighbour(String path) {
        return neighbours.at(this, path);
    }

    Registry registry() {
        return registry;
    }

    Startup startup() {
        return startup;
    }

    /** The context, as the application's code sees it. */
    public ServletContext context() {
        return context;
    }

    /** The deployment's name. */
    public String name() {
        return parts.address().name();
    }

    /** With a leading slash and without a trailing one; empty for the root. */
    public String contextPath() {
        return parts.address().contextPath();
    }

    /** Returns where requests for it come to. */
    public ApplicationParts.Address address() {
        return parts.address();
    }

    /** The sessions. */
    public Sessions sessions() {
        return sessions.all();
    }

    /** The session attribute whose value names a session to people; null: none. */
    public @Nullable String monitoringAttribute() {
        return parts.descriptor().server().session().monitoringAttribute();
    }

    /** Returns how many requests are in flight. */
    public long requestsInFlight() {
        return gate.inside();
    }
}
