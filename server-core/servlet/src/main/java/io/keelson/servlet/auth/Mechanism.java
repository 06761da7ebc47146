package io.keelson.servlet.auth;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A way to find out who calls. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 13.6 Authentication.
 */
interface Mechanism {
    /** Name for {@code HttpServletRequest.getAuthType}. */
    String scheme();

    /**
     * Looks for proof in the request and, where there is some that is right, sets the request's caller. Makes no response.
     *
     * @return whether there is a caller now
     */
    boolean identify(SecuredRequest request) throws IOException, ServletException;

    /** Asks for proof: a challenge or a login page is in the response afterwards. */
    void challenge(SecuredRequest request, HttpServletResponse response) throws IOException, ServletException;

    /**
     * Answers a request that is the mechanism's own, as a post to {@code j_security_check}, and returns true; returns false for any other.
     */
    default boolean handles(SecuredRequest request, HttpServletResponse response) throws IOException, ServletException {
        return false;
    }

    /** Returns whether a path is the mechanism's own, as that of {@code j_security_check}. */
    default boolean owns(String path) {
        return false;
    }

    /** The path of the page that asks for the login; null where a browser does it itself. */
    default @Nullable String loginPage() {
        return null;
    }

    /** Returns whether somebody who has logged in to another application is known here too, by the scheme of that login. */
    default boolean accepts(String scheme) {
        return true;
    }

    /** Returns whether a path must be reachable without login, as a login page. */
    default boolean exempt(String path) {
        return false;
    }
}
