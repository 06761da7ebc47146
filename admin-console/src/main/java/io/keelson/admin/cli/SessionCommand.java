package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands about HTTP sessions. */
@Command(
        name = "session",
        description = "Shows where an HTTP session is, what it has, how it came there, and what sessions cost.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SessionCommand.Inspect.class, SessionCommand.Trace.class, SessionBudgetCommand.class})
final class SessionCommand extends StandardOptions {
    private static final String ASKED = "All servers of the domain that run are asked, or the one that --server names.";

    /** Base of the commands that show something of one session. */
    @Command
    abstract static class Look extends ServerCommand {
        @Parameters(
                index = "0",
                paramLabel = "ID",
                description =
                        "The id of the session, as it is in the cookie; what stands behind a ! need not be there.")
        String id = "";

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            SessionSearch found = SessionSearch.of(domain.access(), server, id);
            print(json ? json(found).toString() : text(found));
            return ExitCode.OK;
        }

        abstract JsonObject json(SessionSearch found);

        abstract String text(SessionSearch found);
    }

    /** Shows where a session is and what it has. */
    @Command(
            name = "inspect",
            description =
                    "Shows where a session is, its epoch and version, and what it has: the names, classes and sizes of its"
                            + " attributes, never their values. The session is neither used nor kept alive by that.",
            footer = {"", ASKED})
    static final class Inspect extends Look {
        @Override
        JsonObject json(SessionSearch found) {
            return found.json();
        }

        @Override
        String text(SessionSearch found) {
            StringBuilder text = new StringBuilder();
            for (String application : found.applications()) {
                List<SessionSearch.Sight> sights = found.of(application);
                SessionText.about(text, application, sights);
                sights.forEach(sight -> SessionText.place(text, sight));
                SessionText.attributes(text, sights.get(0));
                SessionText.lastMove(text, moves(sights));
            }
            SessionText.notAsked(text, found);
            return text.toString().stripTrailing();
        }
    }

    /** Shows how a session came to where it is. */
    @Command(
            name = "trace",
            description =
                    "Shows where a session and its copy were, the latest last, and why they moved, as the servers that run have"
                            + " seen it: what only a server knew that has ended is not there.",
            footer = {"", ASKED})
    static class Trace extends Look {
        @Override
        JsonObject json(SessionSearch found) {
            var applications = Json.createArrayBuilder();
            for (String application : found.applications()) {
                var moves = Json.createArrayBuilder();
                moves(found.of(application)).forEach(moves::add);
                applications.add(Json.createObjectBuilder()
                        .add("application", application)
                        .add("moves", moves));
            }
            return Json.createObjectBuilder()
                    .add("applications", applications)
                    .add("not-asked", found.asked().json())
                    .build();
        }

        @Override
        String text(SessionSearch found) {
            StringBuilder text = new StringBuilder();
            for (String application : found.applications()) {
                SessionText.about(text, application, found.of(application));
                List<JsonObject> moves = moves(found.of(application));
                moves.forEach(move -> text.append(SessionText.move(move)).append('\n'));
                if (moves.isEmpty()) {
                    text.append("  It has not moved.\n");
                }
            }
            SessionText.notAsked(text, found);
            return text.toString().stripTrailing();
        }
    }

    /** Returns what all servers have seen, in the order of time; what the giver and the taker say alike is there once. */
    private static List<JsonObject> moves(List<SessionSearch.Sight> sights) {
        List<JsonObject> moves = new ArrayList<>();
        Set<String> known = new TreeSet<>();
        List<JsonObject> all = new ArrayList<>();
        sights.forEach(sight -> sight.session().getJsonArray("moves").getValuesAs(JsonObject.class).stream()
                .map(move -> Json.createObjectBuilder(move)
                        .add("seen-by", sight.server())
                        .build())
                .forEach(all::add));
        all.sort(Comparator.comparing(move -> move.getString("when")));
        for (JsonObject move : all) {
            boolean whole = !move.isNull("from") && !move.isNull("to");
            String same = move.getString("what") + move.get("from") + move.get("to") + move.get("epoch");
            if (!whole || known.add(same)) {
                moves.add(move);
            }
        }
        return moves;
    }
}
