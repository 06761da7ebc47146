package io.keelson.admin.cli;

import io.keelson.admin.cli.ManagementClient.Reply;
import io.keelson.admin.client.HttpConversation.Body;
import io.keelson.admin.client.PercentEncoding;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations of the commands on applications of the domain, on the admin server. */
final class DomainApplications {
    private static final String PATH = "domain/deployments";

    private final ManagementClient client;
    private final ServerCommand command;

    DomainApplications(ManagementClient client, ServerCommand command) {
        this.client = client;
        this.command = command;
    }

    /**
     * Deploys an archive to targets, or replaces the application of that name.
     *
     * @param release as {@link VersionOption#query} says
     */
    Reply deploy(
            String name,
            Path archive,
            List<String> targets,
            @Nullable String stageMode,
            @Nullable String contextRoot,
            @Nullable String plan,
            String release)
            throws CommandException, IOException {
        boolean there = client.find(PATH + "/" + name).isPresent();
        String query = "targets=" + PercentEncoding.of(String.join(",", targets))
                + (stageMode == null ? "" : "&stage-mode=" + PercentEncoding.of(stageMode))
                + (contextRoot == null ? "" : "&context-root=" + PercentEncoding.of(contextRoot))
                + (release.isEmpty() ? "" : "&" + release);
        return there
                ? send("PUT", name, PATH + "/" + name + "?" + query, archive, stageMode, plan)
                : send(
                        "POST",
                        name,
                        PATH + "?name=" + PercentEncoding.of(name) + "&" + query,
                        archive,
                        stageMode,
                        plan);
    }

    /** Deploys an application again on its targets. */
    Reply redeploy(String name, JsonObject now, @Nullable Path file, @Nullable String plan, boolean rolling)
            throws CommandException, IOException {
        String one = PATH + "/" + name + "?rolling=" + rolling;
        String mode = now.getString("stage-mode", "stage");
        Path archive;
        if (file != null) {
            archive = Applications.existing(file);
        } else if (plan != null) {
            return slowly(name, "PUT", one, Applications.json(null, plan));
        } else if (now.containsKey("path")) {
            archive = Applications.existing(Path.of(now.getString("path")));
        } else {
            throw new CommandException(
                    ExitCode.USAGE,
                    "Name the archive that application " + name + " is deployed with again: keelson redeploy " + name
                            + " FILE.");
        }
        return send("PUT", name, one + "&stage-mode=" + mode, archive, mode, plan);
    }

    private Reply send(
            String method, String name, String path, Path archive, @Nullable String stageMode, @Nullable String plan)
            throws CommandException, IOException {
        String target = path + "&file=" + PercentEncoding.of(String.valueOf(archive.getFileName()));
        // A directory is packed by the admin server.
        if ("nostage".equals(stageMode) || Files.isDirectory(archive)) {
            return slowly(name, method, target, Applications.json(archive, plan));
        }
        String whole = target + (plan == null ? "" : "&" + PlanOption.query(plan));
        return slowly(name, method, whole, new SentFile(plan, archive));
    }

    /** Makes a version that retires active again. */
    Reply makeActive(String name, VersionOption version) throws CommandException, IOException {
        return slowly(name, "POST", PATH + "/" + name + "/redeploy" + version.query(), null);
    }

    /** Starts or stops an application. */
    Reply set(String name, boolean run) throws CommandException, IOException {
        return slowly(name, "POST", PATH + "/" + name + (run ? "/start" : "/stop"), null);
    }

    private Reply slowly(String name, String method, String path, @Nullable Body body)
            throws CommandException, IOException {
        try (ProgressLine line = ProgressLine.of(command.spec);
                OperationSteps steps = new OperationSteps(line.seen(), () -> client.find(PATH + "/" + name))) {
            line.follow(() -> body instanceof SentFile file ? file.step(steps.latest()) : steps.latest());
            return client.sendSlow(method, path, body);
        }
    }

    /** Shows an application as the admin server has answered. */
    static void print(ServerCommand command, Reply reply) throws IOException {
        if (command.json) {
            command.print(reply.text());
        } else {
            tell(command, reply.json());
        }
    }

    /** Shows an application for a person. */
    static void tell(ServerCommand command, JsonObject application) {
        List<String> targets = new ArrayList<>();
        if (application.containsKey("targets")) {
            application.getJsonArray("targets").forEach(target -> targets.add(ConfigText.value(target)));
        }
        String version = application.containsKey("version") ? ", version " + application.getString("version") : "";
        command.print("Application " + application.getString("name") + " is on " + String.join(", ", targets) + version
                + ".");
        tellServers(command, application);
        if (application.containsKey("other")) {
            JsonObject other = application.getJsonObject("other");
            command.print(
                    (other.containsKey("version") ? "Version " + other.getString("version") : "One without a version")
                            + " retires"
                            + (other.containsKey("until") ? ", until " + other.getString("until") + " at most:" : ":"));
            tellServers(command, other);
        }
        Applications.tellChanges(command, application);
    }

    private static void tellServers(ServerCommand command, JsonObject version) {
        for (JsonObject server : version.getJsonArray("servers").getValuesAs(JsonObject.class)) {
            command.print("  " + server.getString("server") + "  " + server.getString("state")
                    + (server.containsKey("context-root") ? " at " + server.getString("context-root") : "")
                    + Applications.clients(server)
                    + (server.containsKey("users") ? ", " + users(server.getInt("users")) : "")
                    + (server.containsKey("problem") ? ": " + server.getString("problem") : ""));
        }
    }

    /** Sessions, copies of sessions and requests. */
    private static String users(int count) {
        return count == 0 ? "unused" : "in use: " + count;
    }
}
