package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Answers of the servers of a domain about one session id. */
final class SessionSearch {
    /** Order of the answers by what a server has of the session: that which says the most comes first. */
    private static final List<String> ORDER =
            List.of("PRIMARY", "MEMORY", "SECONDARY", "STORED", "UNREACHABLE", "ENDED", "GONE");

    private final List<Sight> sights = new ArrayList<>();
    private final AskedServers asked;
    private final Set<String> kept = new TreeSet<>();

    /** Answer of one server about the session of one application. */
    record Sight(String server, JsonObject session) {
        String application() {
            return session.getString("application");
        }

        JsonObject where() {
            return session.getJsonObject("where");
        }

        String holding() {
            return where().getString("holding");
        }

        JsonObject content() {
            return session.getJsonObject("content");
        }

        private long number(String name) {
            return where().isNull(name) ? 0 : where().getJsonNumber(name).longValue();
        }
    }

    private SessionSearch(Access access, @Nullable String server, String id)
            throws CommandException, DomainException, IOException {
        asked = AskedServers.ask(access, server, (client, name) -> ask(client, name, id));
    }

    /**
     * Asks one server, or all that run.
     *
     * @throws CommandException where none answers, or none has such a session
     */
    static SessionSearch of(Access access, @Nullable String server, String id)
            throws CommandException, DomainException, IOException {
        SessionSearch search = new SessionSearch(access, server, id);
        search.sights.sort(Comparator.comparing((Sight sight) -> ORDER.indexOf(sight.holding()))
                .thenComparing(sight -> -sight.number("epoch"))
                .thenComparing(sight -> -sight.number("version"))
                .thenComparing(Sight::server));
        search.checkFound();
        return search;
    }

    private void ask(ManagementClient client, String server, String id) throws CommandException, IOException {
        JsonObject said = client.post(
                        "server/sessions/look",
                        Json.createObjectBuilder().add("id", id).build())
                .json();
        said.getJsonArray("sessions")
                .getValuesAs(JsonObject.class)
                .forEach(session -> sights.add(new Sight(server, session)));
        said.getJsonArray("kept-by-clients")
                .getValuesAs(JsonString.class)
                .forEach(application -> kept.add(application.getString()));
    }

    private void checkFound() throws CommandException {
        boolean ended = sights.stream().anyMatch(sight -> sight.holding().equals("ENDED"));
        boolean there = sights.stream().anyMatch(sight -> ORDER.indexOf(sight.holding()) < ORDER.indexOf("ENDED"));
        if (there) {
            return;
        }
        StringBuilder why = new StringBuilder(
                ended
                        ? "The session has ended."
                        : sights.isEmpty()
                                ? "No server that was asked knows a session of that id."
                                : "No server that was asked has the session any more.");
        if (!kept.isEmpty()) {
            why.append(" The sessions of ")
                    .append(String.join(", ", kept))
                    .append(" are kept by their clients, and can be seen only while a request uses them.");
        }
        asked.without().forEach(sentence -> why.append('\n').append(sentence));
        throw new CommandException(ExitCode.FAILED, why.toString());
    }

    /** The applications that have such a session. */
    Set<String> applications() {
        Set<String> names = new TreeSet<>();
        sights.forEach(sight -> names.add(sight.application()));
        return names;
    }

    /** Returns what the servers say of one, the one that knows the most first. */
    List<Sight> of(String application) {
        return sights.stream()
                .filter(sight -> sight.application().equals(application))
                .toList();
    }

    /** Returns who was asked. */
    AskedServers asked() {
        return asked;
    }

    /** All of it. */
    JsonObject json() {
        JsonArrayBuilder all = Json.createArrayBuilder();
        sights.forEach(sight -> all.add(Json.createObjectBuilder()
                .add("server", sight.server())
                .addAll(Json.createObjectBuilder(sight.session()))));
        return Json.createObjectBuilder()
                .add("sessions", all)
                .add("not-asked", asked.json())
                .build();
    }
}
