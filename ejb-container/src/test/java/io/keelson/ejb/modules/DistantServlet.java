package io.keelson.ejb.modules;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls a bean by a name, twice. */
@WebServlet("/distant")
public class DistantServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @EJB(lookup = "java:global/far/DistantBean!io.keelson.ejb.modules.Distant")
    private transient Distant distant;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().print(distant.slip() + " " + distant.slip());
    }
}
