package io.keelson.examples.sessions;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.List;

/**
 * Each request adds one to the count in its session. The answer says the count and which servers have the session: JSON, or a page for a
 * browser.
 */
@WebServlet("")
public class SessionCounterServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        int count;
        synchronized (session.getId().intern()) { // requests of one session may come at once, to one server at a time
            Integer before = (Integer) session.getAttribute("count");
            count = before == null ? 1 : before + 1;
            session.setAttribute("count", count);
        }
        List<?> servers = request.getAttribute("io.keelson.session.servers") instanceof List<?> list ? list : List.of();
        String server = quoted(servers, 0);
        response.setHeader("Cache-Control", "no-store");
        String accepted = request.getHeader("Accept");
        if (accepted != null && accepted.contains("text/html")) {
            response.setContentType("text/html;charset=UTF-8");
            response.getWriter()
                    .println("<!DOCTYPE html><title>Session counter</title><h1>" + count + "</h1><p>primary " + server
                            + ", secondary " + quoted(servers, 1) + "</p><p><a href=\""
                            + response.encodeURL(request.getContextPath() + "/") + "\">again</a></p>");
        } else {
            response.setContentType("application/json");
            response.getWriter()
                    .println("{\"count\":" + count + ",\"server\":" + server + ",\"primary\":" + server
                            + ",\"secondary\":" + quoted(servers, 1) + "}");
        }
    }

    /** Names of servers have no characters that would have to be escaped. */
    private static String quoted(List<?> servers, int index) {
        return index < servers.size() ? "\"" + servers.get(index) + "\"" : "null";
    }
}
