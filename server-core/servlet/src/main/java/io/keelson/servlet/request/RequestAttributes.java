package io.keelson.servlet.request;

import io.keelson.base.trace.Span;
import io.keelson.net.spi.TlsSession;
import io.keelson.servlet.registration.DeployedServlet;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a request: what code has set, and what the container says there of TLS, of errors and of where an asynchronous request
 * came to at first. What is expensive is made when somebody looks. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 3.3 Attributes; Servlet 6.1, 3.11 SSL Attributes; Servlet 6.1, 10.9.1 Request Attributes; Servlet 6.1, 9.7
 * The Dispatch Method.
 */
final class RequestAttributes {
    /**
     * A list of the servers that have the request's session, the one that serves it first; null where it has none, or the store knows
     * none.
     */
    private static final String SERVERS = "io.keelson.session.servers";

    /** The {@code traceparent} for what the application asks of others on behalf of the request; null where nobody follows it. */
    private static final String TRACEPARENT = "io.keelson.traceparent";

    private final WebRequest request;
    /** Null while there are none, which is so for many requests. */
    private @Nullable Map<String, Object> values;

    private boolean async;
    private boolean asyncDue;

    RequestAttributes(WebRequest request) {
        this.request = request;
        TlsSession tls =
                request.exchange().ended() ? null : request.exchange().http().tls();
        values = tls == null ? null : TlsAttributes.of(tls);
    }

    @Nullable
    Object get(@Nullable String name) {
        if (SERVERS.equals(name)) {
            return request.session().servers();
        }
        if (TRACEPARENT.equals(name)) {
            Span span = request.exchange().span();
            return span == null ? null : span.context().traceparent();
        }
        makeAsync(name);
        Map<String, Object> known = values;
        return known == null ? null : known.get(name);
    }

    Enumeration<String> names() {
        makeAsync(AsyncContext.ASYNC_REQUEST_URI);
        Map<String, Object> known = values;
        return known == null ? Collections.emptyEnumeration() : Collections.enumeration(List.copyOf(known.keySet()));
    }

    /** Sets one, or takes it away where the value is null; returns the value before. */
    @Nullable
    Object set(String name, @Nullable Object value) {
        makeAsync(name);
        return put(name, value);
    }

    private @Nullable Object put(String name, @Nullable Object value) {
        Map<String, Object> known = values;
        if (known == null) {
            known = new HashMap<>();
            values = known;
        }
        return value == null ? known.remove(name) : known.put(name, value);
    }

    /** Sets the attributes from which an error page learns what went wrong. */
    void error(int status, @Nullable String message, @Nullable Throwable failure, @Nullable DeployedServlet servlet) {
        put(RequestDispatcher.ERROR_STATUS_CODE, status);
        put(RequestDispatcher.ERROR_MESSAGE, message == null ? "" : message);
        put(RequestDispatcher.ERROR_METHOD, request.getMethod());
        put(RequestDispatcher.ERROR_REQUEST_URI, request.getRequestURI());
        put(RequestDispatcher.ERROR_QUERY_STRING, request.getQueryString());
        put(RequestDispatcher.ERROR_SERVLET_NAME, servlet == null ? null : servlet.name());
        put(RequestDispatcher.ERROR_EXCEPTION, failure);
        put(RequestDispatcher.ERROR_EXCEPTION_TYPE, failure == null ? null : failure.getClass());
    }

    /** The request is dispatched asynchronously: from the first time on its attributes say where it came to. */
    void dispatchedAsync() {
        asyncDue |= !async;
        async = true;
    }

    private void makeAsync(@Nullable String lookedFor) {
        if (!asyncDue || lookedFor == null || !lookedFor.startsWith("jakarta.servlet.async.")) {
            return;
        }
        asyncDue = false;
        put(AsyncContext.ASYNC_REQUEST_URI, request.getRequestURI());
        put(AsyncContext.ASYNC_CONTEXT_PATH, request.getContextPath());
        put(AsyncContext.ASYNC_SERVLET_PATH, request.getServletPath());
        put(AsyncContext.ASYNC_PATH_INFO, request.getPathInfo());
        put(AsyncContext.ASYNC_QUERY_STRING, request.getQueryString());
        put(AsyncContext.ASYNC_MAPPING, request.getHttpServletMapping());
    }
}
