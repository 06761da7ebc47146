package io.keelson.ee.microprofile.jwt;

import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;

/**
 * Has REST answer a caller without a token with a challenge, in modules whose login are tokens: 401 instead of 403. The roles of resources
 * are decided by the room of REST, which reads the property. Stateless.
 *
 * <p>Specification: MicroProfile JWT Authentication 2.1, 7.3 Mapping the Caller's groups.
 */
public final class TokenChallenge implements Feature {
    /** Property of REST, by which it knows how callers log in: the value of {@code WWW-Authenticate}. */
    private static final String PROPERTY = "io.keelson.rest.challenge";

    @Override
    public boolean configure(FeatureContext context) {
        boolean wanted = JwtModule.isCurrent();
        if (wanted) {
            context.property(PROPERTY, "Bearer");
        }
        return wanted;
    }
}
