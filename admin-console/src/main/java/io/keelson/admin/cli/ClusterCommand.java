package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
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
        private static final long LOOK_MILLIS = 250;

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

        /** What is done instead of a new restart. */
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
            DomainDirectory directory = domain.find();
            ManagementClient client = ManagementClient.of(directory, directory.status(directory.adminServer()));
            String path = "domain/clusters/"
                    + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20") + "/restart";
            if (instead.status) {
                show(client.sendBriefly("GET", path).json());
                return ExitCode.OK;
            }
            if (instead.stop) {
                show(client.sendBriefly("DELETE", path).json());
                return ExitCode.OK;
            }
            JsonObject progress = client.sendBriefly(
                            "POST",
                            path + "?timeout=" + timeoutSeconds + "&pause=" + pauseSeconds + "&resume="
                                    + instead.resume)
                    .json();
            if (noWait) {
                show(progress);
                return ExitCode.OK;
            }
            return follow(client, path, progress);
        }

        private int follow(ManagementClient client, String path, JsonObject first)
                throws CommandException, IOException {
            JsonObject progress = first;
            String told = "";
            while (progress.getString("state").equals("RUNNING")) {
                String now = line(progress);
                if (!json && !now.equals(told)) {
                    print(now);
                    told = now;
                }
                NodeCommand.pause(LOOK_MILLIS);
                progress = client.sendBriefly("GET", path).json();
            }
            if (!progress.getString("state").equals("DONE")) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "The restart of " + name + " goes no further: " + progress.getString("why")
                                + ". The other servers are as they were; go on with 'keelson cluster restart " + name
                                + " --resume'.");
            }
            print(json ? progress.toString() : "All servers of " + name + " are restarted.");
            return ExitCode.OK;
        }

        private void show(JsonObject progress) {
            if (json) {
                print(progress.toString());
                return;
            }
            String why = progress.getString("why");
            print("The restart of " + name + " is " + progress.getString("state") + (why.isEmpty() ? "" : ": " + why));
            for (JsonObject member : progress.getJsonArray("members").getValuesAs(JsonObject.class)) {
                print(String.format("  %-24s  %s", member.getString("server"), member.getString("phase")));
            }
        }

        /** One line of how far it is: how many are done, and what happens now. */
        private static String line(JsonObject progress) {
            int done = 0;
            int all = 0;
            String now = "";
            for (JsonObject member : progress.getJsonArray("members").getValuesAs(JsonObject.class)) {
                String phase = member.getString("phase");
                all += phase.equals("SKIPPED") ? 0 : 1;
                switch (phase) {
                    case "DONE" -> done++;
                    case "WAITING", "SKIPPED" -> {}
                    default -> now = "  " + member.getString("server") + " " + phase.toLowerCase(Locale.ROOT);
                }
            }
            return "[" + "#".repeat(done) + "-".repeat(all - done) + "] " + done + " of " + all + now;
        }
    }
}
