package io.keelson.servlet.webapp;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** Says what a servlet sees of the protocol's version, and what it may not do. */
@WebServlet("/version")
public final class VersionServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (request.getProtocol().equals("HTTP/2.0")) {
            // Over HTTP/1.1 the JDK's client does not read trailer fields, and fails on its own assertion.
            response.setTrailerFields(() -> Map.of("X-Trailer", "1"));
        }
        response.setContentType("text/plain");
        response.getWriter()
                .println(request.getProtocol()
                        + ' '
                        + request.getServletConnection().getProtocol()
                        + ' '
                        + request.getScheme()
                        + ' '
                        + (request.getHeader("Host").equals("127.0.0.1:" + request.getServerPort()))
                        + ' '
                        + !request.getProtocolRequestId().isEmpty()
                        + ' '
                        + (request.newPushBuilder() == null)
                        + ' '
                        + upgrade(request));
    }

    private static String upgrade(HttpServletRequest request) throws ServletException, IOException {
        if (request.getProtocol().equals("HTTP/1.1")) {
            return "upgrades";
        }
        try {
            request.upgrade(ShoutServlet.Shout.class);
            return "upgrades";
        } catch (IllegalStateException | ServletException | IOException e) {
            return "no upgrade";
        }
    }
}
