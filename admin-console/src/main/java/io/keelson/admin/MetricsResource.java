package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Role;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
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
                .says("shows all figures in the text format of Prometheus")
                .answers(200, "text/plain", Schema.TEXT));
    }

    private Answer get(Call call) throws Problem {
        call.query(Set.of());
        return new Answer(
                200,
                Map.of("Content-Type", MetricsText.TYPE),
                MetricsText.of(sample.figures()).getBytes(StandardCharsets.UTF_8));
    }
}
