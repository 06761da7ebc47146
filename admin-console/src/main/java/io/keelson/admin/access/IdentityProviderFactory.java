package io.keelson.admin.access;

import java.nio.file.Path;

/** Makes the provider of the settings. Found by {@link java.util.ServiceLoader} in the part {@code oidc}. */
public interface IdentityProviderFactory {
    /**
     * The provider; asks nobody yet.
     *
     * @param settings with an issuer
     * @param domain the domain's directory, against which files are resolved
     */
    IdentityProvider make(OidcSettings settings, Path domain);
}
