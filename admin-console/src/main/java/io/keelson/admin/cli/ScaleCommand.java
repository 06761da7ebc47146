package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives a dynamic cluster another number of servers, by the admin server. */
@Command(
        name = "scale",
        description = "Gives a dynamic cluster another number of servers: those that come are added to the domain and"
                + " started; those that go end in good order, one after the other, and then leave the domain.",
        footer = {
            "",
            "Needs the node manager. It goes on when this command is broken off. Where it goes no further, the same command"
                    + " again does what is left to do."
        })
final class ScaleCommand extends ServerCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli injects it before anything runs
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "The cluster.")
    String name = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "N",
            description = "How many dynamic servers it is to have; from 1 to its max-size.")
    @Nullable
    Integer size;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "180",
            description = "How long each step of a server may take; ${DEFAULT-VALUE} by default.")
    int timeoutSeconds;

    @Option(
            names = "--pause",
            paramLabel = "SECONDS",
            defaultValue = "3",
            description = "How long to wait when a server is gone, before the next goes; ${DEFAULT-VALUE} by default.")
    int pauseSeconds;

    @Option(names = "--no-wait", description = "Returns when it has begun.")
    boolean noWait;

    @ArgGroup
    Instead instead = new Instead();

    /** Options for what is done instead of scaling. */
    static final class Instead {
        @Option(names = "--dry-run", description = "Shows which servers would come or go, and changes nothing.")
        boolean dryRun;

        @Option(names = "--stop", description = "Stops it when the server whose turn it is, is gone.")
        boolean stop;

        @Option(names = "--status", description = "Shows the size, and how far a scaling is.")
        boolean status;
    }

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        ManagementClient client = domain.access().adminServer();
        String path = "domain/clusters/" + PercentEncoding.of(name) + "/scale";
        if (instead.status) {
            show(client.sendBriefly("GET", path).json());
            return ExitCode.OK;
        }
        if (instead.stop) {
            show(client.sendBriefly("DELETE", path).json());
            return ExitCode.OK;
        }
        if (size == null) {
            throw new ParameterException(spec.commandLine(), "Say how many servers " + name + " is to have.");
        }
        JsonObject progress = client.sendBriefly(
                        "POST",
                        path + "?size=" + size + "&timeout=" + timeoutSeconds + "&pause=" + pauseSeconds + "&dry-run="
                                + instead.dryRun)
                .json();
        if (instead.dryRun) {
            plan(progress);
            return ExitCode.OK;
        }
        if (noWait) {
            show(progress);
            return ExitCode.OK;
        }
        return follow(client, path, progress);
    }

    private int follow(ManagementClient client, String path, JsonObject first) throws CommandException, IOException {
        JsonObject progress = RollingProgress.follow(this, client, path, first);
        if (!progress.getString("state").equals("DONE")) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "The scaling of " + name + " goes no further: " + progress.getString("why")
                            + ". Go on with 'keelson scale " + name + " " + size + "'.");
        }
        print(
                json
                        ? progress.toString()
                        : name + " has " + size + (size != null && size == 1 ? " server." : " servers."));
        return ExitCode.OK;
    }

    private void plan(JsonObject progress) {
        if (json) {
            print(progress.toString());
            return;
        }
        int from = progress.getInt("from");
        int to = progress.getInt("to");
        print(name + " has " + from + " dynamic servers and would have " + to + ".");
        for (JsonObject member : progress.getJsonArray("members").getValuesAs(JsonObject.class)) {
            int number = member.getInt("number");
            print(String.format(
                    Locale.ROOT,
                    "  %-24s  %s",
                    member.getString("server"),
                    number > to
                            ? "ends and leaves the domain"
                            : number > from ? "is added and started" : "is started"));
        }
        if (progress.getJsonArray("members").isEmpty()) {
            print("  There is nothing to do.");
        }
    }

    private void show(JsonObject progress) {
        if (json) {
            print(progress.toString());
            return;
        }
        if (progress.containsKey("size")) {
            print(name + " has " + progress.getInt("size") + " dynamic servers; it may have up to "
                    + progress.getInt("max-size") + ".");
        }
        String why = progress.getString("why");
        if (!progress.getString("state").equals("NONE")) {
            print("The scaling to " + progress.getInt("to") + " is " + progress.getString("state")
                    + (why.isEmpty() ? "" : ": " + why));
        }
        for (JsonObject member : progress.getJsonArray("members").getValuesAs(JsonObject.class)) {
            print(String.format(Locale.ROOT, "  %-24s  %s", member.getString("server"), member.getString("phase")));
        }
    }
}
