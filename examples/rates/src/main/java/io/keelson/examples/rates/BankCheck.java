package io.keelson.examples.rates;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready while the bank knows the dollar. */
@Readiness
@ApplicationScoped
public class BankCheck implements HealthCheck {
    @Inject
    private Quotes quotes;

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("bank")
                .status(quotes.of("USD").isPresent())
                .build();
    }
}
