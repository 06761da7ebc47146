package io.keelson.ee.security.bean;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.security.enterprise.AuthenticationException;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.glassfish.soteria.mechanisms.BasicAuthenticationMechanism;
import org.jspecify.annotations.Nullable;

/**
 * Logs in by BASIC with passwords of any characters. Soteria 4.0.2 takes what is between the first and the second colon for the password,
 * and fails where there is nothing. The challenge is Soteria's. Thread-safe.
 *
 * <p>Specification: RFC 7617, 2 The 'Basic' Authentication Scheme.
 */
final class WholePasswords extends BasicAuthenticationMechanism {
    private static final String AUTHORIZATION = "Authorization";
    private static final String SCHEME = "Basic ";

    private final BasicAuthenticationMechanism mechanism;

    WholePasswords(BasicAuthenticationMechanism mechanism) {
        this.mechanism = mechanism;
    }

    @Override
    public AuthenticationStatus validateRequest(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
            throws AuthenticationException {
        UsernamePasswordCredential login = login(request.getHeader(AUTHORIZATION));
        if (login != null) {
            CredentialValidationResult result =
                    CDI.current().select(IdentityStoreHandler.class).get().validate(login);
            if (result.getStatus() == CredentialValidationResult.Status.VALID) {
                return context.notifyContainerAboutLogin(result.getCallerPrincipal(), result.getCallerGroups());
            }
        }
        return mechanism.validateRequest(new Nobodys(request), response, context);
    }

    /** Returns user and password of a header field; null where it has none that can be read. */
    static @Nullable UsernamePasswordCredential login(@Nullable String header) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        try {
            byte[] bytes =
                    Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
            String text = new String(bytes, StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            return colon < 0
                    ? null
                    : new UsernamePasswordCredential(text.substring(0, colon), text.substring(colon + 1));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** A request as it was, without its login. */
    private static final class Nobodys extends HttpServletRequestWrapper {
        Nobodys(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable String getHeader(String name) {
            return AUTHORIZATION.equalsIgnoreCase(name) ? null : super.getHeader(name);
        }
    }
}
