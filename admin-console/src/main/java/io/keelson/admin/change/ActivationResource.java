package io.keelson.admin.change;

import io.keelson.admin.domain.DamagedJson;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resource for what the admin server says to this one, {@code server/activation}, and for what this server has. Thread-safe. */
final class ActivationResource {
    /** Schema of what servers answer one another. */
    static final Schema MESSAGES = Schema.object("messages", Schema.list(Schema.entries(Schema.ANY)));

    /** The text of a domain, escaped, and twice that. */
    private static final int MOST = 16 * 1024 * 1024;

    private final ServerActivation activation;

    ActivationResource(ServerActivation activation) {
        this.activation = activation;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "server/activation", Role.MONITOR, this::get)
                        .says("shows the revision that this server has")
                        .answers(
                                200,
                                Schema.object()
                                        .with("revision", Schema.INTEGER)
                                        .with("restart-needed", Schema.list(Schema.TEXT))),
                Route.of("GET", "server/configuration", Role.MONITOR, this::inForce)
                        .says("shows what is in force on this server at a path of the configuration")
                        .query("path", Schema.TEXT)
                        .answers(
                                200,
                                Schema.object()
                                        .with("path", Schema.TEXT)
                                        .maybe("in-force", Schema.ANY)
                                        .with("origins", Schema.entries(Schema.TEXT))),
                Route.of("POST", "server/activation", Role.ADMIN, this::take)
                        .says("is how the admin server speaks to the others; not for clients")
                        .takes(Schema.object("message", Schema.entries(Schema.ANY)))
                        .answers(200, MESSAGES));
    }

    private Answer get(Call call) throws Problem {
        call.query(Set.of());
        return Answer.json(
                200,
                PlainJson.object(PlainJson.ordered(
                        "revision", activation.revision(), "restart-needed", activation.restartNeeded())));
    }

    /**
     * With overrides of the process, and as it was at the start where a change needs a restart: so it may be another than the file says.
     */
    private Answer inForce(Call call) throws Problem {
        SettingPath path = Refusals.path(call.query(Set.of("path")).getOrDefault("path", ""));
        DomainConfiguration configuration = activation.inForce();
        Map<String, Object> answer = PlainJson.ordered("path", path.toString());
        try {
            Object value = configuration.effective(path);
            if (value != null) {
                answer.put("in-force", value);
            }
            answer.put("origins", configuration.origins(path));
        } catch (IllegalArgumentException e) {
            throw Problem.notFound("The message cannot be understood: " + DamagedJson.reason(e));
        }
        return Answer.json(200, PlainJson.object(answer));
    }

    private Answer take(Call call) throws Problem, IOException {
        call.query(Set.of());
        if (!activation.ready()) {
            throw Problem.notDone(503, "Not ready", "This server is starting or ending", List.of());
        }
        return answer(activation.receive(message(call.json(MOST))));
    }

    static Message message(JsonObject body) throws Problem {
        try {
            return MessageJson.read(body.getJsonObject("message"));
        } catch (IOException | ClassCastException | NullPointerException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage()));
        }
    }

    static Answer answer(List<Message> messages) {
        JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
        messages.forEach(message -> array.add(MessageJson.write(message)));
        return Answer.json(
                200, Answer.JSON.createObjectBuilder().add("messages", array).build());
    }
}
