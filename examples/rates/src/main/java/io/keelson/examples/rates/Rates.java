package io.keelson.examples.rates;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.temporal.ChronoUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.rest.client.inject.RestClient;

/** Rates as the bank says them, or the usual one where it does not answer. */
@ApplicationScoped
public class Rates {
    @Inject
    @RestClient
    private Bank bank;

    @Inject
    @ConfigProperty(name = "rates.usual", defaultValue = "1.0")
    private double usual;

    /** Asks the bank; it has two seconds, and a second try. */
    @Timeout(value = 2, unit = ChronoUnit.SECONDS)
    @Retry(maxRetries = 1, abortOn = UnknownCurrency.class)
    @Fallback(fallbackMethod = "usual", skipOn = UnknownCurrency.class)
    public Rate of(String currency) throws UnknownCurrency {
        return new Rate(currency, bank.rate(currency), "bank");
    }

    Rate usual(String currency) {
        return new Rate(currency, usual, "default");
    }
}
