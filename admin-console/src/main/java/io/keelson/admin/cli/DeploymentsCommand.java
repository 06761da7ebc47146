package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands about the applications of the domain, beside deploy, redeploy and undeploy. */
@Command(
        name = "deployments",
        description = "Shows, starts and stops the applications that the domain has deployed to servers and clusters.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DeploymentsCommand.Listing.class,
            DeploymentsCommand.Show.class,
            DeploymentsCommand.Start.class,
            DeploymentsCommand.Stop.class
        })
final class DeploymentsCommand extends StandardOptions {
    /** Lists them. */
    @Command(
            name = "list",
            description =
                    "Lists the applications, their targets, and how they stand on each server; with --server all that this server"
                            + " has, with their versions.")
    static final class Listing extends ServerCommand {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            if (server != null) {
                return own();
            }
            ManagementClient.Reply reply = client().send("GET", "domain/deployments");
            if (json) {
                print(reply.text());
                return ExitCode.OK;
            }
            List<JsonObject> all = reply.json().getJsonArray("deployments").getValuesAs(JsonObject.class);
            if (all.isEmpty()) {
                print("The domain has no applications; deploy one with 'keelson deploy FILE --target CLUSTER'.");
            }
            all.forEach(application -> DomainApplications.tell(this, application));
            return ExitCode.OK;
        }

        /** Returns what one server has, also for itself; versions side by side, the active one first. */
        private Integer own() throws CommandException, DomainException, IOException {
            ManagementClient.Reply reply = client().send("GET", "deployments");
            if (json) {
                print(reply.text());
                return ExitCode.OK;
            }
            List<JsonObject> all = reply.json().getJsonArray("deployments").getValuesAs(JsonObject.class);
            if (all.isEmpty()) {
                print("The server has no applications.");
            }
            all.forEach(application -> print(Applications.told(application)));
            return ExitCode.OK;
        }
    }

    /** Base of the commands about one application. */
    @Command
    abstract static class One extends ServerCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The application's name.")
        String name = "";
    }

    /** Shows one. */
    @Command(
            name = "show",
            description =
                    "Shows one application, how it stands on each server, and what its deployment plan has changed.")
    static final class Show extends One {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ManagementClient client = client();
            String path = "deployments/" + Applications.checked(name);
            Optional<ManagementClient.Reply> ofDomain =
                    server == null ? client.find("domain/" + path) : Optional.empty();
            if (ofDomain.isPresent()) {
                DomainApplications.print(this, ofDomain.get());
            } else {
                Applications.print(this, client.send("GET", path));
            }
            return ExitCode.OK;
        }
    }

    /** Starts one. */
    @Command(name = "start", description = "Starts an application that was stopped, or has failed, on all its servers.")
    static final class Start extends One {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            DomainApplications.print(
                    this, new DomainApplications(client(), this).set(Applications.checked(name), true));
            return ExitCode.OK;
        }
    }

    /** Stops one. */
    @Command(name = "stop", description = "Stops an application on all its servers; it stays deployed.")
    static final class Stop extends One {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            DomainApplications.print(
                    this, new DomainApplications(client(), this).set(Applications.checked(name), false));
            return ExitCode.OK;
        }
    }
}
