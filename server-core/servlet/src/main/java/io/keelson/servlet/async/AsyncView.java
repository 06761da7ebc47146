package io.keelson.servlet.async;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.servlet.dispatch.DispatchTarget;
import io.keelson.servlet.dispatch.DispatchedRequest;
import io.keelson.servlet.path.SuspiciousPathException;
import io.keelson.servlet.request.WebRequest;
import io.keelson.servlet.response.WebResponse;
import io.keelson.servlet.runtime.ContainerContext;
import io.keelson.servlet.server.ContainerLog;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;

/**
 * The asynchronous cycles of a request as the application sees them. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.3 Asynchronous processing; Servlet 6.1, 9.6 Obtaining an AsyncContext; Servlet 6.1, 9.7 The Dispatch
 * Method.
 */
final class AsyncView implements AsyncContext {
    private final AsyncExchange exchange;
    private final AsyncCycle cycle;

    AsyncView(AsyncExchange exchange, AsyncCycle cycle) {
        this.exchange = exchange;
        this.cycle = cycle;
    }

    @Override
    public void complete() {
        cycle.complete();
    }

    @Override
    public void dispatch() {
        HttpServletRequest given = cycle.given();
        if (given == null) {
            cycle.dispatchAgain();
        } else {
            cycle.dispatch(cycle.application(), targetOf(given));
        }
    }

    /** Returns where a request that the application gave to {@code startAsync} says that it is (9.7). */
    private DispatchTarget targetOf(HttpServletRequest given) {
        String uri = given.getRequestURI();
        String context = given.getContextPath();
        return parse(cycle.application(), uri.startsWith(context) ? uri.substring(context.length()) : uri);
    }

    @Override
    public void dispatch(String path) {
        dispatch(cycle.application(), path);
    }

    @Override
    public void dispatch(ServletContext context, String path) {
        if (!(context instanceof ContainerContext own)) {
            throw new IllegalArgumentException("not a context of this server: " + context);
        }
        dispatch(own, path);
    }

    private void dispatch(ContainerContext to, String path) {
        if (path == null || !path.startsWith("/")) {
            throw new IllegalArgumentException("the path of a dispatch starts with a slash: " + path);
        }
        cycle.dispatch(to, parse(to, path));
    }

    private static DispatchTarget parse(ContainerContext to, String path) {
        try {
            return DispatchTarget.parse(to.getContextPath(), path);
        } catch (SuspiciousPathException e) {
            throw new IllegalArgumentException("not a path to dispatch to: " + e.getMessage(), e);
        }
    }

    @Override
    public void start(Runnable task) {
        Objects.requireNonNull(task, "the task is null");
        AsyncExchange of = exchange;
        InvocationContext context = of.context().copy();
        int during = cycle.number();
        of.later(() -> {
            try {
                context.call(() -> {
                    task.run();
                    return true;
                });
            } catch (Exception | Error e) {
                ContainerLog.LOG.asyncFailed(of.runtime().name(), e);
                cycle.taskFailed(during, e);
            }
        });
    }

    @Override
    public void addListener(AsyncListener listener) {
        cycle.add(listener, null, null);
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest of, ServletResponse to) {
        cycle.add(listener, of, to);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return exchange.runtime().components().create(type);
    }

    @Override
    public void setTimeout(long millis) {
        cycle.timeout(millis);
    }

    @Override
    public long getTimeout() {
        return cycle.timeout();
    }

    @Override
    public ServletRequest getRequest() {
        return cycle.request();
    }

    @Override
    public ServletResponse getResponse() {
        return cycle.response();
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        ServletRequest inner = getRequest();
        while (inner instanceof DispatchedRequest own) {
            inner = ((ServletRequestWrapper) own).getRequest();
        }
        return inner instanceof WebRequest && getResponse() instanceof WebResponse;
    }
}
