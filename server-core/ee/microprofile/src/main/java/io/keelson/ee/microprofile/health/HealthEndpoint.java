package io.keelson.ee.microprofile.health;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.ee.microprofile.MicroProfileLog;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpServer;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.spi.health.ServerHealth;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /health} and what is below it while an application has checks: on every channel, in every state, for everybody. The
 * checks of each application run on its own work manager; the last that ends sends the answer. The lock of this object guards the
 * applications.
 *
 * <p>Specification: MicroProfile Health 4.0, 3 Protocol and Wireformat.
 */
public final class HealthEndpoint implements HttpHandler, AutoCloseable {
    private static final String PREFIX = "/health";
    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private final ServiceLookup services;
    private volatile List<ApplicationHealth> applications = List.of();
    private HttpServer.@Nullable Registration registration;

    /** Makes that of a server; it serves nothing before the first application. */
    public HealthEndpoint(ServiceLookup services) {
        this.services = services;
    }

    /** Adds the checks of an application; the first begins to serve the path. */
    public synchronized void add(ApplicationHealth application) {
        List<ApplicationHealth> next = new ArrayList<>(applications);
        next.add(application);
        applications = List.copyOf(next);
        Optional<HttpServer> http = services.find(HttpServer.class);
        if (registration == null && http.isPresent()) {
            try {
                registration = http.get().register(PREFIX, HttpServer.Audience.ANYONE, this);
            } catch (IllegalStateException taken) {
                MicroProfileLog.LOG.pathTaken(PREFIX, application.application());
            }
        }
    }

    /** Removes those of an application; the last gives the path back. Does nothing where they were not added. */
    public synchronized void remove(ApplicationHealth application) {
        List<ApplicationHealth> next = new ArrayList<>(applications);
        next.remove(application);
        applications = List.copyOf(next);
        if (next.isEmpty()) {
            close();
        }
    }

    /** Gives the path back. */
    @Override
    public synchronized void close() {
        if (registration != null) {
            registration.close();
            registration = null;
        }
    }

    @Override
    public void handle(HttpExchange exchange) {
        if (!METHODS.contains(exchange.request().method())) {
            exchange.response().headers().set("Allow", "GET, HEAD");
            exchange.reply(405, "Health is asked by GET.");
            return;
        }
        Optional<Kind> kind = kind(exchange.request().path());
        if (kind.isEmpty()) {
            exchange.reply(404, "There is nothing here but live, ready and started.");
            return;
        }
        new Round(exchange, kind.get(), applications).begin();
    }

    private static Optional<Kind> kind(String path) {
        String below = path.substring(PREFIX.length());
        return EnumSet.allOf(Kind.class).stream()
                .filter(kind -> kind.path().equals(below) || (kind.path() + "/").equals(below) && kind == Kind.ALL)
                .findFirst();
    }

    /** One request: an answer of each application, and then the server's. */
    private final class Round {
        private final HttpExchange exchange;
        private final Kind kind;
        private final List<ApplicationHealth> asked;
        private final AtomicReferenceArray<List<JsonObject>> answers;
        private final AtomicInteger left;
        private volatile boolean alone;

        Round(HttpExchange exchange, Kind kind, List<ApplicationHealth> asked) {
            this.exchange = exchange;
            this.kind = kind;
            this.asked = asked;
            this.answers = new AtomicReferenceArray<>(Math.max(1, asked.size()));
            // One more than there are: nothing is sent before all have been asked.
            this.left = new AtomicInteger(asked.size() + 1);
        }

        void begin() {
            for (int i = 0; i < asked.size(); i++) {
                int place = i;
                ApplicationHealth application = asked.get(i);
                if (!application.workManager().offer(() -> ask(place, application))) {
                    answered(place, List.of(down(application, "its work manager takes no more work")));
                }
            }
            done();
        }

        private void ask(int place, ApplicationHealth application) {
            List<JsonObject> said = new ArrayList<>();
            try {
                application.call(kind).forEach(answer -> said.add(json(application, answer)));
                if (application.alone()) {
                    alone = true;
                }
            } catch (Exception | LinkageError e) {
                MicroProfileLog.LOG.checksFailed(application.application(), e);
                said.add(down(
                        application,
                        "its checks cannot be called: " + e.getClass().getName()));
            }
            answered(place, said);
        }

        private void answered(int place, List<JsonObject> said) {
            answers.set(place, said);
            done();
        }

        private void done() {
            if (left.decrementAndGet() == 0) {
                send();
            }
        }

        private void send() {
            JsonArrayBuilder checks = Json.createArrayBuilder();
            boolean up = true;
            if (!alone) {
                JsonObject server = server(kind);
                up = isUp(server);
                checks.add(server);
            }
            for (int i = 0; i < asked.size(); i++) {
                for (JsonObject check : answers.get(i)) {
                    up &= isUp(check);
                    checks.add(check);
                }
            }
            JsonObject body = Json.createObjectBuilder()
                    .add("status", up ? "UP" : "DOWN")
                    .add("checks", checks)
                    .build();
            exchange.response().status(up ? 200 : 503);
            exchange.response().headers().set("Content-Type", "application/json");
            exchange.response().headers().set("Cache-Control", "no-store");
            exchange.response().headers().set("X-Content-Type-Options", "nosniff");
            try {
                exchange.response().writeNow(ByteBuffer.wrap(body.toString().getBytes(StandardCharsets.UTF_8)), true);
            } catch (IOException e) {
                exchange.abort(e);
            }
        }
    }

    private JsonObject server(Kind kind) {
        ServerState state =
                services.find(ServerControl.class).map(ServerControl::state).orElse(ServerState.RUNNING);
        Optional<ServerHealth> known = services.find(ServerHealth.class);
        boolean live = known.map(ServerHealth::live).orElse(!state.isEnd());
        boolean ready = known.map(ServerHealth::ready).orElse(state == ServerState.RUNNING);
        boolean started = state != ServerState.STARTING && state != ServerState.STANDBY;
        boolean up = switch (kind) {
            case ALL -> live && ready && started;
            case LIVE -> live;
            case READY -> ready;
            case STARTED -> started;
        };
        return check("server", up, Json.createObjectBuilder().add("state", state.name()));
    }

    private static boolean isUp(JsonObject check) {
        return "UP".equals(check.getString("status"));
    }

    private static JsonObject down(ApplicationHealth application, String why) {
        return check(
                "application",
                false,
                Json.createObjectBuilder()
                        .add("application", application.application())
                        .add("failure", why));
    }

    private static JsonObject json(ApplicationHealth application, HealthCheckResponse answer) {
        JsonObjectBuilder data = Json.createObjectBuilder().add("application", application.application());
        answer.getData().ifPresent(all -> all.forEach((name, value) -> add(data, name, value)));
        return check(answer.getName(), answer.getStatus() == HealthCheckResponse.Status.UP, data);
    }

    private static void add(JsonObjectBuilder data, String name, @Nullable Object value) {
        if (value instanceof Boolean is) {
            data.add(name, is);
        } else if (value instanceof Integer || value instanceof Long || value instanceof Short) {
            data.add(name, ((Number) value).longValue());
        } else if (value == null) {
            data.addNull(name);
        } else {
            data.add(name, value.toString());
        }
    }

    private static JsonObject check(String name, boolean up, JsonObjectBuilder data) {
        return Json.createObjectBuilder()
                .add("name", name)
                .add("status", up ? "UP" : "DOWN")
                .add("data", data)
                .build();
    }
}
