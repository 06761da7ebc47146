package io.keelson.ee.security.authentication;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.security.enterprise.identitystore.openid.OpenIdContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.glassfish.soteria.mechanisms.openid.domain.LogoutConfiguration;
import org.glassfish.soteria.mechanisms.openid.domain.OpenIdConfiguration;

/**
 * A response by which Soteria leads to the provider of OpenID Connect for the end of the session there. Soteria 4.0.2 takes the address
 * from {@code UriBuilder.toString()}, which is an address with Jersey only; with another implementation of REST it is made here.
 *
 * <p>Specification: OpenID Connect RP-Initiated Logout 1.0, 2 RP-Initiated Logout.
 */
final class LogoutResponse extends HttpServletResponseWrapper {
    /** Pattern of what {@code Object.toString()} says of a builder. */
    private static final String NO_ADDRESS = "[\\w.]+UriBuilder\\w*@[0-9a-f]+";

    private final HttpServletRequest request;

    LogoutResponse(HttpServletRequest request, HttpServletResponse response) {
        super(response);
        this.request = request;
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        super.sendRedirect(location.matches(NO_ADDRESS) ? address() : location);
    }

    private String address() {
        OpenIdConfiguration configuration =
                CDI.current().select(OpenIdConfiguration.class).get();
        OpenIdContext login = CDI.current().select(OpenIdContext.class).get();
        LogoutConfiguration logout = configuration.getLogoutConfiguration();
        String end = configuration.getProviderMetadata().getEndSessionEndpoint();
        StringBuilder address = new StringBuilder(end)
                .append(end.indexOf('?') < 0 ? '?' : '&')
                .append("id_token_hint=")
                .append(encoded(login.getIdentityToken().getToken()));
        if (logout.getRedirectURI() != null && !logout.getRedirectURI().isEmpty()) {
            address.append("&post_logout_redirect_uri=").append(encoded(logout.buildRedirectURI(request)));
        }
        return address.toString();
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
