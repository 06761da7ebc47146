package io.keelson.ee.security.vault;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Refuses whoever wants something that is not for everybody, and whoever asks by program. */
@ApplicationScoped
public class Refusing implements HttpAuthenticationMechanism {
    @Override
    public AuthenticationStatus validateRequest(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
        return context.isProtected() || context.isAuthenticationRequest()
                ? AuthenticationStatus.SEND_FAILURE
                : context.doNothing();
    }
}
