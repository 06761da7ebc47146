package io.keelson.boot;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The application of a {@link Rehearsal}: takes the paths that most applications take at their first request. */
public final class RehearsalServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        request.getSession().setAttribute("name", request.getParameter("name"));
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().println("Rehearsal");
    }
}
