package io.keelson.servlet.webapp;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Says who calls and whether there is a session; logs out, or ends the session, where it is asked to. */
public final class LoginServlet extends HttpServlet {
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String user = request.getRemoteUser();
        HttpSession session = request.getSession(request.getParameter("session") != null);
        Object note = null;
        if (session != null) {
            note = session.getAttribute("note");
            session.setAttribute("note", user);
        }
        if (request.getParameter("logout") != null) {
            request.logout();
        }
        if (request.getParameter("invalidate") != null) {
            request.getSession().invalidate();
        }
        response.setContentType("text/plain");
        response.getWriter().print(user + " " + request.getAuthType() + " " + note);
    }
}
