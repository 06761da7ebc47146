package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import java.io.IOException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about clusters, by the admin server. */
@Command(
        name = "cluster",
        description = "Restarts clusters server by server.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = ClusterCommand.Restart.class)
final class ClusterCommand extends StandardOptions {
    /** Restarts one. */
    @Command(
            name = "restart",
            description =
                    "Restarts the servers of a cluster one after the other, so that nobody notices: each ends in good"
                            + " order, its sessions and services move, and the next one's turn comes when it is back and all"
                            + " sessions have copies again.",
            footer = {
                "",
                "Needs the node manager. It goes on when this command is broken off. It stops at the first server that"
                        + " does not come back; --resume goes on from there."
            })
    static final class Restart extends ServerCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The cluster.")
        String name = "";

        @Option(
                names = "--timeout",
                paramLabel = "SECONDS",
                defaultValue = "180",
                description = "How long a server may take to end, to start, and until all is as before; each."
                        + " ${DEFAULT-VALUE} by default.")
        int timeoutSeconds;

        @Option(
                names = "--pause",
                paramLabel = "SECONDS",
                defaultValue = "5",
                description = "How long to wait when a server is back, so that load balancers notice it;"
                        + " ${DEFAULT-VALUE} by default.")
        int pauseSeconds;

        @Option(names = "--no-wait", description = "Returns when it has begun.")
        boolean noWait;

        @ArgGroup
        Instead instead = new Instead();

        /** Options for what is done instead of a new restart. */
        static final class Instead {
            @Option(
                    names = "--resume",
                    description = "Goes on with one that was stopped or interrupted, or has failed.")
            boolean resume;

            @Option(names = "--stop", description = "Stops it when the server whose turn it is, is back.")
            boolean stop;

            @Option(names = "--status", description = "Shows how far it is.")
            boolean status;
        }

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ManagementClient client = domain.access().adminServer();
            RollingProgress progress = new RollingProgress(this, client, name);
            String path = progress.path();
            String what = "The restart of " + name;
            if (instead.status) {
                progress.show(what, client.sendBriefly("GET", path).json());
                return ExitCode.OK;
            }
            if (instead.stop) {
                progress.show(what, client.sendBriefly("DELETE", path).json());
                return ExitCode.OK;
            }
            JsonObject begun = client.sendBriefly(
                            "POST",
                            path + "?timeout=" + timeoutSeconds + "&pause=" + pauseSeconds + "&resume="
                                    + instead.resume)
                    .json();
            if (noWait) {
                progress.show(what, begun);
                return ExitCode.OK;
            }
            JsonObject end = progress.follow(begun);
            if (!end.getString("state").equals("DONE")) {
                throw new CommandException(
                        ExitCode.FAILED,
                        what + " goes no further: " + end.getString("why")
                                + ". The other servers are as they were; go on with 'keelson cluster restart " + name
                                + " --resume'.");
            }
            print(json ? end.toString() : "All servers of " + name + " are restarted.");
            return ExitCode.OK;
        }
    }
}
