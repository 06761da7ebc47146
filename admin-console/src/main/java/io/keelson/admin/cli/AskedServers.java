package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerStatus;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The servers of a domain that were asked the same, and those that could not be. */
final class AskedServers {
    private final Map<String, String> unasked = new LinkedHashMap<>();

    /** Question that a server is asked. */
    interface Question {
        void ask(ManagementClient client, String server) throws CommandException, IOException;
    }

    private AskedServers() {}

    /**
     * Asks one server, or all of a domain.
     *
     * @param server null: all
     * @throws CommandException where none answers
     */
    static AskedServers ask(Access access, @Nullable String server, Question question)
            throws CommandException, DomainException, IOException {
        DomainDirectory domain = access.domain();
        AskedServers asked = new AskedServers();
        List<ServerStatus> all = server == null ? domain.servers() : List.of(domain.status(server));
        List<CommandException> failures = new ArrayList<>();
        AtomicInteger now = new AtomicInteger();
        try (ProgressLine line = ProgressLine.of(access.command())) {
            line.follow(() ->
                    new ProgressLine.Step("Asking " + all.get(now.get()).name(), (double) now.get() / all.size()));
            for (int i = 0; i < all.size(); i++) {
                ServerStatus each = all.get(i);
                now.set(i);
                try {
                    question.ask(access.server(each), each.name());
                } catch (CommandException e) {
                    failures.add(e);
                    asked.unasked.put(each.name(), String.valueOf(e.getMessage()));
                }
            }
        }
        if (!failures.isEmpty() && failures.size() == all.size()) {
            throw failures.get(0);
        }
        return asked;
    }

    /** Returns who could not be asked, in sentences. */
    List<String> without() {
        return unasked.values().stream().map(why -> "Not asked: " + why).toList();
    }

    /** Returns who could not be asked: {@code server} and {@code why}. */
    JsonArray json() {
        JsonArrayBuilder array = Json.createArrayBuilder();
        unasked.forEach((server, why) ->
                array.add(Json.createObjectBuilder().add("server", server).add("why", why)));
        return array.build();
    }
}
