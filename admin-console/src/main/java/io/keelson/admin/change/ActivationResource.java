package io.keelson.admin.change;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Role;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** What the admin server says to this one: {@code server/activation}; and what this server has. Thread-safe. */
final class ActivationResource {
    /** What servers answer one another. */
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
