package io.keelson.session.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Counts the requests of a session. */
public final class CounterServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        Counter counter = session.getAttribute("counter") instanceof Counter there ? there : new Counter();
        counter.add();
        session.setAttribute("counter", counter);
        response.getWriter().print(counter);
        String user = request.getParameter("user");
        if (request.getParameter("end") != null) {
            session.invalidate();
        } else if (user != null) {
            session.setAttribute("user", user);
            response.getWriter().print(" id " + session.getId().replaceFirst("!.*", ""));
        }
    }
}
