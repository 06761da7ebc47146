/**
 * Logins to the console by a provider of OpenID Connect (Core 1.0, Discovery 1.0, RFC 7636): a part, opened where {@code management.oidc}
 * names an issuer. Nothing else knows the library that checks tokens. {@link io.keelson.admin.oidc.OidcProvider} does the exchange,
 * {@link io.keelson.admin.oidc.IdTokens} checks what comes of it, {@link io.keelson.admin.oidc.Requests} asks. All are thread-safe and
 * have no thread. See docs/design/realms.md.
 */
@NullMarked
package io.keelson.admin.oidc;

import org.jspecify.annotations.NullMarked;
