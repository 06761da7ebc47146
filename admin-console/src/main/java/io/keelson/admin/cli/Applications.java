package io.keelson.admin.cli;

import io.keelson.admin.cli.ManagementClient.JsonBody;
import io.keelson.admin.cli.ManagementClient.Reply;
import io.keelson.admin.client.HttpConversation.Body;
import io.keelson.admin.client.PercentEncoding;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Functions that the commands about applications have in common. */
final class Applications {
    private Applications() {}

    /** The name, if it can be one. */
    static String checked(String name) throws CommandException {
        if (!name.matches("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}")) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "'" + name
                            + "' cannot be an application's name; use letters, digits, dot, hyphen and underscore, or"
                            + " choose one with --name.");
        }
        return name;
    }

    /** The archive or directory, if it can be read. */
    static Path existing(@Nullable Path file) throws CommandException {
        if (file == null || !Files.isReadable(file)) {
            throw new CommandException(ExitCode.FAILED, file + " is not there or cannot be read.");
        }
        if (Files.isRegularFile(file) && file.toFile().length() == 0) {
            throw new CommandException(
                    ExitCode.FAILED, file + " is empty: it has 0 bytes. It was not written or copied whole.");
        }
        return file.toAbsolutePath().normalize();
    }

    /** Sends an archive, or says where the directory of an exploded one is. */
    static Reply put(
            ServerCommand command,
            ManagementClient client,
            String path,
            Path archive,
            @Nullable String contextRoot,
            @Nullable String plan)
            throws CommandException, IOException {
        return put(command, client, path, archive, contextRoot, plan, "");
    }

    /** Asks for what an application's start or end may hold up. */
    static Reply slowly(ServerCommand command, ManagementClient client, String method, String path, @Nullable Body body)
            throws CommandException {
        return ProgressLine.sending(command.spec, body, "Deploying", () -> client.sendSlow(method, path, body));
    }

    /** The same with what {@link VersionOption} adds to the query. */
    static Reply put(
            ServerCommand command,
            ManagementClient client,
            String path,
            Path archive,
            @Nullable String contextRoot,
            @Nullable String plan,
            String version)
            throws CommandException, IOException {
        return send(command, client, "PUT", path, archive, contextRoot, plan, version);
    }

    /** Sends an archive to be explained. */
    static Reply explain(
            ServerCommand command,
            ManagementClient client,
            String application,
            Path archive,
            @Nullable String contextRoot,
            @Nullable String plan)
            throws CommandException, IOException {
        String path = "deployments/" + application + "/explanation";
        return send(command, client, "POST", path, archive, contextRoot, plan, "");
    }

    private static Reply send(
            ServerCommand command,
            ManagementClient client,
            String method,
            String path,
            Path archive,
            @Nullable String contextRoot,
            @Nullable String plan,
            String version)
            throws CommandException, IOException {
        String root = contextRoot == null ? "" : "context-root=" + PercentEncoding.of(contextRoot);
        boolean directory = Files.isDirectory(archive);
        String query = Stream.of(root, version, directory ? "" : PlanOption.query(plan))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("&"));
        Body body = directory ? json(archive, plan) : new SentFile(plan, archive);
        return slowly(command, client, method, path + (query.isEmpty() ? "" : "?" + query), body);
    }

    /** Returns what is said instead of sending an archive. */
    static JsonBody json(@Nullable Path archive, @Nullable String plan) {
        JsonObjectBuilder json = Json.createObjectBuilder();
        if (archive != null) {
            json.add("path", archive.toString());
        }
        if (plan != null) {
            json.add("plan", plan);
        }
        return new JsonBody(json.build());
    }

    /** Shows what a deployment plan has changed. */
    static void tellChanges(ServerCommand command, JsonObject application) {
        if (!application.containsKey("plan-changes")) {
            return;
        }
        List<JsonObject> changes = application.getJsonArray("plan-changes").getValuesAs(JsonObject.class);
        command.print(changes.isEmpty() ? "  Its deployment plan changes nothing." : "  Its deployment plan changes:");
        for (JsonObject change : changes) {
            command.print("    " + (change.containsKey("module") ? change.getString("module") + " " : "")
                    + change.getString("descriptor") + " " + change.getString("path") + ": "
                    + shown(change, "before") + " -> " + shown(change, "after") + "  (" + change.getString("place")
                    + ")");
        }
    }

    private static String shown(JsonObject change, String key) {
        return change.containsKey(key)
                ? change.getString(key).isEmpty() ? "(empty)" : change.getString(key)
                : "(nothing)";
    }

    /** Shows the application that a server answered with. */
    static void print(ServerCommand command, Reply reply) throws IOException {
        if (command.json) {
            command.print(reply.text());
            return;
        }
        JsonObject application = reply.json();
        command.print(told(application));
        tellChanges(command, application);
    }

    /** Returns the client modules of an application for a sentence; empty where it has none. */
    static String clients(JsonObject application) {
        if (!application.containsKey("clients")) {
            return "";
        }
        List<String> names = application.getJsonArray("clients").getValuesAs(JsonString::getString);
        return ", with the application client" + (names.size() == 1 ? " " : "s ") + String.join(", ", names);
    }

    /** One application, or one version of it, in a sentence. */
    static String told(JsonObject application) {
        String root = application.isNull("context-root") ? "" : ", at " + application.getString("context-root");
        String version = application.containsKey("version") ? " " + application.getString("version") : "";
        String failure = application.containsKey("failure") ? ": " + application.getString("failure") : "";
        return "Application " + application.getString("name") + version + " is " + application.getString("state") + root
                + (failure.isEmpty() ? clients(application) + "." : failure) + outOfService(application);
    }

    /** Returns lines with what of it does not serve, though it runs; empty where all does. */
    private static String outOfService(JsonObject application) {
        if (!application.containsKey("out-of-service")) {
            return "";
        }
        return application.getJsonArray("out-of-service").getValuesAs(JsonString::getString).stream()
                .map(what -> "%n  out of service: %s".formatted(what))
                .collect(Collectors.joining());
    }
}
