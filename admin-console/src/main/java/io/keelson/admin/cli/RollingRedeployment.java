package io.keelson.admin.cli;

import io.keelson.admin.cli.ManagementClient.Reply;
import io.keelson.admin.client.PercentEncoding;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Work of {@code redeploy --rolling}: puts a version beside the one that serves, and has it brought to one server after the other. */
final class RollingRedeployment {
    @Option(
            names = "--rolling",
            description =
                    "Over its cluster, one server after the other, so that nobody notices: each ends in good order, its"
                            + " sessions move, and it comes back with the new version. Needs the node manager. Stops at the first"
                            + " server on which the version does not start; the others stay as they are, and all serve.")
    boolean rolling;

    @Option(
            names = "--resume",
            description = "With --rolling: goes on with one that was stopped or interrupted, or has failed.")
    boolean resume;

    @Option(
            names = "--rollback",
            description =
                    "With --rolling: brings the version that was back to the servers that have the new one, one after"
                            + " the other.")
    boolean back;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "180",
            description =
                    "With --rolling: how long a server may take to end, to start, and until all is as before; each."
                            + " ${DEFAULT-VALUE} by default.")
    int timeoutSeconds;

    @Option(
            names = "--pause",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "With --rolling: how long to wait when a server is back, so that load balancers notice it;"
                    + " ${DEFAULT-VALUE} by default.")
    int pauseSeconds;

    @Option(names = "--no-wait", description = "With --rolling: returns when it has begun.")
    boolean noWait;

    /** Refuses options that go with --rolling alone, and two that do not go together. */
    void check(@Nullable Path file, boolean withPlan) throws CommandException {
        if (!rolling && (resume || back || noWait)) {
            throw new CommandException(ExitCode.USAGE, "--resume, --rollback and --no-wait go with --rolling.");
        }
        if (resume && back || (resume || back) && (file != null || withPlan)) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "--resume goes on with the version that is on its way and --rollback takes it back: give one of them, and"
                            + " neither FILE nor a plan.");
        }
    }

    /** Does it, with a version that has been put there unless it goes on or back. */
    int run(ServerCommand command, ManagementClient client, String name, JsonObject application)
            throws CommandException, IOException {
        List<JsonString> targets = application.getJsonArray("targets").getValuesAs(JsonString.class);
        if (targets.size() != 1) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "Application " + name
                            + " has several targets; only one that has a single cluster as its target can be"
                            + " redeployed server by server.");
        }
        RollingProgress progress =
                new RollingProgress(command, client, targets.get(0).getString());
        Reply begun = begin(client, progress, name);
        String what = "The rolling redeployment of " + name;
        if (noWait) {
            progress.show(what, begun.json());
            return ExitCode.OK;
        }
        JsonObject end = progress.follow(begun.json());
        if (!end.getString("state").equals("DONE")) {
            throw new CommandException(
                    ExitCode.FAILED,
                    what + " goes no further: " + end.getString("why")
                            + ". The other servers are as they were; go on with" + " 'keelson redeploy " + name
                            + " --rolling --resume', or take it back with --rollback.");
        }
        command.print(
                command.json
                        ? end.toString()
                        : end.getBoolean("back", false)
                                ? "All servers have the version of " + name + " that was."
                                : "All servers have the new version of " + name + ".");
        return ExitCode.OK;
    }

    private Reply begin(ManagementClient client, RollingProgress progress, String name)
            throws CommandException, IOException {
        try {
            return client.sendBriefly(
                    "POST",
                    progress.path() + "?timeout=" + timeoutSeconds + "&pause=" + pauseSeconds + "&application="
                            + PercentEncoding.of(name) + "&resume=" + resume + "&back=" + back);
        } catch (CommandException e) {
            if (resume || back) {
                throw e;
            }
            throw new CommandException(
                    e.exitCode(),
                    e.getMessage() + System.lineSeparator() + "The new version of " + name
                            + " waits, and no server has it. Begin with 'keelson redeploy " + name
                            + " --rolling --resume' when that is mended, or take it back with --rollback.");
        }
    }
}
