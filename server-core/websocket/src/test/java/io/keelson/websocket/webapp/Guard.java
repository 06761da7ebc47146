package io.keelson.websocket.webapp;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A filter before the endpoints: refuses, or wraps. */
public class Guard extends HttpFilter {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getParameter("refuse") != null) {
            response.sendError(418, "by a filter");
        } else {
            chain.doFilter(new HttpServletRequestWrapper(request), response);
            leave(request, String.valueOf(request.getParameter("leave")));
        }
    }

    /** The handshake has been answered, and the connection is not open yet. */
    private static void leave(HttpServletRequest request, String how) throws ServletException {
        switch (how) {
            case "session" -> request.getSession().invalidate();
            case "logout" -> request.logout();
            case "id" -> request.changeSessionId();
            default -> {
                // stays
            }
        }
    }
}
