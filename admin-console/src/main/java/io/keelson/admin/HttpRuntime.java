package io.keelson.admin;

import io.keelson.base.measure.Described;
import io.keelson.base.measure.Described.Unit;
import io.keelson.base.measure.Distribution;
import io.keelson.http.HttpServer;
import io.keelson.http.Traffic;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The requests of an application on this server, or those that come to none, for management. */
public record HttpRuntime(
        @Described("The application; none: requests that come to no application, malformed ones among them.")
        Optional<String> application,

        @Described("Where the application is reached.") Optional<String> contextRoot,

        @Described(
                value = "Requests that have ended, by class of their status; aborted: broken off before there was "
                        + "one, 1xx: gone on in another protocol.",
                grows = true,
                by = "status")
        Map<String, Long> requests,

        @Described(
                value = "How long requests took, from the end of their head to the end of the response.",
                unit = Unit.SECONDS)
        Distribution duration,

        @Described(value = "Bytes of requests' bodies that were received.", grows = true, unit = Unit.BYTES)
        long received,

        @Described(value = "Bytes of responses' bodies that were sent.", grows = true, unit = Unit.BYTES)
        long sent) {
    /** All of a server. */
    static List<HttpRuntime> of(HttpServer http) {
        return http.traffic().stream().map(HttpRuntime::of).toList();
    }

    private static HttpRuntime of(Traffic traffic) {
        Traffic.Reading now = traffic.reading();
        return new HttpRuntime(
                Optional.of(traffic.application()).filter(name -> !name.isEmpty()),
                Optional.of(traffic.contextRoot()).filter(root -> !root.isEmpty()),
                now.requests(),
                now.duration(),
                now.received(),
                now.sent());
    }
}
