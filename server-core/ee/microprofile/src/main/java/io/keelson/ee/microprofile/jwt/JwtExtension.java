package io.keelson.ee.microprofile.jwt;

import io.smallrye.jwt.auth.cdi.ClaimValueProducer;
import io.smallrye.jwt.auth.cdi.CommonJwtProducer;
import io.smallrye.jwt.auth.cdi.JWTCallerPrincipalFactoryProducer;
import io.smallrye.jwt.auth.cdi.JsonValueProducer;
import io.smallrye.jwt.auth.cdi.OptionalClaimTypeProducer;
import io.smallrye.jwt.auth.cdi.PrincipalProducer;
import io.smallrye.jwt.auth.cdi.RawClaimTypeProducer;
import io.smallrye.jwt.auth.principal.DefaultJWTParser;
import io.smallrye.jwt.config.JWTAuthContextInfoProvider;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import java.util.List;

/**
 * Adds SmallRye's beans for the token and its claims, without its mechanism and filters: the web container asks
 * {@link JwtAuthentication}. One an application.
 *
 * <p>Specification: MicroProfile JWT Authentication 2.1, 7.1 CDI Injection Requirements.
 */
public final class JwtExtension implements Extension {
    private static final List<Class<?>> BEANS = List.of(
            ClaimValueProducer.class,
            CommonJwtProducer.class,
            DefaultJWTParser.class,
            JWTCallerPrincipalFactoryProducer.class,
            JsonValueProducer.class,
            JWTAuthContextInfoProvider.class,
            OptionalClaimTypeProducer.class,
            PrincipalProducer.class,
            RawClaimTypeProducer.class);

    void add(@Observes BeforeBeanDiscovery event, BeanManager beans) {
        BEANS.forEach(type -> event.addAnnotatedType(beans.createAnnotatedType(type), "keelson " + type.getName()));
    }
}
