package io.keelson.servlet.dispatch;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.servlet.auth.WebSecurity;
import io.keelson.servlet.path.PathMappings;
import io.keelson.servlet.registration.ContainerRequest;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.registration.Routing;
import io.keelson.servlet.request.WebRequest;
import io.keelson.servlet.response.WebResponse;
import io.keelson.servlet.runtime.ContainerContext;
import io.keelson.servlet.runtime.WebRuntime;
import io.keelson.servlet.server.ContainerLog;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches into an application, to a path or to a servlet by its name. Immutable.
 *
 * <p>Specification: Servlet 6.1, 9.2 Using a Request Dispatcher.
 */
public final class Dispatcher implements RequestDispatcher {
    private final ContainerContext context;
    private final @Nullable DispatchTarget target;
    private final @Nullable DeployedServlet named;

    /** Dispatches to a path. */
    public Dispatcher(ContainerContext context, DispatchTarget target) {
        this.context = context;
        this.target = target;
        this.named = null;
    }

    /** Dispatches to a servlet by its name. */
    public Dispatcher(ContainerContext context, DeployedServlet named) {
        this.context = context;
        this.target = null;
        this.named = named;
    }

    @Override
    public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        if (response.isCommitted()) {
            throw new IllegalStateException("the response has been committed: it is too late to forward");
        }
        WebRequest root = WebRequest.of(request);
        response.resetBuffer();
        if (permitted(root, response)) {
            dispatch(DispatcherType.FORWARD, request, response);
        }
        if (!root.isAsyncStarted() && !root.exchange().upgrading()) {
            close(root, response);
        }
    }

    /** Returns whether the target may be forwarded to: a matter of constraints only where weblogic.xml says so. */
    private boolean permitted(WebRequest root, ServletResponse response) throws IOException, ServletException {
        WebRuntime application = context.runtime();
        WebSecurity security = application.security();
        DispatchTarget to = target;
        boolean checked = application.parts().descriptor().server().container().checkAuthOnForward();
        return !checked || to == null || security == null || security.permitForward(root, to.path(), http(response));
    }

    /** The response is closed behind a forward (9.4); what a wrapper has kept back is asked to come out first. */
    private static void close(WebRequest root, ServletResponse response) throws IOException {
        WebResponse own = root.response();
        if (own.errorPending() || own.closedForApplication()) {
            return;
        }
        if (response != own) {
            try {
                response.getWriter().close();
            } catch (IllegalStateException e) {
                try {
                    response.getOutputStream().close();
                } catch (IllegalStateException closed) {
                    ContainerLog.LOG.debugf(closed, "a wrapper of the response has neither writer nor stream");
                }
            }
        }
        own.closeForApplication();
    }

    @Override
    public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        ServletResponseWrapper lowest = null;
        ServletResponse inner = response;
        while (inner instanceof ServletResponseWrapper wrapper && !(inner instanceof IncludedResponse)) {
            lowest = wrapper;
            inner = wrapper.getResponse();
        }
        IncludedResponse included = new IncludedResponse(http(inner));
        if (lowest == null) {
            dispatch(DispatcherType.INCLUDE, request, included);
            return;
        }
        lowest.setResponse(included);
        try {
            dispatch(DispatcherType.INCLUDE, request, response);
        } finally {
            lowest.setResponse(inner);
        }
    }

    /** An error page: as a forward, but it does not matter what has been dispatched before. */
    void error(WebRequest request, WebResponse response) throws ServletException, IOException {
        dispatch(DispatcherType.ERROR, request, response);
    }

    /** The dispatch of an asynchronous cycle. */
    public void async(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        dispatch(DispatcherType.ASYNC, request, response);
    }

    /**
     * Puts the dispatch's view of the request below the application's wrappers, so that the target gets the very objects that
     * were given (6.2.2), and what they override counts. They are as before when the target has returned, unless it has
     * started an asynchronous cycle, which goes on with them.
     */
    private void dispatch(DispatcherType type, ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        ServletRequestWrapper lowest = null;
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper && !(inner instanceof DispatchedRequest)) {
            lowest = wrapper;
            inner = wrapper.getRequest();
        }
        if (lowest == null) {
            dispatch(type, http(inner), dispatched -> dispatched, response);
            return;
        }
        // A proxy may lead to what is the thread's request then, which would be its own view of itself.
        HttpServletRequest base = inner instanceof ContainerRequest || inner instanceof DispatchedRequest
                ? http(inner)
                : WebRequest.of(inner);
        ServletRequestWrapper bottom = lowest;
        try {
            dispatch(
                    type,
                    base,
                    dispatched -> {
                        bottom.setRequest(dispatched);
                        return request;
                    },
                    response);
        } finally {
            if (!inner.isAsyncStarted()) {
                lowest.setRequest(inner);
            }
        }
    }

    private void dispatch(
            DispatcherType type,
            HttpServletRequest request,
            UnaryOperator<ServletRequest> wrapped,
            ServletResponse response)
            throws ServletException, IOException {
        WebRuntime application = context.runtime();
        Routing routing = application.routing();
        DispatchTarget to = target;
        if (to == null) {
            DeployedServlet servlet = java.util.Objects.requireNonNull(named);
            run(
                    application,
                    routing.chain(type, servlet, null),
                    dispatched(application, servlet, type, request, null, null),
                    wrapped,
                    response);
            return;
        }
        PathMappings.Mapping<DeployedServlet> mapping = routing.find(to.path());
        if ((mapping == null || mapping.pattern().text().equals("/"))
                && to.path().endsWith("/")) {
            String welcome = routing.welcome(to.path());
            if (welcome != null) {
                to = new DispatchTarget(application.contextPath() + welcome, welcome, to.query());
                mapping = routing.find(welcome);
            }
        }
        if (mapping == null) {
            http(response).sendError(404);
            return;
        }
        FilterChain chain = routing.chain(type, mapping.target(), to.path());
        run(
                application,
                chain,
                dispatched(application, mapping.target(), type, request, to, mapping),
                wrapped,
                response);
    }

    private static DispatchedRequest dispatched(
            WebRuntime application,
            DeployedServlet servlet,
            DispatcherType type,
            HttpServletRequest request,
            @Nullable DispatchTarget to,
            PathMappings.@Nullable Mapping<DeployedServlet> mapping) {
        boolean home = WebRequest.of(request).application().isOf(application)
                && !(request instanceof DispatchedRequest around && around.visiting());
        return home
                ? new DispatchedRequest(request, application, servlet, type, to, mapping)
                : new VisitingRequest(request, application, servlet, type, to, mapping);
    }

    private static void run(
            WebRuntime application,
            FilterChain chain,
            DispatchedRequest dispatched,
            UnaryOperator<ServletRequest> wrapped,
            ServletResponse response)
            throws ServletException, IOException {
        ServletRequest passed = wrapped.apply(dispatched);
        if (runsIn(application, dispatched)) {
            chain.doFilter(passed, response);
        } else {
            new Visit(application, dispatched).run(http(response), () -> chain.doFilter(passed, response));
        }
    }

    /** Returns whether the thread is in the target's application already; one that the application made itself is where the request is. */
    private static boolean runsIn(WebRuntime application, DispatchedRequest dispatched) {
        InvocationContext current = InvocationContext.current();
        return current == null
                ? application.isOf(dispatched.from())
                : current.classLoader() == application.components().loader();
    }

    private static HttpServletRequest http(ServletRequest request) throws ServletException {
        if (request instanceof HttpServletRequest http) {
            return http;
        }
        throw new ServletException("not an HTTP request: " + request.getClass().getName());
    }

    private static HttpServletResponse http(ServletResponse response) throws ServletException {
        if (response instanceof HttpServletResponse http) {
            return http;
        }
        throw new ServletException(
                "not an HTTP response: " + response.getClass().getName());
    }
}
