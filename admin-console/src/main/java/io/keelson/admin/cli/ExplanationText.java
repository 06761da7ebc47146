package io.keelson.admin.cli;

import io.keelson.admin.cli.ManagementClient.Reply;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Prints an explanation of an application for people. Stateless. */
final class ExplanationText {
    private ExplanationText() {}

    /**
     * Prints what a server answered.
     *
     * @return {@link ExitCode#FAILED} where the application could not be deployed
     */
    static int print(ServerCommand command, Reply reply) throws IOException {
        JsonObject explanation = reply.json();
        boolean refused = explanation.containsKey("problem");
        if (command.json) {
            command.print(reply.text());
            return refused ? ExitCode.FAILED : ExitCode.OK;
        }
        String application = explanation.getString("application");
        command.print("Application " + application + (refused ? " could not be deployed:" : " can be deployed."));
        if (refused) {
            command.print("  " + explanation.getString("problem"));
        }
        if (explanation.containsKey("converted")) {
            command.print("  It was made for Java EE and is converted to Jakarta EE: "
                    + explanation.getString("converted") + ".");
        }
        explanation.getJsonArray("modules").getValuesAs(JsonObject.class).forEach(module -> module(command, module));
        return refused ? ExitCode.FAILED : ExitCode.OK;
    }

    private static void module(ServerCommand command, JsonObject module) {
        String root = module.containsKey("context-root") ? " at " + module.getString("context-root") : "";
        command.print(module.getString("name") + ", " + module.getString("kind") + root);
        for (JsonObject use : all(module, "uses")) {
            command.print("  uses     " + use.getString("what") + ", served by " + use.getString("served-by") + " ("
                    + use.getString("because") + ")");
        }
        for (JsonObject missing : all(module, "missing")) {
            command.print("  missing  " + missing.getString("class") + ", which " + missing.getString("used-by")
                    + " names: " + missing.getString("meaning"));
        }
        for (JsonObject descriptor : all(module, "descriptors")) {
            String left = texts(descriptor, "left");
            String taken = texts(descriptor, "taken");
            command.print("  " + (descriptor.getBoolean("read") ? "read     " : "left     ")
                    + descriptor.getString("file") + (taken.isEmpty() ? "" : ": " + taken)
                    + (left.isEmpty() ? "" : "; without a meaning here: " + left));
        }
        for (JsonObject name : all(module, "names")) {
            command.print("  name     " + name.getString("name") + " in " + name.getString("used-by")
                    + ", another server's: unless it is bound, " + texts(name, "leads-to"));
        }
        for (JsonObject lookup : all(module, "lookups")) {
            command.print("  lookup   " + lookup.getString("name") + " of " + lookup.getString("used-by") + ": "
                    + standing(lookup.getString("standing"), lookup.getString("detail", "")));
        }
    }

    private static String standing(String standing, String detail) {
        return switch (standing) {
            case "bound" -> "it is there";
            case "own" -> "the application's own";
            case "translated" -> "leads to " + detail;
            default -> "nobody has bound it" + (detail.isEmpty() ? "" : "; did you mean " + detail + "?");
        };
    }

    private static List<JsonObject> all(JsonObject module, String key) {
        return module.getJsonArray(key).getValuesAs(JsonObject.class);
    }

    private static String texts(JsonObject of, String key) {
        return of.getJsonArray(key).getValuesAs(JsonString.class).stream()
                .map(JsonString::getString)
                .collect(Collectors.joining(", "));
    }
}
