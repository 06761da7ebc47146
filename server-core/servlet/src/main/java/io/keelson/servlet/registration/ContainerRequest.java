package io.keelson.servlet.registration;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Container's own request behind what filters and servlets pass on, which notes how it goes through a chain. Confined to the request's
 * thread.
 *
 * <p>Specification: Servlet 6.1, 6.2.2 Wrapping Requests and Responses.
 */
public interface ContainerRequest extends HttpServletRequest {
    /**
     * Name of the attribute by which the container's request is found behind a request that is no wrapper. Proxies, as those that RESTEasy
     * and CDI inject, pass calls on; its value is a {@link Behind}, as they return themselves in the place of what they stand for.
     */
    String ITSELF = "io.keelson.servlet.request";

    /** The container's request behind a proxy. */
    record Behind(ContainerRequest request) {}

    /** Returns the container's request behind what a filter or servlet passes on (6.2.2). */
    static ContainerRequest of(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        if (inner instanceof ContainerRequest own) {
            return own;
        }
        if (inner.getAttribute(ITSELF) instanceof Behind behind) {
            return behind.request();
        }
        throw new IllegalArgumentException("the request is neither the container's nor a wrapper of it: "
                + request.getClass().getName());
    }

    /** Notes whether all that the request has come through supports asynchronous processing. */
    void asyncSupported(boolean supported);

    /** Notes which servlet runs now and returns the one before. */
    @Nullable
    DeployedServlet running(@Nullable DeployedServlet servlet);

    /** Notes the servlet that an exception comes from; returns whether it is the innermost, which is the first to be noted. */
    boolean failedIn(DeployedServlet servlet);

    /** Brings the request to its conversation, where another room keeps contexts for the application that it is in. */
    void enterConversation();
}
