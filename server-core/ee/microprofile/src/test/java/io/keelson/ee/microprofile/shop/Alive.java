package io.keelson.ee.microprofile.shop;

import jakarta.enterprise.context.RequestScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** A check of the scope of a request. */
@Liveness
@RequestScoped
public class Alive implements HealthCheck {
    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.up("alive");
    }
}
