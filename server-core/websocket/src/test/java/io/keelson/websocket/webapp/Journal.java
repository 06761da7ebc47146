package io.keelson.websocket.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the endpoints of the application have noted, to be read over HTTP. */
public class Journal extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Queue<String> LINES = new ConcurrentLinkedQueue<>();

    public static void note(String line) {
        LINES.add(line);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getParameter("make") != null) {
            request.getSession();
        }
        response.setContentType("text/plain;charset=utf-8");
        response.getWriter().print(String.join("\n", LINES));
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws IOException {
        LINES.clear();
        if (request.getParameter("session") != null) {
            request.getSession().invalidate();
        }
        if (request.getParameter("logout") != null) {
            try {
                request.logout();
            } catch (jakarta.servlet.ServletException e) {
                throw new IOException(e);
            }
        }
    }
}
