package io.keelson.ee.security.vault;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.AuthenticationException;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Takes user and password from a header, {@code X-Token: user/password}; has the session remember with {@code X-Keep}. */
@ApplicationScoped
public class TokenMechanism implements HttpAuthenticationMechanism {
    @Inject
    private IdentityStoreHandler stores;

    @Override
    public AuthenticationStatus validateRequest(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
            throws AuthenticationException {
        String token = request.getHeader("X-Token");
        if (token == null && request.getUserPrincipal() != null) {
            return context.notifyContainerAboutLogin(request.getUserPrincipal(), java.util.Set.of());
        }
        if (token == null) {
            return context.isProtected() ? context.responseUnauthorized() : context.doNothing();
        }
        if (token.equals("break")) {
            throw new AuthenticationException("planted");
        }
        String[] parts = token.split("/");
        if (request.getHeader("X-Keep") != null) {
            context.setRegisterSession(parts[0], java.util.Set.of());
        }
        return context.notifyContainerAboutLogin(stores.validate(new UsernamePasswordCredential(parts[0], parts[1])));
    }
}
