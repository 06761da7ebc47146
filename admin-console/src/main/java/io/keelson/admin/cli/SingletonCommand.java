package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about the singleton services of a domain. */
@Command(
        name = "singleton",
        description = "Shows and moves the services that work on one server of the cluster at a time.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SingletonCommand.ListServices.class,
            SingletonCommand.History.class,
            SingletonCommand.Migrate.class
        })
final class SingletonCommand extends StandardOptions {

    private static String text(JsonObject of, String name) {
        return of.isNull(name) ? "-" : of.getString(name);
    }

    private static List<JsonObject> services(ManagementClient client) throws CommandException, IOException {
        return client.sendBriefly("GET", "singletons")
                .json()
                .getJsonArray("singletons")
                .getValuesAs(JsonObject.class);
    }

    /** Lists them. */
    @Command(
            name = "list",
            description =
                    "Shows the singleton services: what they do, where, since when, which application brings them, and which servers"
                            + " may have them.",
            footer = {"", "The states: ACTIVE, STARTING, WAITING for a server, DEACTIVATED as all attempts are used up."
            })
    static final class ListServices extends ServerCommand {
        private static final String LINE = "%-24s  %-11s  %-16s  %6s  %-24s  %-16s  %s";

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ManagementClient client = client();
            if (json) {
                print(client.send("GET", "singletons").text());
                return ExitCode.OK;
            }
            List<JsonObject> services = services(client);
            if (services.isEmpty()) {
                print("No singleton services.");
                return ExitCode.OK;
            }
            print(String.format(
                    Locale.ROOT, LINE, "service", "state", "owner", "epoch", "since", "application", "candidates"));
            services.forEach(service -> print(String.format(
                    Locale.ROOT,
                    LINE,
                    service.getString("name"),
                    service.getString("state"),
                    text(service, "owner"),
                    service.getJsonNumber("epoch"),
                    text(service, "since"),
                    text(service, "application"),
                    String.join(
                            ", ",
                            service.getJsonArray("candidates").getValuesAs(jakarta.json.JsonString::getString)))));
            return ExitCode.OK;
        }
    }

    /** Shows what became of one. */
    @Command(name = "history", description = "Shows where a singleton service was, the latest last, and why it moved.")
    static final class History extends ServerCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The service.")
        String name = "";

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ManagementClient.Reply reply = client().send("GET", "singletons/" + PercentEncoding.of(name) + "/history");
            if (json) {
                print(reply.text());
                return ExitCode.OK;
            }
            List<JsonObject> turns = reply.json().getJsonArray("history").getValuesAs(JsonObject.class);
            if (turns.isEmpty()) {
                print("The singleton service " + name + " has not been anywhere yet.");
            }
            for (JsonObject turn : turns) {
                String why = turn.getString("why");
                print(String.format(
                        Locale.ROOT,
                        "%s  epoch %d  %s -> %s  %s%s",
                        turn.getString("when"),
                        turn.getJsonNumber("epoch").longValue(),
                        text(turn, "from"),
                        turn.getString("to"),
                        turn.getString("result"),
                        why.isEmpty() ? "" : ": " + why));
            }
            return ExitCode.OK;
        }
    }

    /** Moves one, and waits until it has arrived. */
    @Command(
            name = "migrate",
            description = "Moves a singleton service to another server, and waits until it is active there.")
    static final class Migrate extends ServerCommand {
        private static final long LOOK_MILLIS = 100;

        @Parameters(index = "0", paramLabel = "NAME", description = "The service.")
        String name = "";

        @Option(names = "--to", paramLabel = "SERVER", required = true, description = "The server that is to have it.")
        String to = "";

        @Option(
                names = "--timeout",
                paramLabel = "SECONDS",
                defaultValue = "60",
                description = "How long to wait until it is active there; ${DEFAULT-VALUE} by default.")
        int timeoutSeconds;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ManagementClient client = client();
            long before = service(client)
                    .map(service -> service.getJsonNumber("epoch").longValue())
                    .orElse(0L);
            client.send("POST", "singletons/" + PercentEncoding.of(name) + "/migrate?to=" + PercentEncoding.of(to));
            JsonObject arrived = ProgressLine.during(
                    spec, "Waiting until " + name + " is active on " + to, () -> await(client, before));
            long epoch = arrived.getJsonNumber("epoch").longValue();
            print(
                    json
                            ? Json.createObjectBuilder()
                                    .add("name", name)
                                    .add("owner", to)
                                    .add("epoch", epoch)
                                    .build()
                                    .toString()
                            : "The singleton service " + name + " is active on " + to + " (epoch " + epoch + ").");
            return ExitCode.OK;
        }

        private Optional<JsonObject> service(ManagementClient client) throws CommandException, IOException {
            return services(client).stream()
                    .filter(service -> service.getString("name").equals(name))
                    .findFirst();
        }

        private JsonObject await(ManagementClient client, long before) throws CommandException, IOException {
            Deadline deadline = Deadline.in(Ticker.system(), Duration.ofSeconds(timeoutSeconds));
            while (true) {
                JsonObject now = service(client)
                        .orElseThrow(() ->
                                new CommandException(ExitCode.FAILED, "The singleton service " + name + " is gone."));
                boolean another = now.getJsonNumber("epoch").longValue() > before;
                if (another && now.getString("state").equals("ACTIVE")) {
                    if (text(now, "owner").equals(to)) {
                        return now;
                    }
                    throw notThere("is active on " + text(now, "owner") + " instead");
                }
                if (another && now.getString("state").equals("DEACTIVATED")) {
                    throw notThere("stays deactivated");
                }
                if (deadline.passed()) {
                    throw notThere("was not active within " + timeoutSeconds + " seconds");
                }
                pause();
            }
        }

        private CommandException notThere(String what) {
            return new CommandException(
                    ExitCode.FAILED,
                    "The singleton service " + name + " did not come to " + to + ": it " + what
                            + "; 'keelson singleton history " + name + "' says why.");
        }

        private void pause() throws CommandException {
            try {
                boolean never = new CountDownLatch(1).await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                assert !never;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommandException(ExitCode.FAILED, "Waiting for the singleton service was broken off.");
            }
        }
    }
}
