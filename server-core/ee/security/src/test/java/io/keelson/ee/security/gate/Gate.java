package io.keelson.ee.security.gate;

import jakarta.security.jacc.PolicyContext;
import jakarta.security.jacc.PolicyFactory;
import jakarta.security.jacc.PrincipalMapper;
import jakarta.security.jacc.WebResourcePermission;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.TreeSet;
import javax.security.auth.Subject;

/** For keepers: says what the context of policies has of the call. */
@WebServlet("/gate/*")
@ServletSecurity(@HttpConstraint(rolesAllowed = "keeper"))
public class Gate extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Subject subject = PolicyContext.get(PolicyContext.SUBJECT);
        HttpServletRequest known = PolicyContext.get(PolicyContext.HTTP_SERVLET_REQUEST);
        PrincipalMapper mapper = PolicyContext.get(PolicyContext.PRINCIPAL_MAPPER);
        WebResourcePermission asked = new WebResourcePermission(request);
        response.getWriter()
                .print(PolicyContext.getContextID() + " "
                        + (subject == null
                                ? "nobody"
                                : mapper.getCallerPrincipal(subject).getName()) + " "
                        + (subject == null ? "none" : new TreeSet<>(mapper.getMappedRoles(subject))) + " "
                        + (known == null ? "none" : known.getPathInfo()) + " "
                        + PolicyFactory.getPolicyFactory().getPolicy().isUnchecked(asked) + " "
                        + PolicyFactory.getPolicyFactory().getPolicy().impliesByRole(asked, subject) + " "
                        + request.isUserInRole("keeper") + " " + request.isUserInRole("visitor"));
    }
}
