package io.keelson.ee.security.gate;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBAccessException;
import jakarta.security.jacc.PolicyContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls the clerk for everybody. */
@WebServlet("/desk")
public class Desk extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient Clerk clerk;

    private interface Call {
        String run();
    }

    private static String tried(Call call) {
        try {
            return call.run();
        } catch (EJBAccessException e) {
            return "denied";
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        if (request.getParameter("login") != null && !request.authenticate(response)) {
            return;
        }
        response.getWriter()
                .print(tried(() -> clerk.count(new int[2], "d")) + "; " + tried(clerk::burn) + "; "
                        + tried(() -> clerk.greet("ann")) + "; " + PolicyContext.getContextID() + " "
                        + (PolicyContext.get(PolicyContext.HTTP_SERVLET_REQUEST) != null));
    }
}
