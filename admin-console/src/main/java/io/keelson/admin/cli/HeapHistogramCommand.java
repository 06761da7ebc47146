package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Counts what is on the heap of a server. */
@Command(
        name = "heap-histogram",
        description = "Counts the objects on the heap of a server by their classes. The server stands still "
                + "meanwhile, for about a second a gigabyte.")
final class HeapHistogramCommand extends ServerCommand {
    @Option(
            names = "--limit",
            paramLabel = "NUMBER",
            description = "How many classes, those with the most bytes first; 30 without it.")
    int limit = 30;

    @Option(names = "--all", description = "Counts what nobody refers to any more as well, which spares a collection.")
    boolean all;

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        ManagementClient client = client();
        ManagementClient.Reply reply = ProgressLine.during(
                spec,
                "Counting",
                () -> client.send("POST", "server/heap-histogram?limit=" + limit + (all ? "&all=true" : "")));
        if (json) {
            print(reply.text());
            return ExitCode.OK;
        }
        JsonObject answer = reply.json();
        print(String.format(Locale.ROOT, "%14s  %14s  %s", "bytes", "instances", "class"));
        for (JsonObject one : answer.getJsonArray("classes").getValuesAs(JsonObject.class)) {
            print(line(one, one.getString("class")));
        }
        print(line(answer, "all classes"));
        return ExitCode.OK;
    }

    private static String line(JsonObject figures, String name) {
        return String.format(
                Locale.ROOT,
                "%14d  %14d  %s",
                figures.getJsonNumber("bytes").longValue(),
                figures.getJsonNumber("instances").longValue(),
                name);
    }
}
