package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands about watches. */
@Command(
        name = "watch",
        description = "Shows what servers look for, and ends alarms.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {WatchCommand.ListWatches.class, WatchCommand.Reset.class})
final class WatchCommand extends StandardOptions {
    /** Lists them. */
    @Command(
            name = "list",
            description =
                    "Shows the watches of all servers, or of one: their state, what they saw, when they triggered last.",
            footer = {
                "",
                "The states: QUIET, PENDING (the condition holds, not yet for long enough), ALARM, UNKNOWN (it cannot look on that"
                        + " server)."
            })
    static final class ListWatches extends ServerCommand {
        private static final String LINE = "%-16s  %-20s  %-7s  %-8s  %9s  %-24s  %s";

        private record Row(String server, JsonObject watch) {}

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            List<Row> rows = new ArrayList<>();
            AskedServers asked = AskedServers.ask(domain.access(), server, (client, name) -> {
                Optional<ManagementClient.Reply> reply = client.find("server/runtime/watches");
                if (reply.isPresent()) {
                    reply.get()
                            .json()
                            .getJsonArray("watches")
                            .getValuesAs(JsonObject.class)
                            .forEach(each -> rows.add(new Row(name, each)));
                }
            });
            if (json) {
                var array = Json.createArrayBuilder();
                rows.forEach(row -> {
                    JsonObjectBuilder one = Json.createObjectBuilder().add("server", row.server());
                    row.watch().forEach(one::add);
                    array.add(one);
                });
                print(Json.createObjectBuilder()
                        .add("watches", array)
                        .add("not-asked", asked.json())
                        .build()
                        .toString());
                return ExitCode.OK;
            }
            if (rows.isEmpty()) {
                print("No server watches anything.");
            } else {
                print(String.format(
                        Locale.ROOT, LINE, "server", "watch", "state", "severity", "triggered", "last", "what it saw"));
            }
            rows.forEach(row -> print(String.format(
                            Locale.ROOT,
                            LINE,
                            row.server(),
                            row.watch().getString("name"),
                            row.watch().getString("state"),
                            row.watch().getString("severity"),
                            row.watch().getJsonNumber("triggered"),
                            text(row.watch(), "last-triggered"),
                            text(row.watch(), row.watch().isNull("problem") ? "value" : "problem"))
                    .replaceAll("\\p{Cntrl}", ".")));
            asked.without().forEach(this::print);
            return ExitCode.OK;
        }

        private static String text(JsonObject of, String name) {
            return of.isNull(name) ? "-" : of.getString(name);
        }
    }

    /** Ends an alarm. */
    @Command(
            name = "reset",
            description = "Ends the alarm of a watch on all servers, or on one, so that it may trigger again.")
    static final class Reset extends ServerCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The watch.")
        String name = "";

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            List<String> done = new ArrayList<>();
            AskedServers asked = AskedServers.ask(domain.access(), server, (client, from) -> {
                JsonObject answer = client.send("POST", "server/watches/" + PercentEncoding.of(name) + "/reset")
                        .json();
                if (answer.getBoolean("reset")) {
                    done.add(from);
                }
            });
            if (json) {
                print(Json.createObjectBuilder()
                        .add("name", name)
                        .add("reset", Json.createArrayBuilder(done))
                        .add("not-asked", asked.json())
                        .build()
                        .toString());
                return ExitCode.OK;
            }
            print(
                    done.isEmpty()
                            ? "The watch " + name + " was in alarm on no server."
                            : "The alarm of the watch " + name + " is ended on " + String.join(", ", done) + ".");
            asked.without().forEach(this::print);
            return ExitCode.OK;
        }
    }
}
