package io.keelson.admin.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import io.keelson.admin.access.IdentityException;
import io.keelson.admin.access.IdentityProvider;
import io.keelson.admin.access.OidcSettings;
import io.keelson.base.config.PasswordFile;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A provider of OpenID Connect, by the authorisation code flow with PKCE. What the provider says of itself (Discovery 1.0) is asked for
 * when it is first needed and kept; what could not be had is asked for again. Thread-safe: two that find it out at a time find out the
 * same.
 */
final class OidcProvider implements IdentityProvider {
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final int LONGEST_NAME = 200;
    private static final int MOST_GROUPS = 1000;

    private final OidcSettings settings;
    private final String issuer;
    private final String client;
    private final Path domain;
    private final Requests requests;
    private volatile @Nullable Known known;

    /** Addresses of the provider as it says itself, and the check of its ID tokens. */
    private record Known(
            String authorization, String token, @Nullable String end, IdTokens tokens) {}

    OidcProvider(OidcSettings settings, Path domain) {
        this.settings = settings;
        this.issuer = Objects.requireNonNull(settings.issuer(), "asked for only with an issuer");
        this.client = Objects.requireNonNull(settings.clientId(), "checked by the settings");
        this.domain = domain;
        this.requests = new Requests(settings, domain);
    }

    private Known known() throws IdentityException {
        Known there = known;
        if (there == null) {
            there = discovered();
            known = there;
        }
        return there;
    }

    private Known discovered() throws IdentityException {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        Requests.Reply reply = requests.get(base + DISCOVERY);
        JsonObject said = reply.json();
        if (reply.status() != 200 || !issuer.equals(said.getString("issuer", ""))) {
            throw new IdentityException(
                    "there is no provider that calls itself " + issuer + " at " + base + DISCOVERY + " (status "
                            + reply.status() + ")",
                    true,
                    null);
        }
        String end = said.getString("end_session_endpoint", "");
        return new Known(
                address(said, "authorization_endpoint"),
                address(said, "token_endpoint"),
                end.isEmpty() ? null : address(said, "end_session_endpoint"),
                new IdTokens(settings, address(said, "jwks_uri"), requests));
    }

    private static String address(JsonObject said, String key) throws IdentityException {
        String address = said.getString(key, "");
        try {
            OidcSettings.checkAddress(key, address);
            return address;
        } catch (IllegalArgumentException e) {
            throw new IdentityException("what the provider says of itself cannot be used: " + e.getMessage(), true, e);
        }
    }

    @Override
    public URI begin(Flow flow) throws IdentityException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("response_type", "code");
        parameters.put("client_id", client);
        parameters.put("redirect_uri", flow.back().toString());
        parameters.put("scope", scope());
        parameters.put("state", flow.state());
        parameters.put("nonce", flow.nonce());
        parameters.put("code_challenge", challenge(flow.verifier()));
        parameters.put("code_challenge_method", "S256");
        return with(known().authorization, parameters);
    }

    private String scope() {
        StringBuilder scope = new StringBuilder("openid");
        settings.scopes().stream()
                .filter(each -> !each.equals("openid"))
                .forEach(each -> scope.append(' ').append(each));
        return scope.toString();
    }

    private static String challenge(String verifier) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    @Override
    public Identity finish(Flow flow, String code) throws IdentityException {
        Known there = known();
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", flow.back().toString());
        form.put("code_verifier", flow.verifier());
        String secret = secret();
        Map<String, String> fields = Map.of();
        if (secret == null) {
            form.put("client_id", client);
        } else {
            // RFC 6749, 2.3.1: each encoded as in a form before they are joined.
            byte[] both = (encoded(client) + ":" + encoded(secret)).getBytes(StandardCharsets.UTF_8);
            fields = Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(both));
        }
        Requests.Reply reply = requests.post(there.token, fields, encoded(form));
        String token = reply.json().getString("id_token", "");
        if (reply.status() != 200 || token.isEmpty()) {
            String error = reply.json().getString("error", "").replaceAll("[^a-z_]", "?");
            throw new IdentityException(
                    "the provider gives no token: status " + reply.status() + " "
                            + error.substring(0, Math.min(60, error.length())),
                    reply.status() >= 500,
                    null);
        }
        return identity(there.tokens.checked(token, flow.nonce()), token);
    }

    private Identity identity(JWTClaimsSet claims, String token) throws IdentityException {
        List<String> names = IdTokens.texts(claims, settings.userClaim());
        if (names.size() != 1 || !usable(names.get(0))) {
            throw new IdentityException(
                    "the token has no claim '" + settings.userClaim() + "' that could be a user's name", false, null);
        }
        Set<String> groups = IdTokens.texts(claims, settings.groupsClaim()).stream()
                .filter(OidcProvider::usable)
                .limit(MOST_GROUPS)
                .collect(Collectors.toSet());
        return new Identity(names.get(0), groups, token);
    }

    private static boolean usable(String name) {
        return !name.isBlank()
                && name.length() <= LONGEST_NAME
                && name.equals(name.strip())
                && name.codePoints()
                        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
    }

    @Override
    public Optional<URI> end(String token, URI back) {
        Known there = known;
        return there == null || there.end == null
                ? Optional.empty()
                : Optional.of(with(
                        there.end,
                        Map.of(
                                "id_token_hint",
                                token,
                                "client_id",
                                client,
                                "post_logout_redirect_uri",
                                back.toString())));
    }

    private @Nullable String secret() throws IdentityException {
        Path file = settings.clientSecretFile();
        if (file == null) {
            return settings.clientSecret();
        }
        try {
            return PasswordFile.read(domain.resolve(file));
        } catch (IOException e) {
            throw new IdentityException("the client-secret-file " + file + " cannot be read: " + e, true, e);
        }
    }

    private static URI with(String address, Map<String, String> parameters) {
        return URI.create(address + (address.contains("?") ? "&" : "?") + encoded(parameters));
    }

    private static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
