package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about the servers that vote about leases. */
@Command(
        name = "voter",
        description = "Shows and replaces the servers that vote about who owns what in the cluster.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {VoterCommand.ListVoters.class, VoterCommand.Replace.class})
final class VoterCommand extends StandardOptions {
    private static JsonObject leases(ManagementClient client) throws CommandException, IOException {
        return client.sendBriefly("GET", "server/leases").json();
    }

    private static List<String> names(JsonObject of, String name) {
        return of.getJsonArray(name).getValuesAs(JsonString::getString);
    }

    /** Lists them. */
    @Command(name = "list", description = "Shows who votes, who leads, and which of the voters are not seen.")
    static final class ListVoters extends ServerCommand {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            JsonObject leases = leases(client());
            if (json) {
                print(leases.toString());
                return ExitCode.OK;
            }
            List<String> voters = names(leases, "voters");
            if (voters.isEmpty()) {
                print("No server votes: a database decides.");
            }
            String leader = leases.isNull("leader") ? "" : leases.getString("leader");
            List<String> missing = names(leases, "missing");
            voters.forEach(voter -> print(
                    voter + (voter.equals(leader) ? "  leads" : "") + (missing.contains(voter) ? "  not seen" : "")));
            return ExitCode.OK;
        }
    }

    /** Replaces one, and waits until that is decided. */
    @Command(
            name = "replace",
            description =
                    "Lets another server vote in a server's place, and waits until the other voters have decided so.",
            footer = {
                "",
                "For a voter that will not come back, or that is to be taken away. A majority of the voters must run. Where the admin"
                        + " server is the one that is gone, name another with --server."
            })
    static final class Replace extends ServerCommand {
        private static final long LOOK_MILLIS = 200;

        @Parameters(index = "0", paramLabel = "VOTER", description = "The server that votes now.")
        String voter = "";

        @Option(
                names = "--by",
                paramLabel = "SERVER",
                description = "The server that is to vote; without it any that runs and does not vote.")
        @Nullable
        String by;

        @Option(
                names = "--timeout",
                paramLabel = "SECONDS",
                defaultValue = "30",
                description = "How long to wait until it is decided; ${DEFAULT-VALUE} by default.")
        int timeoutSeconds;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ManagementClient client = client();
            Deadline deadline = Deadline.in(Ticker.system(), Duration.ofSeconds(timeoutSeconds));
            JsonObject asked = ask(client, by);
            String next = asked.getString("by");
            if (ProgressLine.during(spec, "Waiting for the voters", () -> replaced(client, next, deadline))) {
                print(json ? asked.toString() : next + " votes in the place of " + voter + ".");
                return ExitCode.OK;
            }
            throw new CommandException(
                    ExitCode.FAILED,
                    "It was not decided within " + timeoutSeconds + " seconds that " + next + " votes in the place of "
                            + voter + "; 'keelson voter list' shows who is missing.");
        }

        private boolean replaced(ManagementClient client, String next, Deadline deadline)
                throws CommandException, IOException {
            while (!deadline.passed()) {
                List<String> voters = awaitDecision(client, next);
                if (isDone(voters, next)) {
                    return true;
                }
                if (voters.contains(voter) && !voters.contains(next)) {
                    ask(client, next); // it may have been lost with the leader
                }
            }
            return false;
        }

        private JsonObject ask(ManagementClient client, @Nullable String next) throws CommandException, IOException {
            String path = "server/leases/voters/" + PercentEncoding.of(voter) + "/replace";
            return client.send("POST", next == null ? path : path + "?by=" + PercentEncoding.of(next))
                    .json();
        }

        private List<String> awaitDecision(ManagementClient client, String next) throws CommandException, IOException {
            List<String> voters = names(leases(client), "voters");
            for (int looks = 0; looks < 10 && !isDone(voters, next); looks++) {
                pause();
                voters = names(leases(client), "voters");
            }
            return voters;
        }

        private boolean isDone(List<String> voters, String next) {
            return voters.contains(next) && !voters.contains(voter);
        }

        private static void pause() throws CommandException {
            try {
                boolean never = new CountDownLatch(1).await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                assert !never;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommandException(ExitCode.FAILED, "Waiting for the voters was broken off.");
            }
        }
    }
}
