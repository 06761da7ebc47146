package io.keelson.servlet.spi.security;

import io.keelson.kernel.context.Caller;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Authentication by modules that an application registers, in place of the {@code login-config} of its descriptor. A part attaches one to
 * the deployment of a web module in {@code prepare}; the web container asks it from {@code start} on. Thread-safe. Calls come on the
 * execute thread of the request, in its invocation context, with its CDI contexts (Authentication 3.1, 3 Servlet Container Profile).
 *
 * <p>Specification: Servlet 6.1, 13.6.5 Additional Container Authentication Mechanisms.
 */
public interface RequestAuthentication {
    /** Returns true if the application has a module at this moment. */
    boolean applies(ServletContext context);

    /**
     * Asks the module who calls. The caller of the request is the one that the session remembers.
     *
     * @param mandatory true if the request needs a caller
     * @throws ServletException where the module fails
     */
    Validated validate(HttpServletRequest request, HttpServletResponse response, boolean mandatory)
            throws IOException, ServletException;

    /** Has the module forget the caller ({@code HttpServletRequest.logout}). */
    void clean(HttpServletRequest request, HttpServletResponse response, @Nullable Caller caller)
            throws ServletException;

    /** The answer of a module. Confined to the request. */
    interface Validated {
        /** Returns true if the request may go on; false where the response is as the module wants it. */
        boolean proceeds();

        /**
         * Returns true if the module has refused the caller. A request that has come is then answered with 403, unless the module has
         * made an answer; where an application has asked ({@code HttpServletRequest.authenticate}), it answers itself.
         */
        default boolean refuses() {
            return false;
        }

        /** Returns the caller; null for nobody. */
        @Nullable
        Caller caller();

        /** Returns true if the session is to remember the caller. */
        boolean remembers();

        /** Returns the scheme, as {@code HttpServletRequest.getAuthType}. */
        String scheme();

        /** Returns the request for the application: that of the call, or a wrapper of it. */
        HttpServletRequest request();

        /** Returns the response for the application: that of the call, or a wrapper of it. */
        HttpServletResponse response();

        /** Tells the module that the application has answered. Once. */
        void secure() throws IOException, ServletException;
    }
}
