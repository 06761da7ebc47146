package io.keelson.admin.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.keelson.admin.access.IdentityException;
import io.keelson.admin.access.OidcSettings;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks ID tokens (OpenID Connect Core 1.0, 3.1.3.7): signed by a key of the provider with one of the algorithms that are allowed, of
 * that issuer, for this client, not over, and of the login that was begun. Keys are kept for five minutes; a token of a key that is not
 * known has them fetched again, at most twice in half a minute. Thread-safe.
 */
final class IdTokens {
    private static final long KEYS_LIFE_MILLIS = 300_000;
    private static final long REFETCH_MILLIS = 30_000;

    private final OidcSettings settings;
    private final Set<JWSAlgorithm> algorithms;
    private final JWKSource<SecurityContext> keys;

    IdTokens(OidcSettings settings, String keysAddress, Requests requests) throws IdentityException {
        this.settings = settings;
        this.algorithms =
                settings.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
        try {
            this.keys = JWKSourceBuilder.create(URI.create(keysAddress).toURL(), address -> {
                        try {
                            Requests.Reply reply = requests.get(address.toString());
                            if (reply.status() != 200) {
                                throw new IOException("the provider answers with " + reply.status() + " at " + address);
                            }
                            return new Resource(reply.json().toString(), "application/json");
                        } catch (IdentityException e) {
                            throw new IOException(e.getMessage(), e);
                        }
                    })
                    .cache(KEYS_LIFE_MILLIS, settings.timeout().toMillis())
                    .refreshAheadCache(false)
                    .rateLimited(REFETCH_MILLIS)
                    .build();
        } catch (MalformedURLException e) {
            throw new IdentityException("the provider's keys are at no address: " + keysAddress, true, e);
        }
    }

    /**
     * The claims of a token that is good.
     *
     * @param nonce that of the login that was begun
     */
    JWTClaimsSet checked(String token, String nonce) throws IdentityException {
        String client = Objects.requireNonNull(settings.clientId(), "checked by the settings");
        DefaultJWTClaimsVerifier<SecurityContext> verifier = new DefaultJWTClaimsVerifier<>(
                client,
                new JWTClaimsSet.Builder()
                        .issuer(settings.issuer())
                        .claim("nonce", nonce)
                        .build(),
                Set.of("sub", "iat", "exp"));
        verifier.setMaxClockSkew((int) settings.clockSkew().toSeconds());
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, null));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, keys));
        processor.setJWTClaimsSetVerifier(verifier);
        try {
            JWTClaimsSet claims = processor.process(token, null);
            Object authorised = claims.getClaim("azp");
            if (authorised == null && claims.getAudience().size() > 1
                    || authorised != null && !authorised.equals(client)) {
                throw new IdentityException("the token is for another client", false, null);
            }
            return claims;
        } catch (ParseException e) {
            throw new IdentityException("what the provider gives is no token", false, e);
        } catch (BadJOSEException e) {
            throw new IdentityException("the token is not good: " + e.getMessage(), false, e);
        } catch (JOSEException e) {
            throw new IdentityException("the token cannot be checked: " + e.getMessage(), true, e);
        }
    }

    /** A claim's texts: one, or a list; a name that has dots in it also leads into objects, as {@code realm_access.roles}. */
    static List<String> texts(JWTClaimsSet claims, String name) {
        Object value = claims.getClaim(name);
        if (value == null && name.contains(".")) {
            value = claims.getClaims();
            for (String part : name.split("\\.")) {
                value = value instanceof java.util.Map<?, ?> map ? map.get(part) : null;
            }
        }
        if (value instanceof String text) {
            return List.of(text);
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .toList();
        }
        return List.of();
    }
}
