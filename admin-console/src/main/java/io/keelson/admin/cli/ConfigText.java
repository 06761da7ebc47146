package io.keelson.admin.cli;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Text for people of what the management interface says of the configuration. */
final class ConfigText {
    private ConfigText() {}

    /** A value; text without quotes. */
    static String value(@Nullable JsonValue value) {
        return value instanceof JsonString text ? text.getString() : String.valueOf(value);
    }

    /** The edit session. */
    static void session(JsonObject session, Consumer<String> out) {
        if (!session.getBoolean("locked", false)) {
            out.accept("Nobody is changing the configuration; revision " + session.getInt("base-revision")
                    + " is in force.");
            return;
        }
        out.accept("Locked by " + session.getString("owner") + " since " + session.getString("since")
                + ", from revision " + session.getInt("base-revision") + ".");
        changes(session, out);
        for (JsonObject problem : session.getJsonArray("problems").getValuesAs(JsonObject.class)) {
            out.accept("Problem: domain.yaml:" + problem.getInt("line") + ":" + problem.getInt("column") + ": "
                    + problem.getString("path") + ": " + problem.getString("message"));
        }
        for (JsonObject restart : session.getJsonArray("restart").getValuesAs(JsonObject.class)) {
            out.accept("Needs a restart of " + restart.getString("server") + ": " + texts(restart, "paths"));
        }
    }

    private static void changes(JsonObject of, Consumer<String> out) {
        for (JsonObject change : of.getJsonArray("changes").getValuesAs(JsonObject.class)) {
            String path = change.getString("path");
            if (!change.containsKey("before")) {
                out.accept("+ " + path + ": " + value(change.get("after")));
            } else if (!change.containsKey("after")) {
                out.accept("- " + path + ": " + value(change.get("before")));
            } else {
                out.accept("~ " + path + ": " + value(change.get("before")) + " -> " + value(change.get("after")));
            }
        }
    }

    private static String texts(JsonObject of, String name) {
        return of.getJsonArray(name).getValuesAs(JsonString.class).stream()
                .map(JsonString::getString)
                .collect(Collectors.joining(", "));
    }

    /** Prints what became of an activation. */
    static void activated(JsonObject answer, Consumer<String> out) {
        out.accept("Revision " + answer.getInt("revision") + " is in force.");
        for (JsonObject server : answer.getJsonArray("servers").getValuesAs(JsonObject.class)) {
            String more = server.containsKey("paths")
                    ? ": " + texts(server, "paths")
                    : server.containsKey("why") ? ": " + server.getString("why") : "";
            out.accept(server.getString("server") + "  " + server.getString("result") + more);
        }
    }

    /** Revisions, a line each. */
    static void history(JsonObject answer, Consumer<String> out) {
        answer.getJsonArray("revisions").getValuesAs(JsonObject.class).forEach(one -> out.accept(head(one)));
    }

    private static String head(JsonObject revision) {
        return String.format(
                        Locale.ROOT,
                        "%5d  %s  %s  %s",
                        revision.getInt("revision"),
                        revision.getString("when"),
                        revision.getString("author"),
                        revision.getString("comment"))
                .stripTrailing();
    }

    /** One revision with what it changed. */
    static void revision(JsonObject revision, Consumer<String> out) {
        out.accept(head(revision));
        changes(revision, out);
    }
}
