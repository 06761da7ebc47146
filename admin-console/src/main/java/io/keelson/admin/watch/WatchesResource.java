package io.keelson.admin.watch;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import java.util.List;
import java.util.Set;

/** Resets watches: {@code /management/v1/server/watches}. What they have seen is {@code server/runtime/watches}. Thread-safe. */
public final class WatchesResource {
    private final Watches watches;

    /** The resource of those watches. */
    public WatchesResource(Watches watches) {
        this.watches = watches;
    }

    /** Its operations. */
    public List<Route> routes() {
        return List.of(Route.of("POST", "server/watches/*/reset", Role.OPERATOR, this::reset)
                .says("ends the alarm of a watch of this server")
                .answers(200, Schema.object().with("name", Schema.TEXT).with("reset", Schema.TRUTH)));
    }

    private Answer reset(Call call) throws Problem {
        call.query(Set.of());
        String name = call.variable();
        try {
            return Answer.json(
                    200,
                    Answer.JSON
                            .createObjectBuilder()
                            .add("name", name)
                            .add("reset", watches.reset(name))
                            .build());
        } catch (IllegalArgumentException e) {
            throw Problem.notFound(String.valueOf(e.getMessage()));
        }
    }
}
