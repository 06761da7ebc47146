package io.keelson.ejb.modules;

import jakarta.ejb.EJB;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Uses beans of other modules. */
@WebServlet("/modules")
public class ModulesServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Inject
    private transient Counter counter;

    @Inject
    @Any
    private transient Instance<Till> tills;

    @EJB
    private transient Hidden hidden;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().print(counter.told() + ", " + tills.get().word() + ", hidden " + hidden.beans());
    }
}
