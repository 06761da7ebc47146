package io.keelson.admin.cli;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.Locale;

/** Text for people about sessions. */
final class SessionText {
    private static final String ATTRIBUTE = "    %-28s  %9s  %s%n";

    private SessionText() {}

    /** Adds what all servers that have something of the session say alike. */
    static void about(StringBuilder text, String application, List<SessionSearch.Sight> sights) {
        JsonObject content = sights.get(0).content();
        text.append("Session of ")
                .append(application)
                .append(" (")
                .append(sights.get(0).session().getString("store-type"))
                .append(")")
                .append(content.isNull("name") ? "" : " \"" + printable(content.getString("name")) + '"')
                .append("\n");
        if (!content.isNull("created")) {
            text.append("  created ")
                    .append(content.getString("created"))
                    .append(", last request ")
                    .append(shown(content, "last-accessed"))
                    .append(content.isNull("expires") ? ", never expires" : ", expires " + shown(content, "expires"))
                    .append(content.getBoolean("in-use") ? ", in use now" : "")
                    .append(content.getBoolean("logged-in") ? ", a user is logged in" : "")
                    .append('\n');
        }
    }

    /** Text of an application, or of its user, that must not command the terminal. */
    private static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .map(each -> Character.isISOControl(each) || Character.getType(each) == Character.FORMAT ? '?' : each)
                .forEach(shown::appendCodePoint);
        return shown.toString();
    }

    /** Adds what one server has. */
    static void place(StringBuilder text, SessionSearch.Sight sight) {
        JsonObject where = sight.where();
        text.append(String.format(Locale.ROOT, "  %-16s  %-11s", sight.server(), sight.holding()));
        if (!where.isNull("epoch")) {
            text.append("  epoch ").append(shown(where, "epoch"));
        }
        if (!where.isNull("version")) {
            text.append("  version ").append(shown(where, "version"));
        }
        switch (sight.holding()) {
            case "PRIMARY" ->
                text.append(where.isNull("secondary") ? "  no copy" : "  copy on " + shown(where, "secondary"));
            case "SECONDARY" -> text.append("  of ").append(where.isNull("primary") ? "?" : shown(where, "primary"));
            case "UNREACHABLE" -> text.append("  the store cannot be used now");
            default -> {}
        }
        text.append(where.getBoolean("at-risk") ? "  (a crash now would lose something)" : "")
                .append('\n');
    }

    /** Adds what the session has, as the server says that knows the most. */
    static void attributes(StringBuilder text, SessionSearch.Sight best) {
        JsonObject content = best.content();
        List<JsonObject> attributes = content.getJsonArray("attributes").getValuesAs(JsonObject.class);
        text.append("  ")
                .append(attributes.size() == 1 ? "1 attribute" : attributes.size() + " attributes")
                .append(content.isNull("bytes") ? "" : ", " + shown(content, "bytes") + " bytes")
                .append(attributes.isEmpty() ? "\n" : ":\n");
        for (JsonObject attribute : attributes) {
            text.append(String.format(
                    Locale.ROOT,
                    ATTRIBUTE,
                    attribute.getString("name"),
                    attribute.isNull("bytes") ? "-" : shown(attribute, "bytes"),
                    attribute.getString("type")));
        }
    }

    /** The last move of all. */
    static void lastMove(StringBuilder text, List<JsonObject> moves) {
        moves.stream()
                .filter(move -> move.getString("what").equals("session"))
                .reduce((before, last) -> last)
                .ifPresent(last ->
                        text.append("  last:").append(move(last).substring(1)).append('\n'));
    }

    /** A move in a line. */
    static String move(JsonObject move) {
        String from = move.isNull("from") ? "-" : move.getString("from");
        String to = move.isNull("to") ? "-" : move.getString("to");
        boolean places = !move.isNull("from") || !move.isNull("to");
        return "  " + move.getString("when") + "  " + String.format(Locale.ROOT, "%-7s", move.getString("what"))
                + (move.isNull("epoch") ? "" : "  epoch " + shown(move, "epoch"))
                + (places ? "  " + from + " -> " + to : "")
                + "  " + move.getString("why");
    }

    /** Adds who could not be asked. */
    static void notAsked(StringBuilder text, SessionSearch found) {
        found.asked().without().forEach(sentence -> text.append(sentence).append('\n'));
    }

    private static String shown(JsonObject of, String name) {
        JsonValue value = of.getValue("/" + name);
        return value.getValueType() == JsonValue.ValueType.STRING ? of.getString(name) : value.toString();
    }
}
