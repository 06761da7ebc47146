package io.keelson.net.config;

/** Header fields in which a trusted front says who its client is. */
public enum ForwardedHeaders {
    /** {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and {@code -Port}. */
    X_FORWARDED,
    /** {@code Forwarded} (RFC 7239). */
    FORWARDED,
    /** None. */
    NONE
}
