package io.keelson.servlet.container;

import io.keelson.base.trace.Span;
import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpExchange;
import io.keelson.http.ResponseWriter;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.CurrentSpan;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.servlet.async.AsyncCycle;
import io.keelson.servlet.async.AsyncExchange;
import io.keelson.servlet.async.Upgrade;
import io.keelson.servlet.auth.WebSecurity;
import io.keelson.servlet.dispatch.ErrorPages;
import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.path.PathMappings;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.registration.Routing;
import io.keelson.servlet.request.RequestBeanContexts;
import io.keelson.servlet.request.RequestUrls;
import io.keelson.servlet.request.WebRequest;
import io.keelson.servlet.response.WebResponse;
import io.keelson.servlet.runtime.WebRuntime;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.spi.security.RequestAuthentication;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One request of an application from the work manager to its end. {@link #run} is the whole way of a request that is not
 * asynchronous: context, listeners, security, chain, error page, end.
 *
 * <p>Made on the muxer thread; then owned by one thread at a time: the execute thread of {@link #run}, later those that
 * {@link AsyncCycle} lets in one after the other.
 *
 * <p>Specification: Servlet 6.1, 2.3.3 Request Handling.
 */
public final class ServletExchange implements Runnable, AsyncExchange {
    private final WebRuntime application;
    private final ErrorPages errorPages;
    private final HttpExchange http;
    private final WebRequest request;
    private final WebResponse response;
    private final InvocationContext context;
    private final WorkManager workManager;
    private final @Nullable Caller arrivedAs;
    private final @Nullable Span span;
    private final RequestBeanContexts contexts;
    private @Nullable AsyncCycle async;
    private @Nullable Upgrade<?> upgrade;
    private volatile @Nullable Runnable whenGone;
    private boolean ended;

    ServletExchange(
            WebRuntime application,
            ErrorPages errorPages,
            HttpExchange http,
            String path,
            WorkManager workManager,
            @Nullable Caller arrivedAs) {
        this.application = application;
        this.errorPages = errorPages;
        this.http = http;
        this.workManager = workManager;
        this.arrivedAs = arrivedAs;
        this.context = new InvocationContext(
                application.name(), application.components().loader(), http.id());
        this.span = http.span();
        CurrentSpan.put(context, span);
        this.response = new WebResponse(this);
        this.request = new WebRequest(this, path);
        this.contexts = request.contexts();
    }

    @Override
    public void run() {
        if (http.abandoned()) {
            drop();
        } else {
            turn(this::serve);
        }
    }

    /** The client gave up before anything was done for it; nothing of the application has seen the request. */
    private void drop() {
        ended = true;
        response.release();
        request.release();
        close();
    }

    /** Hands over work of this request to a thread of its work manager. Any thread. */
    @Override
    public void later(Runnable work) {
        application.gate().later(workManager, arrivedAs, work);
    }

    /** Runs one piece of the request's work in its context; whatever goes wrong in the container ends the exchange. */
    @Override
    public void turn(Runnable work) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(context);
        try {
            contexts.resume();
            work.run();
        } catch (RuntimeException | Error e) {
            ContainerLog.LOG.exchangeFailed(application.name(), e);
            abort(e);
        } finally {
            try {
                contexts.suspend();
            } finally {
                InvocationContext.exit(previous, loader);
            }
        }
    }

    /** Runs work in a context of its own, so that other work of the request may run beside it. */
    @Override
    public void apart(Runnable work) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(context.copy());
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            ContainerLog.LOG.exchangeFailed(application.name(), e);
            http.abort(e);
        } finally {
            InvocationContext.exit(previous, loader);
        }
    }

    private void serve() {
        Throwable failure = null;
        try {
            contexts.begin();
            application.listeners().requestInitialized(request);
            Routing routing = application.routing();
            PathMappings.Mapping<DeployedServlet> mapping = map(routing);
            if (mapping != null && span != null) {
                span.route(application.contextPath() + mapping.pattern().route());
            }
            if (mapping != null && permitted()) {
                request.mapping(mapping);
                RequestAuthentication.Validated seen = request.validated();
                routing.chain(mapping.target(), request.pathInContext())
                        .doFilter(seen == null ? request : seen.request(), seen == null ? response : seen.response());
            }
        } catch (IOException | ServletException | RuntimeException | Error e) {
            failure = e;
        }
        AsyncCycle cycle = async;
        if (cycle != null) {
            cycle.dispatchReturned(failure);
        } else {
            errorPages.answer(request, response, failure);
            finish();
        }
    }

    /** The application has failed, and the client is told so. */
    @Override
    public void failed(Throwable failure) {
        if (span != null) {
            span.failed(failure);
        }
    }

    /** The span of the request; null where nobody follows it. */
    @Override
    public @Nullable Span span() {
        return span;
    }

    /** Finds the servlet, by way of the welcome file where there is one; null when the request is answered already. */
    private PathMappings.@Nullable Mapping<DeployedServlet> map(Routing routing) throws IOException {
        String path = request.pathInContext();
        PathMappings.Mapping<DeployedServlet> mapping = routing.find(path);
        if (path.isEmpty() && (mapping == null || mapping.pattern().text().equals("/"))) {
            redirectToRoot();
            return null;
        }
        if (path.endsWith("/") && (mapping == null || mapping.pattern().text().equals("/"))) {
            String welcome = routing.welcome(path);
            if (welcome != null) {
                request.welcome(welcome);
                mapping = routing.find(welcome);
            }
        }
        if (mapping == null) {
            response.sendError(404);
        } else {
            request.mapping(mapping);
        }
        return mapping;
    }

    /** The context root without its slash: relative links of what is there would lead elsewhere. */
    private void redirectToRoot() throws IOException {
        String query = request.getQueryString();
        response.sendRedirect(CanonicalPath.withSlash(request.getRequestURI()) + (query == null ? "" : "?" + query));
    }

    private boolean permitted() throws IOException, ServletException {
        WebSecurity security = application.security();
        return security == null || security.permit(request, response);
    }

    /** Ends the request: listeners, session, then the last bytes, or the upgrade. */
    @Override
    public void finish() {
        if (ended) {
            return;
        }
        ended = true;
        secured();
        requestDestroyed();
        CompletionStage<@Nullable Void> settled = request.sessions().release();
        CompletableFuture<@Nullable Void> outcome = settled == null ? null : settled.toCompletableFuture();
        if (outcome == null || outcome.isDone() && !outcome.isCompletedExceptionally()) {
            complete();
        } else {
            // No thread waits for what another server has to say. As for an asynchronous request, the application's
            // stop does.
            outcome.whenComplete((none, failure) -> {
                if (failure == null && endsWithoutWaiting()) {
                    turn(this::complete);
                } else {
                    later(() -> turn(() -> completeSettled(failure)));
                }
            });
        }
    }

    /** Tells the module that has authenticated the request that the application has answered. */
    private void secured() {
        RequestAuthentication.Validated seen = request.validated();
        if (seen != null && seen.proceeds()) {
            try {
                seen.secure();
            } catch (IOException | ServletException | RuntimeException e) {
                ContainerLog.LOG.debugf(e, "the response of %s could not be secured", request.getRequestURI());
            }
        }
    }

    /**
     * Returns true if what is left to do neither waits nor runs anything of the application. Then the thread that hears from the other
     * server does it, a muxer's perhaps. The rest of the response is in its buffer and the client takes it, and nothing of the request is
     * in a file.
     */
    private boolean endsWithoutWaiting() {
        return upgrade == null && async == null && response.endsWithoutWaiting() && !request.hasFiles();
    }

    private void completeSettled(@Nullable Throwable failure) {
        if (failure == null) {
            complete();
            return;
        }
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        ContainerLog.LOG.debugf(cause, "the session of %s could not be kept", request.getRequestURI());
        if (response.headSent()) {
            http.abort(cause);
            response.release();
            request.release();
            close();
        } else {
            upgrade = null;
            errorPages.answerUnkept(response, cause);
            complete();
        }
    }

    private void complete() {
        Upgrade<?> next = upgrade;
        if (next != null && !response.isCommitted()) {
            application.gate().waitsNoMore(this);
            response.release();
            next.start();
            return;
        }
        response.finish();
        request.release();
        close();
    }

    /** Ends the exchange without a proper response. */
    @Override
    public void abort(Throwable cause) {
        failed(cause);
        http.abort(cause);
        if (!ended) {
            ended = true;
            requestDestroyed();
            request.sessions().release();
            response.release();
            request.release();
            close();
        }
    }

    private void requestDestroyed() {
        application.listeners().requestDestroyed(request);
        contexts.end(application.name());
    }

    @Override
    public void beforeHead() {
        request.sessions().toClient();
    }

    private void close() {
        request.sessions().leave();
    }

    /** The application stops, and waits for what is under way. On the thread that stops it. */
    @Override
    public void stopping() {
        Upgrade<?> next = upgrade;
        if (next != null) {
            next.stopping();
        }
    }

    /** The application stops and cannot wait any longer. Any thread. */
    @Override
    public void cutOff() {
        http.abort(new IOException("the application " + application.name() + " was stopped"));
        application.gate().waitsNoMore(this);
    }

    /** Says what to do when the exchange ends, for whatever reason; in place of what was said before. */
    @Override
    public void whenGone(Runnable action) {
        boolean first = whenGone == null;
        whenGone = action;
        if (first) {
            http.onEnd(() -> {
                Runnable told = whenGone;
                if (told != null) {
                    told.run();
                }
            });
        }
    }

    /**
     * The connection cannot be upgraded: the client did not ask for it, or sent a body. Nothing has been sent yet, so it gets an answer.
     */
    @Override
    public void upgradeRefused(IllegalStateException why) {
        ContainerLog.LOG.requestFailed(request.getMethod(), request.getRequestURI(), application.name(), why);
        ResponseWriter answer = http.response();
        answer.headers().clear();
        answer.status(500);
        answer.complete();
        upgradeEnded();
    }

    /** The upgraded connection has ended. */
    @Override
    public void upgradeEnded() {
        request.release();
        close();
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public void upgrade(HttpUpgradeHandler handler) {
        upgrade = new Upgrade<>(this, handler);
    }

    @Override
    public boolean upgrading() {
        return upgrade != null;
    }

    /** The asynchronous side, made when it is first asked for. */
    private AsyncCycle startedAsync() {
        AsyncCycle cycle = async;
        if (cycle == null) {
            cycle = new AsyncCycle(this);
            async = cycle;
        }
        return cycle;
    }

    @Override
    public AsyncContext startAsync(ServletRequest asRequest, ServletResponse asResponse, boolean given) {
        AsyncCycle cycle = startedAsync();
        cycle.start(asRequest, asResponse, given);
        return cycle.view();
    }

    @Override
    public @Nullable AsyncContext asyncContext() {
        AsyncCycle cycle = async;
        return cycle == null || !cycle.started() ? null : cycle.view();
    }

    @Override
    public boolean asyncStarted() {
        AsyncCycle cycle = async;
        return cycle != null && cycle.visiblyStarted();
    }

    @Override
    public boolean listenersAllowed() {
        AsyncCycle cycle = async;
        return cycle != null && cycle.started();
    }

    @Override
    public void submit(Runnable callback) {
        startedAsync().submit(callback);
    }

    @Override
    public String absolute(String location) {
        return RequestUrls.encodeIllegal(request.absolute(location));
    }

    @Override
    public String encode(String url) {
        return request.encode(url);
    }

    @Override
    public WebRuntime runtime() {
        return application;
    }

    @Override
    public ErrorPages errorPages() {
        return errorPages;
    }

    @Override
    public HttpExchange http() {
        return http;
    }

    @Override
    public WebRequest request() {
        return request;
    }

    @Override
    public WebResponse response() {
        return response;
    }

    @Override
    public InvocationContext context() {
        return context;
    }
}
