package io.keelson.ee.security.bean;

import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.proc.JWTClaimsSetVerifier;
import jakarta.enterprise.context.ApplicationScoped;
import org.glassfish.soteria.mechanisms.openid.controller.JWTValidator;

/**
 * Takes only tokens with a signature from a provider of OpenID Connect. Soteria 4.0.2 takes a token of the algorithm {@code none} as well,
 * which anybody can write. Thread-safe, as its superclass is.
 */
@ApplicationScoped
public class SignedTokens extends JWTValidator {
    /** Made by CDI. */
    public SignedTokens() {}

    @Override
    public JWTClaimsSet validateBearerToken(JWT token, JWTClaimsSetVerifier verifier) {
        if (token instanceof PlainJWT) {
            throw new IllegalStateException("the provider's token is not signed");
        }
        return super.validateBearerToken(token, verifier);
    }
}
