package io.keelson.servlet.dispatch;

import io.keelson.kernel.context.CurrentSpan;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.servlet.request.RequestBeanContexts;
import io.keelson.servlet.request.WebRequest;
import io.keelson.servlet.runtime.WebRuntime;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A request of one application in another that it was dispatched to: the other one's class loader and
 * name, its request listeners, its own session. The other one counts it until its end, so that its undeployment waits.
 *
 * <p>Specification: Servlet 6.1, 7.3 Session Scope; Servlet 6.1, 9.1 Obtaining a RequestDispatcher.
 */
final class Visit {
    private final WebRuntime host;
    private final DispatchedRequest request;
    private final boolean home;

    interface Step {
        void run() throws IOException, ServletException;
    }

    Visit(WebRuntime host, DispatchedRequest request) {
        this.host = host;
        this.request = request;
        this.home = host.isOf(request.root().application());
    }

    /** Runs the dispatch there; 503 where the application takes no requests now. */
    void run(HttpServletResponse response, Step dispatch) throws IOException, ServletException {
        // A request that has come home is counted there already.
        if (!home && !request.root().sessions().visit(host)) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(context());
        try {
            visit(dispatch);
        } finally {
            InvocationContext.exit(previous, loader);
        }
    }

    private InvocationContext context() {
        @Nullable InvocationContext from = InvocationContext.current();
        InvocationContext there =
                new InvocationContext(host.name(), host.components().loader(), from == null ? 0 : from.requestId());
        there.caller(from == null ? null : from.caller());
        CurrentSpan.put(there, from == null ? null : CurrentSpan.of(from));
        return there;
    }

    private void visit(Step dispatch) throws IOException, ServletException {
        WebRequest root = request.root();
        RequestBeanContexts here = root.entered();
        RequestBeanContexts there = home ? root.contexts() : new RequestBeanContexts(host.contexts(), request);
        here.suspend();
        root.entered(there);
        try {
            if (home) {
                there.resume();
                dispatch.run();
            } else {
                visit(there, dispatch);
            }
        } finally {
            there.suspend();
            root.entered(here);
            here.resume();
        }
    }

    private void visit(RequestBeanContexts contexts, Step dispatch) throws IOException, ServletException {
        try {
            contexts.begin();
            host.listeners().requestInitialized(request);
            dispatch.run();
        } finally {
            host.listeners().requestDestroyed(request);
            contexts.end(host.name());
        }
    }
}
