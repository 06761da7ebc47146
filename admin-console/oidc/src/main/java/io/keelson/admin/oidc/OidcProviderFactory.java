package io.keelson.admin.oidc;

import io.keelson.admin.access.IdentityProvider;
import io.keelson.admin.access.IdentityProviderFactory;
import io.keelson.admin.access.OidcSettings;
import java.nio.file.Path;

/** Makes the provider of OpenID Connect. */
public final class OidcProviderFactory implements IdentityProviderFactory {
    @Override
    public IdentityProvider make(OidcSettings settings, Path domain) {
        return new OidcProvider(settings, domain);
    }
}
