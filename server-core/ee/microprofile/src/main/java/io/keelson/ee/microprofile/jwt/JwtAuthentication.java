package io.keelson.ee.microprofile.jwt;

import io.keelson.kernel.context.Caller;
import io.keelson.servlet.spi.security.RequestAuthentication;
import io.smallrye.jwt.auth.AbstractBearerTokenExtractor;
import io.smallrye.jwt.auth.cdi.PrincipalProducer;
import io.smallrye.jwt.auth.principal.JWTAuthContextInfo;
import io.smallrye.jwt.auth.principal.JWTParser;
import io.smallrye.jwt.auth.principal.ParseException;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Logs callers in by the bearer token of each request; sessions remember nobody. A token that is wrong is answered with 401, whether the
 * request needs a caller or not. Stateless and thread-safe.
 *
 * <p>Specification: MicroProfile JWT Authentication 2.1, 9.1 Token validation; RFC 6750, 3 The WWW-Authenticate Response Header Field.
 */
final class JwtAuthentication implements RequestAuthentication {
    private static final Logger LOG = Logger.getLogger(JwtAuthentication.class);
    private static final String CHALLENGE = "Bearer";
    private static final String INVALID = "Bearer error=\"invalid_token\"";

    @Override
    public boolean applies(ServletContext context) {
        return true;
    }

    @Override
    public Validated validate(HttpServletRequest request, HttpServletResponse response, boolean mandatory)
            throws IOException {
        Instance<Object> beans = CDI.current();
        String token = new TokenOfRequest(
                        request, beans.select(JWTAuthContextInfo.class).get())
                .getBearerToken();
        if (token == null) {
            return mandatory ? refused(request, response, CHALLENGE) : new Answer(request, response, true, null);
        }
        try {
            JsonWebToken parsed = beans.select(JWTParser.class).get().parse(token);
            beans.select(PrincipalProducer.class).get().setJsonWebToken(parsed);
            return new Answer(
                    request,
                    response,
                    true,
                    new Caller(parsed, Optional.ofNullable(parsed.getGroups()).orElse(Set.of())));
        } catch (ParseException e) {
            LOG.debugf(e, "a token is refused");
            return refused(request, response, INVALID);
        }
    }

    private static Validated refused(HttpServletRequest request, HttpServletResponse response, String challenge)
            throws IOException {
        response.setHeader("WWW-Authenticate", challenge);
        response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
        return new Answer(request, response, false, null);
    }

    @Override
    public void clean(HttpServletRequest request, HttpServletResponse response, @Nullable Caller caller) {
        // A token cannot be taken back; the next request that brings it is that of the caller again.
    }

    private record Answer(
            HttpServletRequest request,
            HttpServletResponse response,
            boolean proceeds,
            @Nullable Caller caller) implements Validated {
        @Override
        public boolean remembers() {
            return false;
        }

        @Override
        public String scheme() {
            return JwtModule.METHOD;
        }

        @Override
        public void secure() {
            // Nothing is added to an answer.
        }
    }

    /** Finds the token where the configuration says that it is. */
    private static final class TokenOfRequest extends AbstractBearerTokenExtractor {
        private final HttpServletRequest request;

        TokenOfRequest(HttpServletRequest request, JWTAuthContextInfo info) {
            super(info);
            this.request = request;
        }

        @Override
        protected @Nullable String getHeaderValue(String name) {
            return request.getHeader(name);
        }

        @Override
        protected @Nullable String getCookieValue(String name) {
            Cookie[] cookies = request.getCookies();
            for (Cookie cookie : cookies == null ? new Cookie[0] : cookies) {
                if (cookie.getName().equals(name)) {
                    return cookie.getValue();
                }
            }
            return null;
        }
    }
}
