package io.keelson.admin.events;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.base.log.Severity;
import io.keelson.base.time.Ticker;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The events as a stream (HTML Living Standard, 9.2): {@code /management/v1/events}. Thread-safe. */
public final class EventsResource {
    private static final String TYPE = "text/event-stream";

    private final Events events;
    private final Supplier<JsonObject> state;
    private final Ticker ticker;

    /**
     * The resource.
     *
     * @param state the state of the server, which each client gets first
     */
    public EventsResource(Events events, Supplier<JsonObject> state, Ticker ticker) {
        this.events = events;
        this.state = state;
        this.ticker = ticker;
    }

    /** Its operations. */
    public List<Route> routes() {
        return List.of(Route.of("GET", "events", Role.MONITOR, this::open)
                .says("sends events as long as the client listens")
                .query("types", Schema.TEXT)
                .query("severity", Schema.choice("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"))
                .answers(200, "text/event-stream", Schema.TEXT));
    }

    private Answer open(Call call) throws Problem, IOException {
        Map<String, String> query = call.query(Set.of("types", "severity"));
        Set<String> types = types(query.getOrDefault("types", "state,runtime"));
        Severity least = severity(query.getOrDefault("severity", "INFO"));
        HttpExchange exchange = call.exchange();
        if (exchange.request().method().equals("HEAD")) {
            return Answer.empty(200).with(Map.of("Content-Type", TYPE));
        }
        String after = exchange.request().headers().get("Last-Event-ID");
        HttpHeaders fields = exchange.response().headers();
        Answer.always(fields);
        fields.set("Content-Type", TYPE);
        // Fronts such as nginx would else collect what is sent.
        fields.set("X-Accel-Buffering", "no");
        EventStream stream = new EventStream(exchange, types, least, ticker.nanoTime());
        if (!events.join(stream, after, state.get())) {
            throw Problem.notDone(
                            503,
                            "Too many listen",
                            "As many clients listen to events as may; close some, or ask again later",
                            List.of())
                    .with(Map.of("Retry-After", "5"));
        }
        return Answer.TAKEN;
    }

    private static Set<String> types(String asked) throws Problem {
        Set<String> types = new LinkedHashSet<>();
        for (String type : asked.split(",", -1)) {
            if (!Events.TYPES.contains(type)) {
                throw Problem.badRequest("There are no events '" + type + "'; there are " + Events.TYPES);
            }
            types.add(type);
        }
        return types;
    }

    private static Severity severity(String asked) throws Problem {
        for (Severity severity : Severity.values()) {
            if (severity.name().equals(asked)) {
                return severity;
            }
        }
        throw Problem.badRequest("The parameter 'severity' is one of TRACE, DEBUG, INFO, WARN, ERROR and FATAL");
    }
}
