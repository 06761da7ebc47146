package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Shows what the work managers of a server do. */
@Command(
        name = "work-managers",
        description = "Shows the work managers of a server: what is queued, running, completed and refused,"
                + " how many threads are stuck.",
        footer = {"", "With --json it prints everything that the server knows of them."})
final class WorkManagersCommand extends ServerCommand {
    private static final List<String> FIGURES = List.of("queued", "running", "completed", "refused", "stuck");

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        ManagementClient.Reply reply = client().send("GET", "server/work-managers");
        if (json) {
            print(reply.text());
        } else {
            table(reply.json().getJsonArray("work-managers").getValuesAs(JsonObject.class));
        }
        return ExitCode.OK;
    }

    private void table(List<JsonObject> managers) {
        List<JsonObject> sorted = new ArrayList<>(managers);
        sorted.sort(Comparator.comparing(manager -> manager.getString("name")));
        int width = sorted.stream()
                .mapToInt(manager -> manager.getString("name").length())
                .max()
                .orElse(0);
        String name = "%-" + Math.max("work manager".length(), width) + "s";
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, name, "work manager"));
        FIGURES.forEach(figure -> head.append(String.format(Locale.ROOT, "  %10s", figure)));
        print(head.toString());
        for (JsonObject manager : sorted) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, name, manager.getString("name")));
            FIGURES.forEach(figure -> line.append(String.format(
                    Locale.ROOT, "  %10d", manager.getJsonNumber(figure).longValue())));
            line.append(manager.getBoolean("suspended") ? "  suspended" : "");
            print(line.toString());
        }
    }
}
