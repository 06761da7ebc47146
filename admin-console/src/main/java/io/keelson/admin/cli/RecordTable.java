package io.keelson.admin.cli;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Shows records of the management interface on a terminal: several as a table, one as pairs of names and values. */
final class RecordTable {
    private static final int WIDEST = 60;
    /** The buttons that the console shows beside a record: the terminal has commands. */
    private static final String BUTTONS = "actions";

    private RecordTable() {}

    /** Prints records of one kind, a line each below the names of their members. */
    static void print(List<JsonObject> records, Consumer<String> out) {
        List<String> heads = new ArrayList<>(records.get(0).keySet());
        heads.remove(BUTTONS);
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
        out.accept(line(heads, widths));
        rows.forEach(row -> out.accept(line(row, widths)));
    }

    /** Returns true if a record has lists of records, and nothing in any of them. */
    static boolean hasNothing(JsonObject record) {
        return !record.isEmpty()
                && record.values().stream().allMatch(value -> value instanceof JsonArray array && array.isEmpty());
    }

    /** Says which servers could be asked, too; empty where there are none. */
    static String others(String asked, List<String> servers) {
        String others = servers.stream().filter(name -> !name.equals(asked)).collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : "The server " + asked + " was asked; --server asks another one: " + others + ".";
    }

    /** Prints a record: lists of records in it as tables, other members a line each. */
    static void print(JsonObject record, Consumer<String> out) {
        long lists =
                record.values().stream().filter(JsonArray.class::isInstance).count();
        record.forEach((name, value) -> {
            if (value instanceof JsonArray array && array.stream().allMatch(JsonObject.class::isInstance)) {
                if (array.isEmpty()) {
                    out.accept(lists == 1 ? "No " + name + "." : name + ": none");
                } else {
                    print(array.getValuesAs(JsonObject.class), out);
                }
            } else if (value instanceof JsonArray array && array.stream().allMatch(JsonString.class::isInstance)) {
                out.accept(name + ":");
                array.getValuesAs(JsonString.class).forEach(each -> out.accept("  " + printable(each.getString())));
            } else {
                out.accept(
                        name + ": " + (value instanceof JsonString text ? printable(text.getString()) : shown(value)));
            }
        });
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

    /** Of several texts all, with commas. */
    private static String shown(JsonArray array) {
        return array.isEmpty()
                ? "-"
                : array.stream()
                        .map(each -> each instanceof JsonString string ? string.getString() : each.toString())
                        .collect(Collectors.joining(", "));
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(String.format(Locale.ROOT, "%-" + widths[i] + "s", cells.get(i)))
                    .append("  ");
        }
        return line.toString().stripTrailing();
    }

    /** Returns what is shown on a terminal cannot steer it. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", ".");
    }

    /** Returns a value as it stands in a cell. */
    static String shown(JsonValue value) {
        if (value == JsonValue.NULL) {
            return "-";
        }
        String text = switch (value.getValueType()) {
            case STRING -> ((JsonString) value).getString();
            case OBJECT -> shown(value.asJsonObject());
            case ARRAY -> shown(value.asJsonArray());
            default -> value.toString();
        };
        String line = printable(text);
        return line.length() <= WIDEST ? line : line.substring(0, WIDEST - 3) + "...";
    }
}
