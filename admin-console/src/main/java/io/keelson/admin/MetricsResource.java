package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Everything that is a number in the state of the server, for Prometheus: {@code /management/v1/metrics}. Thread-safe. */
final class MetricsResource {
    private final RuntimeSample sample;

    MetricsResource(RuntimeSample sample) {
        this.sample = sample;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "metrics", Role.MONITOR, this::get)
                .says(
                        "shows all figures in the text format of Prometheus, or in that of OpenMetrics where Accept asks for it")
                .answers(200, "text/plain", Schema.TEXT)
                .answers(200, "application/openmetrics-text", Schema.TEXT));
    }

    private Answer get(Call call) throws Problem {
        call.query(Set.of());
        MetricsText format = call.prefers("application/openmetrics-text", "text/plain")
                ? MetricsText.OPEN_METRICS
                : MetricsText.PROMETHEUS;
        return new Answer(
                200,
                Map.of("Content-Type", format.type(), "Vary", "Accept"),
                format.of(sample.figures().metrics()).getBytes(StandardCharsets.UTF_8));
    }
}
