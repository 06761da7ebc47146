package io.keelson.ee.security.club;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.OpenIdAuthenticationMechanismDefinition;
import jakarta.security.enterprise.authentication.mechanism.http.openid.ClaimsDefinition;
import jakarta.security.enterprise.authentication.mechanism.http.openid.LogoutDefinition;

/** Members come from the provider. */
@OpenIdAuthenticationMechanismDefinition(
        providerURI = "${settings.provider}",
        clientId = "club",
        clientSecret = "club-secret",
        redirectURI = "${baseURL}/callback",
        redirectToOriginalResource = true,
        tokenAutoRefresh = true,
        claimsDefinition = @ClaimsDefinition(callerNameClaim = "preferred_username", callerGroupsClaim = "groups"),
        logout = @LogoutDefinition(notifyProvider = true, redirectURI = "${baseURL}/entrance"))
@ApplicationScoped
public class Login {}
