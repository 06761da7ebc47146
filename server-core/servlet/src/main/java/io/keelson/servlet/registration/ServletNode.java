package io.keelson.servlet.registration;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.servlet.spi.SocketsProvider;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The servlet at the end of a chain, with its {@code run-as}. Immutable.
 *
 * <p>Specification: Servlet 6.1, 2.3.3 Request Handling; Servlet 6.1, 15.5.13 @RunAs Annotation.
 */
final class ServletNode implements FilterChain {
    private final DeployedServlet servlet;
    private final SocketsProvider.@Nullable Sockets sockets;
    private final Function<String, @Nullable Caller> runAs;

    /**
     * Ends a chain.
     *
     * @param sockets the application's WebSocket endpoints; null for an application that cannot have any
     * @param runAs the identity that a servlet's code has towards others, by the servlet's name
     */
    ServletNode(
            DeployedServlet servlet,
            SocketsProvider.@Nullable Sockets sockets,
            Function<String, @Nullable Caller> runAs) {
        this.servlet = servlet;
        this.sockets = sockets;
        this.runAs = runAs;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response) throws IOException, ServletException {
        ContainerRequest root = ContainerRequest.of(request);
        if (sockets != null
                && asksForUpgrade(root)
                && sockets.answer((HttpServletRequest) request, (HttpServletResponse) response)) {
            return;
        }
        if (!servlet.asyncSupported) {
            root.asyncSupported(false);
        }
        DeployedServlet before = root.running(servlet);
        try {
            Servlet instance = servlet.instance();
            if (servlet.runAs == null) {
                instance.service(request, response);
            } else {
                serviceAs(instance, request, response);
            }
        } catch (UnavailableException e) {
            // Those that dispatched to it and let the exception pass stay in service.
            if (root.failedIn(servlet)) {
                servlet.unavailable(e);
            }
            throw e;
        } catch (IOException | ServletException | RuntimeException | Error e) {
            root.failedIn(servlet);
            throw e;
        } finally {
            root.running(before);
        }
    }

    /** Returns whether the request may be one for a WebSocket endpoint (RFC 6455, 4.1): from outside, with an Upgrade field. */
    private static boolean asksForUpgrade(ContainerRequest root) {
        return root.getHeader("Upgrade") != null
                && root.getDispatcherType() == DispatcherType.REQUEST
                && root.getMethod().equals("GET");
    }

    /** Calls the servlet such that what it calls sees the run-as identity; the servlet itself sees who called it (15.3.1). */
    private void serviceAs(Servlet instance, ServletRequest request, ServletResponse response)
            throws IOException, ServletException {
        InvocationContext context = InvocationContext.current();
        Caller identity = runAs.apply(servlet.name());
        @Nullable Caller caller = context == null ? null : context.caller();
        if (context != null && identity != null) {
            context.caller(identity);
        }
        try {
            instance.service(request, response);
        } finally {
            if (context != null) {
                context.caller(caller);
            }
        }
    }
}
