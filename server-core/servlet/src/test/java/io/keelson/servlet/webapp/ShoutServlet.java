package io.keelson.servlet.webapp;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;

/** Switches to a protocol in which each byte comes back in upper case, until a full stop. */
@WebServlet("/shout")
public final class ShoutServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        response.setHeader("Upgrade", "shout");
        response.setHeader("Connection", "Upgrade");
        request.upgrade(Shout.class);
        // As Tyrus does: it has no effect on what comes next.
        response.setStatus(101);
        response.flushBuffer();
    }

    /** The protocol, by blocking streams. */
    public static final class Shout implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {
            try (connection) {
                ServletInputStream in = connection.getInputStream();
                for (int b = in.read(); b >= 0 && b != '.'; b = in.read()) {
                    connection.getOutputStream().write(Character.toUpperCase(b));
                    connection.getOutputStream().flush();
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void destroy() {}
    }
}
