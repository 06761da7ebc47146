package io.keelson.balancer;

import io.keelson.base.measure.Described;
import java.util.Locale;

/** A server behind the balancer, as management shows it. */
public record BalancedServer(
        @Described("Its name, or host and port.") String name,
        @Described("Where it is reached.") String address,

        @Described("Whether it is ready, draining, doubting, refusing, down or unknown.")
        String condition,

        @Described("Requests that are under way to the server.")
        int active,

        @Described("Connections to the server that are open.")
        int connections,

        @Described(value = "Requests that were sent to the server since the start.", grows = true)
        long requests,

        @Described(value = "Requests that could not reach the server or broke off.", grows = true)
        long failures) {
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
