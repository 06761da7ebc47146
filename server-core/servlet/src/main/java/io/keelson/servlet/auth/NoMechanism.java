package io.keelson.servlet.auth;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Without {@code login-config} nobody can log in from outside; only {@code HttpServletRequest.login} remains.
 *
 * <p>Specification: Servlet 6.1, 13.3 Programmatic Security.
 */
final class NoMechanism implements Mechanism {
    @Override
    public String scheme() {
        return "NONE";
    }

    @Override
    public boolean identify(SecuredRequest request) {
        return false;
    }

    @Override
    public void challenge(SecuredRequest request, HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_FORBIDDEN);
    }
}
