package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.spi.singleton.SingletonServices;
import jakarta.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The singleton services of the cluster: {@code /management/v1/singletons}. Thread-safe. */
final class SingletonsResource {
    private final Optional<SingletonServices> services;

    SingletonsResource(Optional<SingletonServices> services) {
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "singletons", Role.MONITOR, this::list)
                        .says("lists the singleton services of the cluster")
                        .answers(200, Schema.object("singletons", Schema.list(SingletonServices.State.class))),
                Route.of("GET", "singletons/*/history", Role.MONITOR, this::history)
                        .says("shows where a service was")
                        .answers(
                                200,
                                Schema.object()
                                        .with("name", Schema.TEXT)
                                        .with("history", Schema.list(SingletonServices.HistoryEntry.class))),
                Route.of("POST", "singletons/*/migrate", Role.OPERATOR, this::migrate)
                        .says("begins to move a service")
                        .query("to", Schema.TEXT)
                        .answers(202, Schema.object().with("name", Schema.TEXT).with("to", Schema.TEXT)));
    }

    private Answer list(Call call) throws Problem {
        call.query(Set.of());
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add(
                                "singletons",
                                RuntimeJson.of(services.map(SingletonServices::services)
                                        .orElse(List.of())))
                        .build());
    }

    private Answer history(Call call) throws Problem {
        call.query(Set.of());
        String name = call.variable();
        List<SingletonServices.HistoryEntry> turns;
        try {
            turns = all().history(name);
        } catch (IllegalArgumentException e) {
            throw Problem.notFound(String.valueOf(e.getMessage()));
        }
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("name", name)
                        .add("history", RuntimeJson.of(turns))
                        .build());
    }

    private SingletonServices all() throws Problem {
        return services.orElseThrow(() -> Problem.notFound("This server has no singleton services"));
    }

    /** Begins the move and answers: where it ends, {@code GET singletons} shows. */
    private Answer migrate(Call call) throws Problem {
        String to = call.query(Set.of("to")).get("to");
        if (to == null || to.isEmpty()) {
            throw Problem.badRequest("The parameter 'to' names the server");
        }
        String name = call.variable();
        try {
            all().migrate(name, to, call.caller().name());
        } catch (IllegalArgumentException e) {
            throw Problem.notDone(422, "Not moved", String.valueOf(e.getMessage()), List.of());
        }
        AdminLog.LOG.singletonMoves(call.client(), name, to);
        JsonObject accepted = Answer.JSON
                .createObjectBuilder()
                .add("name", name)
                .add("to", to)
                .build();
        return Answer.json(202, accepted);
    }
}
