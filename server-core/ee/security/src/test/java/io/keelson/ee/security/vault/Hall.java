package io.keelson.ee.security.vault;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.security.enterprise.SecurityContext;
import jakarta.security.enterprise.authentication.mechanism.http.AuthenticationParameters;
import jakarta.security.enterprise.identitystore.IdentityStore;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** For everybody: says who is there, and whether they may go to the vault. */
@WebServlet("/hall")
public class Hall extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private transient SecurityContext security;

    @Any
    @Inject
    private transient Instance<IdentityStore> stores;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        if (request.getParameter("ask") != null && !request.authenticate(response)) {
            return;
        }
        if (request.getParameter("try") != null) {
            response.getWriter().print(security.authenticate(request, response, AuthenticationParameters.withParams()));
            return;
        }
        if (request.getParameter("stores") != null) {
            response.getWriter().print(stores.stream().count());
            return;
        }
        if (request.getParameter("leave") != null) {
            request.logout();
        }
        response.getWriter()
                .print((security.getCallerPrincipal() == null
                                ? "nobody"
                                : security.getCallerPrincipal().getName())
                        + " " + security.hasAccessToWebResource("/vault", "GET") + " " + request.getAuthType());
    }
}
