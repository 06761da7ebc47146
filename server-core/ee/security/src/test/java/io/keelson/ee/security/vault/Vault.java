package io.keelson.ee.security.vault;

import jakarta.inject.Inject;
import jakarta.security.enterprise.SecurityContext;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** For keepers only. */
@WebServlet("/vault")
@ServletSecurity(@HttpConstraint(rolesAllowed = "keeper"))
public class Vault extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private transient SecurityContext security;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter()
                .print(request.getUserPrincipal().getName() + " "
                        + security.getCallerPrincipal().getName() + " " + security.isCallerInRole("keeper") + " "
                        + security.isCallerInRole("guest") + " " + security.hasAccessToWebResource("/vault", "GET"));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("posted " + request.getParameter("what"));
    }
}
