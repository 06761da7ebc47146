package io.keelson.ee.security.vault;

import static jakarta.interceptor.Interceptor.Priority.APPLICATION;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import jakarta.security.enterprise.AuthenticationException;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition.BasicAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanismHandler;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Asks for users by BASIC, with one realm at the first door and another at the second. */
@BasicAuthenticationMechanismDefinition(realmName = "first")
@BasicAuthenticationMechanismDefinition(realmName = "second", qualifiers = SecondDoor.class)
@Alternative
@Priority(APPLICATION)
@ApplicationScoped
public class TwoDoors implements HttpAuthenticationMechanismHandler {
    @Inject
    @BasicAuthenticationMechanism
    private HttpAuthenticationMechanism first;

    @Inject
    @SecondDoor
    private HttpAuthenticationMechanism second;

    @Override
    public AuthenticationStatus validateRequest(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
            throws AuthenticationException {
        return (request.getParameter("second") == null ? first : second).validateRequest(request, response, context);
    }
}
