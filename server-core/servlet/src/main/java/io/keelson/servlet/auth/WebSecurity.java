package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The security of one web application. Thread-safe; methods that take a request run on the request's execute thread, in
 * the application's context, and may take as long as checking a password takes.
 *
 * <p>Specification: Servlet 6.1, 13.3 Programmatic Security; Servlet 6.1, 13.8.3 Processing Requests.
 */
public interface WebSecurity {
    /**
     * The gate before the filter chain (13.8). Called once for a request from outside, before the first filter, never for
     * include, error and async dispatches. Sets the request's caller, also on paths without constraint where the
     * session or an {@code Authorization} field says who it is. Handles {@code j_security_check} itself.
     *
     * @return whether the chain may run; if false the response is as it shall be (401, 403, 404, a redirect, a login
     *     page) and the container ends it; a status that was set with {@code sendError} gets its error page as usual
     */
    boolean permit(SecuredRequest request, HttpServletResponse response) throws IOException, ServletException;

    /**
     * The gate before a forward, where the application asks for one ({@code check-auth-on-forward} of {@code weblogic.xml}).
     *
     * @param path that of the target, as {@link SecuredRequest#pathInContext}
     * @return as {@link #permit}
     */
    boolean permitForward(SecuredRequest request, String path, HttpServletResponse response)
            throws IOException, ServletException;

    /** {@code HttpServletRequest.authenticate}: true when there is a caller; else a challenge is in the response. */
    boolean authenticate(SecuredRequest request, HttpServletResponse response) throws IOException, ServletException;

    /**
     * {@code HttpServletRequest.login}. Changes the session's id where there is one.
     *
     * @throws ServletException when there is a caller already, or user and password are not accepted
     */
    void login(SecuredRequest request, @Nullable String user, @Nullable String password) throws ServletException;

    /** {@code HttpServletRequest.logout}: request and session forget the caller. */
    void logout(SecuredRequest request, HttpServletResponse response) throws ServletException;

    /**
     * {@code HttpServletRequest.isUserInRole}.
     *
     * @param servlet name of the servlet that is running, for its role references; null: none
     */
    boolean isUserInRole(@Nullable Caller caller, String role, @Nullable String servlet);

    /** Returns who a servlet with {@code run-as} calls others as; empty where the servlet has none. */
    Optional<Caller> runAs(String servlet);
}
