package io.keelson.examples.rates;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/** Rates of the bank. */
@ApplicationScoped
public class Quotes {
    private final Map<String, Double> rates = new ConcurrentHashMap<>(Map.of("CHF", 0.93, "USD", 1.08));

    /** Returns the rate of a currency, or nothing where the bank does not deal in it. */
    public OptionalDouble of(String currency) {
        Double rate = rates.get(currency);
        return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    /** Sets the rate of a currency. */
    public void put(String currency, double rate) {
        rates.put(currency, rate);
    }
}
