package io.keelson.servlet.request;

import io.keelson.base.trace.Span;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.servlet.response.ResponseExchange;
import io.keelson.servlet.response.WebResponse;
import io.keelson.servlet.runtime.RequestGate;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import org.jspecify.annotations.Nullable;

/**
 * Exchange that a request belongs to, as the request and its dispatches need it. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 3 The Request.
 */
public interface RequestExchange extends ResponseExchange, RequestGate.Waiting {
    /** Returns the response. */
    WebResponse response();

    /** Returns the context in which the application works for the request. */
    InvocationContext context();

    /** Returns the span of the request; null where nobody follows it. */
    @Nullable
    Span span();

    /** Returns whether the request has ended, so that nothing can begin for it. */
    boolean ended();

    /** Notes that the application has failed, and the client is told so. */
    void failed(Throwable failure);

    /** Ends the exchange without a proper response. */
    void abort(Throwable cause);

    /**
     * Starts an asynchronous cycle.
     *
     * @param given whether the application gave the request and the response
     */
    AsyncContext startAsync(ServletRequest request, ServletResponse response, boolean given);

    /** Returns the asynchronous context; null where no cycle goes on. */
    @Nullable
    AsyncContext asyncContext();

    /** Returns whether the application sees a cycle as started ({@code isAsyncStarted}). */
    boolean asyncStarted();

    /** Hands the connection to the application's handler when the filters have returned. */
    void upgrade(HttpUpgradeHandler handler);
}
