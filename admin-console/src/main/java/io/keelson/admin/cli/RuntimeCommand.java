package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what a room of a server models of its state, whatever the room is. */
@Command(
        name = "runtime",
        description =
                "Shows a collection of the state of a server as a table; without a name, which collections there are.")
final class RuntimeCommand extends ServerCommand {
    private static final int WIDEST = 60;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The collection, as sessions.")
    String name = "";

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        String path = "server/runtime" + (name.isEmpty() ? "" : "/" + PercentEncoding.of(name));
        ManagementClient.Reply reply = client().send("GET", path);
        if (json) {
            print(reply.text());
        } else if (name.isEmpty()) {
            reply.json().getJsonArray("runtime").getValuesAs(JsonString.class).forEach(each -> print(each.getString()));
        } else {
            table(reply.json().getJsonArray(name).getValuesAs(JsonObject.class));
        }
        return ExitCode.OK;
    }

    private void table(List<JsonObject> records) {
        if (records.isEmpty()) {
            print("Nothing in " + name + " now.");
            return;
        }
        List<String> heads = new ArrayList<>(records.get(0).keySet());
        int[] widths = heads.stream().mapToInt(String::length).toArray();
        List<List<String>> rows = new ArrayList<>();
        for (JsonObject each : records) {
            List<String> row = new ArrayList<>();
            for (int i = 0; i < heads.size(); i++) {
                String cell = shown(each.getOrDefault(heads.get(i), JsonValue.NULL));
                widths[i] = Math.max(widths[i], cell.length());
                row.add(cell);
            }
            rows.add(row);
        }
        print(line(heads, widths));
        rows.forEach(row -> print(line(row, widths)));
    }

    /** Of several numbers those that are not 0; of how values are spread, how many they are and their sum. */
    private static String shown(JsonObject object) {
        if (object.get("counts") instanceof JsonArray counts && object.containsKey("sum")) {
            long count = counts.getValuesAs(JsonNumber.class).stream()
                    .mapToLong(JsonNumber::longValue)
                    .sum();
            return count + ", in all " + object.get("sum");
        }
        boolean numbers = object.values().stream().allMatch(JsonNumber.class::isInstance);
        return !numbers
                ? object.toString()
                : object.entrySet().stream()
                        .filter(each -> ((JsonNumber) each.getValue()).doubleValue() != 0)
                        .map(each -> each.getKey() + ": " + each.getValue())
                        .collect(Collectors.joining(", "));
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(String.format("%-" + widths[i] + "s", cells.get(i))).append("  ");
        }
        return line.toString().stripTrailing();
    }

    /** What stands in a cell. */
    static String shown(JsonValue value) {
        if (value == JsonValue.NULL) {
            return "-";
        }
        String text = value instanceof JsonString string
                ? string.getString()
                : value instanceof JsonObject object ? shown(object) : value.toString();
        // A table is for a terminal: what stands in it cannot steer it.
        String line = text.replaceAll("\\p{Cntrl}", ".");
        return line.length() <= WIDEST ? line : line.substring(0, WIDEST - 3) + "...";
    }
}
