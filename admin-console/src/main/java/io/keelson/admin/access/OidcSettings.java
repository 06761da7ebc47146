package io.keelson.admin.access;

import io.keelson.base.config.Setting;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Logins to the console by a provider of OpenID Connect.
 *
 * @param issuer the provider; null: there is none
 * @param label what the console calls it
 * @param clientId as whom the server is known there
 * @param clientSecret by what it shows that
 * @param clientSecretFile a file whose first line is that secret
 * @param scopes what it asks for
 * @param userClaim what names the user
 * @param groupsClaim what names the user's groups
 * @param groupPrefix what is put before them
 * @param algorithms by which tokens may be signed
 * @param clockSkew by how much the clocks may differ
 * @param timeout how long one request to the provider takes at most
 * @param trustFile who may have signed the provider's certificate
 */
public record OidcSettings(
        @Setting(
                help =
                        "The provider's issuer, as it calls itself: https://login.example.com/realms/staff. Without it nobody logs in that"
                                + " way.")
        @Nullable
        String issuer,

        @Setting(
                help = "What the console calls the provider.",
                defaultValue = "OpenID Connect",
                pattern = "[^<>\\x00-\\x1f\\x7f]{1,60}")
        String label,

        @Setting(help = "The client that the server is at the provider.") @Nullable
        String clientId,

        @Setting(
                help = "The client's secret; better client-secret-file, or a variable of the environment that "
                        + "overrides this. Without one the"
                        + " client is a public one.",
                secret = true)
        @Nullable
        String clientSecret,

        @Setting(help = "File whose first line is the client's secret, relative to the domain.") @Nullable
        Path clientSecretFile,

        @Setting(
                help = "Scopes that are asked for besides openid, such as profile or groups.",
                pattern = "[\\x21-\\x7e&&[^\"\\\\]]{1,100}")
        List<String> scopes,

        @Setting(
                help = "The claim of the token that names the user.",
                defaultValue = "preferred_username",
                pattern = "[A-Za-z0-9_:/.-]{1,200}")
        String userClaim,

        @Setting(
                help =
                        "The claim of the token that names the user's groups; management.role-groups says what these may do.",
                defaultValue = "groups",
                pattern = "[A-Za-z0-9_:/.-]{1,200}")
        String groupsClaim,

        @Setting(
                help = "What is put before the names of these groups, so that they are none of the realm's.",
                pattern = "[^,:]{1,50}")
        @Nullable
        String groupPrefix,

        @Setting(
                help = "The algorithms by which tokens may be signed.",
                defaultValue = "RS256, PS256, ES256",
                pattern = "(RS|PS|ES)(256|384|512)")
        List<String> algorithms,

        @Setting(
                help = "By how much the clocks of server and provider may differ.",
                defaultValue = "30s",
                min = "0s",
                max = "5m")
        Duration clockSkew,

        @Setting(
                help = "How long one request to the provider takes at most.",
                defaultValue = "5s",
                min = "1s",
                max = "30s")
        Duration timeout,

        @Setting(
                help =
                        "Certificates in PEM of who may have signed that of the provider, relative to the domain; without them those that"
                                + " Java trusts.")
        @Nullable
        Path trustFile) {
    public OidcSettings {
        scopes = List.copyOf(scopes);
        algorithms = List.copyOf(algorithms);
        if (issuer != null) {
            if (clientId == null) {
                throw new IllegalArgumentException("an issuer needs a client-id");
            }
            if (clientSecret != null && clientSecretFile != null) {
                throw new IllegalArgumentException(
                        "client-secret and client-secret-file are two answers; give one of them");
            }
            if (algorithms.isEmpty()) {
                throw new IllegalArgumentException("no token would be good without algorithms");
            }
            checkAddress("issuer", issuer);
        }
    }

    /**
     * Checks that nobody in between can read what goes to an address.
     *
     * @throws IllegalArgumentException where somebody could, or it is no address
     */
    public static void checkAddress(String what, String address) {
        try {
            URI uri = new URI(address);
            String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
            boolean near = host.equals("localhost")
                    || host.equals("[::1]")
                    || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
            if ("https".equals(uri.getScheme()) && !host.isEmpty() || "http".equals(uri.getScheme()) && near) {
                return;
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the " + what + " is no address: '" + address + "'", e);
        }
        throw new IllegalArgumentException("the " + what + " is an address of https, not '" + address + "'");
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "OpenID Connect by " + issuer + " for " + clientId;
    }
}
