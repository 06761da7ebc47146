package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.spi.session.SessionBudget;
import io.keelson.kernel.spi.session.SessionReports;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Resource with what this server knows of one session, and what the sessions of an application cost:
 * {@code /management/v1/server/sessions}. An id comes in the body, as whoever knows it has the session: addresses are written into
 * logs. Thread-safe.
 */
final class SessionsResource {
    private static final int LONGEST_ID = 4_096;

    private final Optional<SessionReports> reports;
    private final String server;

    SessionsResource(Optional<SessionReports> reports, String server) {
        this.reports = reports;
        this.server = server;
    }

    List<Route> routes() {
        return List.of(
                Route.of("POST", "server/sessions/look", Role.MONITOR, this::look)
                        .says("shows what this server knows of the sessions of an id")
                        .takes(Schema.object("id", Schema.TEXT))
                        .answers(
                                200,
                                Schema.object()
                                        .with("server", Schema.TEXT)
                                        .with("sessions", Schema.list(SessionReports.Sight.class))
                                        .with("kept-by-clients", Schema.list(Schema.TEXT))),
                Route.of("GET", "server/sessions/budgets/*", Role.MONITOR, this::budgets)
                        .says("shows what the sessions of an application cost on this server")
                        .answers(
                                200,
                                Schema.object()
                                        .with("server", Schema.TEXT)
                                        .with("budgets", Schema.list(SessionBudget.class))));
    }

    private Answer budgets(Call call) throws Problem {
        call.query(Set.of());
        return Answer.json(
                200,
                said().add(
                                "budgets",
                                RuntimeJson.of(reports.map(all -> all.budgets(call.variable()))
                                        .orElse(List.of())))
                        .build());
    }

    private Answer look(Call call) throws Problem, IOException {
        call.query(Set.of());
        JsonObject body = call.json();
        if (!(body.get("id") instanceof JsonString id)
                || id.getString().isEmpty()
                || id.getString().length() > LONGEST_ID) {
            throw Problem.badRequest("The body is {\"id\": \"...\"} with the id of a session");
        }
        JsonArrayBuilder kept = Answer.JSON.createArrayBuilder();
        reports.map(SessionReports::kept).orElse(List.of()).forEach(kept::add);
        return Answer.json(
                200,
                said().add(
                                "sessions",
                                RuntimeJson.of(reports.map(all -> all.look(id.getString()))
                                        .orElse(List.of())))
                        .add("kept-by-clients", kept)
                        .build());
    }

    private JsonObjectBuilder said() {
        return Answer.JSON.createObjectBuilder().add("server", server);
    }
}
