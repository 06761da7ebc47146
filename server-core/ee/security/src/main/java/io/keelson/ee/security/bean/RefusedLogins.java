package io.keelson.ee.security.bean;

import static io.keelson.ee.security.registration.SecurityPartLog.LOG;

import jakarta.security.enterprise.AuthenticationException;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.security.enterprise.authentication.mechanism.http.openid.OpenIdConstant;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.NoSuchElementException;

/**
 * Refuses a login by OpenID Connect whose answer or tokens are wrong. Soteria 4.0.2 throws a runtime exception where a claim, a signature
 * or the answer's session is not right, which would be an error of the server. Thread-safe, as the mechanism is.
 */
final class RefusedLogins implements HttpAuthenticationMechanism {
    private final HttpAuthenticationMechanism mechanism;

    RefusedLogins(HttpAuthenticationMechanism mechanism) {
        this.mechanism = mechanism;
    }

    @Override
    public AuthenticationStatus validateRequest(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
            throws AuthenticationException {
        boolean answer =
                request.getParameter(OpenIdConstant.CODE) != null && request.getParameter(OpenIdConstant.STATE) != null;
        boolean renewal = request.getUserPrincipal() != null;
        try {
            return mechanism.validateRequest(request, response, context);
        } catch (IllegalStateException
                | IllegalArgumentException
                | NoSuchElementException
                | NullPointerException
                | ClassCastException e) {
            if (renewal) {
                LOG.loginRefused(reason(e));
                mechanism.cleanSubject(request, response, context);
                return AuthenticationStatus.SEND_FAILURE;
            }
            if (answer) {
                LOG.loginRefused(reason(e));
                return context.notifyContainerAboutLogin(CredentialValidationResult.INVALID_RESULT);
            }
            throw e;
        }
    }

    private static String reason(RuntimeException e) {
        return e instanceof NoSuchElementException
                ? "the answer belongs to no login of this session"
                : e instanceof NullPointerException
                        ? "the provider's answer is incomplete: " + e
                        : String.valueOf(e.getMessage());
    }

    @Override
    public AuthenticationStatus secureResponse(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
            throws AuthenticationException {
        return mechanism.secureResponse(request, response, context);
    }

    @Override
    public void cleanSubject(HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
        mechanism.cleanSubject(request, response, context);
    }
}
