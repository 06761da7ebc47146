package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Problem;
import io.keelson.base.time.Ticker;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpServer;
import io.keelson.kernel.spi.health.ServerHealth;
import io.keelson.kernel.spi.session.SessionRoute;
import io.keelson.kernel.watch.Alarms;
import io.keelson.kernel.watch.HangingThreads;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Says load balancers and whoever watches the process how the server is: {@code live} as long as it answers and no thread
 * hangs that clients depend on, {@code ready} while it takes requests of applications. Without a login and on every channel, so it says
 * nothing else; it answers on the muxer thread, also when all other threads are busy. Thread-safe.
 */
final class HealthHandler implements HttpHandler, ServerHealth {
    static final String PREFIX = "/management/v1/health";

    /** The number by which session cookies name this server. */
    static final String ROUTE = "Keelson-Route";

    private static final String WAITS_FOR = "waits-for";

    /** Number of threads that hang, by this name in the answer; where they stand is not for everybody. */
    private static final String HANGING = "hanging-threads";

    /** The parts of the server that have failed and are tried again; why is not for everybody. */
    private static final String FAILING = "failing";

    /** Time after a request within which whoever made it counts as looking at the server. */
    private static final Duration LOOKS = Duration.ofSeconds(5);

    private final Readiness readiness;
    private final HangingThreads hanging;
    private final Alarms alarms;
    private final String route;
    private final Ticker ticker;
    private volatile boolean asked;
    private volatile long askedAt;

    HealthHandler(Readiness readiness, HangingThreads hanging, Alarms alarms, String server, Ticker ticker) {
        this.readiness = readiness;
        this.hanging = hanging;
        this.alarms = alarms;
        this.route = SessionRoute.code(server);
        this.ticker = ticker;
    }

    /** Returns whether somebody looks at the server's readiness. */
    boolean observed() {
        return asked && ticker.nanoTime() - askedAt < LOOKS.toNanos();
    }

    @Override
    public boolean live() {
        return !hanging.clientsWait();
    }

    @Override
    public boolean ready() {
        return readiness.ready();
    }

    @Override
    public void handle(HttpExchange exchange) {
        try {
            answer(exchange).sendNow(exchange.response());
        } catch (IOException e) {
            exchange.abort(e);
        }
    }

    private Answer answer(HttpExchange exchange) {
        if (!Set.of("GET", "HEAD").contains(exchange.request().method())) {
            return Problem.methodNotAllowed(exchange.request().method(), "GET, HEAD")
                    .answer();
        }
        return switch (exchange.request().path()) {
            case PREFIX + "/live" -> answer(live());
            case PREFIX, PREFIX + "/ready" -> {
                askedAt = ticker.nanoTime();
                asked = true;
                yield answer(ready());
            }
            default ->
                Problem.notFound("There is nothing here but live and ready").answer();
        };
    }

    private Answer answer(boolean well) {
        JsonObjectBuilder said = Answer.JSON
                .createObjectBuilder()
                .add("state", readiness.state().name())
                .add("ready", readiness.ready());
        int hang = hanging.count();
        if (hang > 0) {
            said.add(HANGING, hang);
        }
        Set<String> failing = alarms.failures().keySet();
        if (!failing.isEmpty()) {
            said.add(FAILING, Answer.JSON.createArrayBuilder(failing));
        }
        Map<String, String> fields = new HashMap<>(Map.of(ROUTE, route));
        if (readiness.waitsForCluster()) {
            said.add(WAITS_FOR, "cluster");
        } else if (readiness.doubts()) {
            said.add(WAITS_FOR, "sessions");
            if (!well) {
                fields.put(HttpServer.REFUSED, HttpServer.DOUBTS);
            }
        }
        return Answer.json(well ? 200 : 503, said.build()).with(fields);
    }
}
