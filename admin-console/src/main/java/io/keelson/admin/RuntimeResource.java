package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.management.RuntimeState;
import jakarta.json.JsonArrayBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Resource with what rooms show of their state: {@code /management/v1/server/runtime} names the collections, {@code .../runtime/NAME}
 * has one. Thread-safe.
 */
final class RuntimeResource {
    private final RuntimeState state;

    RuntimeResource(RuntimeState state) {
        this.state = state;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "server/runtime", Role.MONITOR, this::names)
                        .says("names the collections of state")
                        .answers(200, Schema.object("runtime", Schema.list(Schema.TEXT))),
                Route.of("GET", "server/runtime/*", Role.MONITOR, this::one)
                        .says("shows a collection of state by its name")
                        .answers(200, new Schema.Later(this::collections)));
    }

    /** One of the collections that rooms show now. */
    private Schema collections() {
        Schema.Members one = Schema.object();
        for (String name : state.names()) {
            Optional<Class<? extends Record>> type = state.type(name);
            if (type.isPresent()) {
                one = one.maybe(name, Schema.list(type.get()));
            }
        }
        return one;
    }

    private Answer names(Call call) throws Problem {
        call.query(Set.of());
        JsonArrayBuilder names = Answer.JSON.createArrayBuilder();
        state.names().forEach(names::add);
        return Answer.json(
                200, Answer.JSON.createObjectBuilder().add("runtime", names).build());
    }

    private Answer one(Call call) throws Problem {
        call.query(Set.of());
        String name = call.variable();
        Collection<? extends Record> records = state.of(name)
                .orElseThrow(() -> Problem.notFound("There is no state '" + name + "'; there is " + state.names()));
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add(name, RuntimeJson.of(records))
                        .build());
    }
}
