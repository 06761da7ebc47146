package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what the sessions of an application cost. */
@Command(
        name = "budget",
        description =
                "Shows what the sessions of an application cost on each server, by attribute, and how many sessions in use the"
                        + " server is expected to stand.",
        footer = {
            "",
            "All servers of the domain that run are asked, or the one that --server names. The counts are those since the application"
                    + " was started. 'unchanged' are bytes that were serialised and turned out to be as before."
        })
final class SessionBudgetCommand extends ServerCommand {
    private static final String LINE = "    %-28s  %9s  %9s  %11s  %11s  %11s  %5s";

    @Parameters(index = "0", paramLabel = "APP", description = "The name of the application, as it is deployed.")
    String application = "";

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        Map<String, List<JsonObject>> found = new LinkedHashMap<>();
        String path = "server/sessions/budgets/" + PercentEncoding.of(application);
        AskedServers asked = AskedServers.ask(
                domain.access(),
                server,
                (client, name) -> found.put(
                        name,
                        client.sendBriefly("GET", path)
                                .json()
                                .getJsonArray("budgets")
                                .getValuesAs(JsonObject.class)));
        if (found.values().stream().allMatch(List::isEmpty)) {
            throw new CommandException(
                    ExitCode.FAILED, "No server that was asked has a web application '" + application + "'.");
        }
        print(json ? json(found, asked).toString() : text(found, asked));
        return ExitCode.OK;
    }

    private static JsonObject json(Map<String, List<JsonObject>> found, AskedServers asked) {
        JsonArrayBuilder budgets = Json.createArrayBuilder();
        found.forEach((server, of) -> of.forEach(budget -> budgets.add(
                Json.createObjectBuilder().add("server", server).addAll(Json.createObjectBuilder(budget)))));
        return Json.createObjectBuilder()
                .add("budgets", budgets)
                .add("not-asked", asked.json())
                .build();
    }

    private static String text(Map<String, List<JsonObject>> found, AskedServers asked) {
        List<String> lines = new ArrayList<>();
        found.forEach((server, budgets) -> budgets.forEach(budget -> describe(lines, server, budget)));
        lines.addAll(asked.without());
        return String.join("\n", lines);
    }

    private static void describe(List<String> lines, String server, JsonObject budget) {
        lines.add(server + ": " + budget.getString("application") + " at " + budget.getString("context-root") + " ("
                + budget.getString("store-type") + ")");
        lines.add("  " + budget.getInt("sessions") + " sessions in memory"
                + (budget.isNull("bytes") ? "" : ", " + budget.getJsonNumber("bytes") + " bytes") + "; "
                + budget.getJsonNumber("requests") + " requests, " + budget.getJsonNumber("sent-bytes")
                + " bytes of attributes sent");
        List<JsonObject> attributes = budget.getJsonArray("attributes").getValuesAs(JsonObject.class);
        if (!attributes.isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT, LINE, "attribute", "set", "changed", "sent", "unchanged", "a request", "share"));
        }
        for (JsonObject each : attributes) {
            lines.add(String.format(
                    Locale.ROOT,
                    LINE,
                    each.getString("attribute"),
                    each.getJsonNumber("set"),
                    each.getJsonNumber("changed"),
                    each.getJsonNumber("sent-bytes"),
                    each.getJsonNumber("unchanged-bytes"),
                    String.format(
                            Locale.ROOT,
                            "%.1f",
                            each.getJsonNumber("bytes-per-request").doubleValue()),
                    Math.round(100 * each.getJsonNumber("share").doubleValue()) + " %"));
        }
        lines.add("  " + knee(budget.getJsonObject("knee")));
    }

    private static String knee(JsonObject knee) {
        if (knee.isNull("sessions")) {
            return "The knee cannot be told: " + knee.getString("reason") + ".";
        }
        return "About " + knee.getJsonNumber("sessions") + " sessions in use are expected to be the most: "
                + knee.getInt("active") + " have used "
                + Math.round(100 * knee.getJsonNumber("processor-share").doubleValue())
                + " % of the processors in the last "
                + knee.getJsonNumber("window-millis").longValue() / 1000 + " s.";
    }
}
