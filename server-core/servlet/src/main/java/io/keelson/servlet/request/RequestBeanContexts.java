package io.keelson.servlet.request;

import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.spi.WebContexts;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of one request in one application, where another room keeps some: on the thread while that works for the request. Owned as
 * the request is.
 *
 * <p>The life of the request context is that of Jakarta CDI 4.1.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.3 Asynchronous processing.
 */
public final class RequestBeanContexts {
    private final @Nullable WebContexts contexts;
    private final HttpServletRequest request;
    private boolean begun;
    private boolean inside;
    private boolean ended;

    /** Those of a request; without contexts all methods do nothing. */
    public RequestBeanContexts(@Nullable WebContexts contexts, HttpServletRequest request) {
        this.contexts = contexts;
        this.request = request;
    }

    /** Before the request's listeners. */
    public void begin() {
        if (contexts != null) {
            begun = true;
            inside = true;
            contexts.begin(request);
        }
    }

    /** The calling thread works for the request from now on. Nothing before {@link #begin} or after {@link #end}. */
    public void resume() {
        if (contexts != null && begun && !ended && !inside) {
            inside = true;
            contexts.resume(request);
        }
    }

    /** The calling thread works for it no longer. */
    public void suspend() {
        if (contexts != null && inside) {
            inside = false;
            contexts.suspend(request);
        }
    }

    /** Brings the request to its conversation. */
    void enterConversation() {
        if (contexts != null) {
            contexts.enterConversation(request);
        }
    }

    /** After the request's listeners, before its session is kept. Does not throw. */
    public void end(String application) {
        if (contexts == null || !begun || ended) {
            return;
        }
        try {
            resume();
            ended = true;
            inside = false;
            contexts.end(request);
        } catch (RuntimeException | LinkageError e) {
            ended = true;
            ContainerLog.LOG.listenerFailed(contexts.getClass().getName(), application, e);
        }
    }
}
