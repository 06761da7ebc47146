package io.keelson.balancer;

import java.util.Locale;

/**
 * A server behind the balancer, as management shows it.
 *
 * @param name its name, or host and port
 * @param address where it is reached
 * @param condition {@code ready}, {@code draining}, {@code refusing}, {@code down} or {@code unknown}
 * @param active requests under way
 * @param connections connections that are open
 * @param requests requests since the start
 * @param failures of these, those that could not reach it or broke off
 */
public record BalancedServer(
        String name, String address, String condition, int active, int connections, long requests, long failures) {
    static BalancedServer of(Backend backend) {
        return new BalancedServer(
                backend.name(),
                backend.destination().host() + ":"
                        + backend.destination().address().getPort(),
                backend.condition().name().toLowerCase(Locale.ROOT),
                backend.active(),
                backend.connections(),
                backend.requests(),
                backend.failures());
    }
}
