package io.keelson.ee.security.club;

import jakarta.inject.Inject;
import jakarta.security.enterprise.SecurityContext;
import jakarta.security.enterprise.identitystore.openid.OpenIdContext;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** For members only: says who is there, by the container and by the provider. */
@WebServlet("/members")
@ServletSecurity(@HttpConstraint(rolesAllowed = "member"))
public class Members extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private transient SecurityContext security;

    @Inject
    private transient OpenIdContext login;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter()
                .print(request.getUserPrincipal().getName() + " "
                        + security.getCallerPrincipal().getName() + " " + security.isCallerInRole("member") + " "
                        + security.isCallerInRole("board") + " " + login.getSubject() + " "
                        + login.getIdentityToken().getClaims().get("aud") + " "
                        + login.getClaims().getEmail().orElse("no mail") + " "
                        + login.getAccessToken().getToken() + " " + request.getParameter("page"));
    }
}
