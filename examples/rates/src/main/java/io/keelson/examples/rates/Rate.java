package io.keelson.examples.rates;

/**
 * A rate.
 *
 * @param currency three letters
 * @param rate units of the currency for one euro
 * @param from {@code bank} or {@code default}
 */
public record Rate(String currency, double rate, String from) {}
