package io.keelson.ee.microprofile.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;

/** Health checks, some from producers. */
@ApplicationScoped
public class Checks {
    /** The system property that takes the shop down. */
    public static final String DOWN = "keelson.test.down";

    private final AtomicBoolean asked = new AtomicBoolean();

    @Produces
    @Readiness
    @ApplicationScoped
    HealthCheck stock() {
        return () -> HealthCheckResponse.named("stock")
                .status(System.getProperty(DOWN) == null)
                .withData("items", 3)
                .build();
    }

    @Produces
    @Startup
    HealthCheck started() {
        return () -> HealthCheckResponse.up(asked.getAndSet(true) ? "asked" : "first");
    }

    /** A check that throws. */
    @Liveness
    @ApplicationScoped
    public static class Broken implements HealthCheck {
        @Override
        public HealthCheckResponse call() {
            throw new IllegalStateException("the pump is stuck");
        }
    }
}
