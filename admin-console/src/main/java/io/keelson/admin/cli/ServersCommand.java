package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about servers, by the node manager of this machine: they need no server that runs. */
@Command(
        name = "server",
        description = "Starts, ends and kills servers by the node manager, and shows what they print.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServersCommand.Start.class,
            ServersCommand.Stop.class,
            ServersCommand.Kill.class,
            ServersCommand.Log.class
        })
final class ServersCommand extends StandardOptions {
    private static final long LOOK_MILLIS = 100;
    private static final int LAST_LINES = 20;

    /** Base of the commands about one server. */
    abstract static class ForServer extends NodeCommand.NodeOptions {
        @Parameters(index = "0", paramLabel = "NAME", description = "The server.")
        String name = "";

        /** State in which the node manager sees the server, for the line that shows it. */
        private volatile String state = "";

        ServerOrders orders() throws CommandException, DomainException, IOException {
            DomainDirectory directory = domain.asUser() ? domain.access().domain() : domain.find();
            List<String> known =
                    directory.servers().stream().map(ServerStatus::name).toList();
            if (!known.contains(name)) {
                throw new CommandException(
                        ExitCode.FAILED,
                        directory + " has no server '" + name + "'; known: " + String.join(", ", known) + ".");
            }
            return ServerOrders.of(domain, name);
        }

        JsonObject seen(ServerOrders orders) throws CommandException, IOException {
            JsonObject seen = orders.seen();
            state = seen.getString("state");
            return seen;
        }

        void say(String text, String state) {
            print(
                    json
                            ? Json.createObjectBuilder()
                                    .add("name", name)
                                    .add("state", state)
                                    .build()
                                    .toString()
                            : text);
        }

        /** Returns what is seen of the server when that is so; shown meanwhile. */
        JsonObject awaiting(Watched until) throws CommandException, IOException {
            return ProgressLine.during(
                    spec,
                    () -> state.isEmpty() ? "Waiting for server " + name : "Server " + name + " is " + state,
                    until);
        }

        /** Looks until something has come true of the server. */
        interface Watched extends ProgressLine.Work<JsonObject, IOException> {}

        /** Order that the server ends. */
        interface Order {
            void give() throws CommandException, IOException;
        }

        /** Orders it, and waits until no process of the server is there. */
        void awaitEnd(Order order, ServerOrders orders, int seconds) throws CommandException, IOException {
            JsonObject end = awaiting(() -> {
                order.give();
                return ended(orders, seconds);
            });
            say("Server " + name + " has ended.", end.getString("state"));
        }

        private JsonObject ended(ServerOrders orders, int seconds) throws CommandException, IOException {
            Deadline deadline = Deadline.in(Ticker.system(), Duration.ofSeconds(seconds));
            JsonObject seen = seen(orders);
            while (!seen.isNull("pid")) {
                if (deadline.passed()) {
                    throw new CommandException(
                            ExitCode.FAILED,
                            "Server " + name + " has not ended within " + seconds
                                    + " seconds; use 'keelson server kill " + name + "'.");
                }
                NodeCommand.pause(LOOK_MILLIS);
                seen = seen(orders);
            }
            return seen;
        }
    }

    /** Starts one. */
    @Command(
            name = "start",
            description =
                    "Starts a server and waits until it is RUNNING. From now on it is started again when it crashes.")
    static final class Start extends ForServer {
        @Option(
                names = "--timeout",
                paramLabel = "SECONDS",
                defaultValue = "120",
                description = "How long to wait; 0 does not wait. ${DEFAULT-VALUE} by default.")
        int timeoutSeconds;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ServerOrders orders = orders();
            String state = awaiting(() -> {
                        orders.start();
                        return started(orders);
                    })
                    .getString("state");
            say("Server " + name + " is " + state + ".", state);
            return ExitCode.OK;
        }

        private JsonObject started(ServerOrders orders) throws CommandException, IOException {
            Deadline deadline = Deadline.in(Ticker.system(), Duration.ofSeconds(timeoutSeconds));
            JsonObject seen = seen(orders);
            while (timeoutSeconds > 0 && !seen.getString("state").equals("RUNNING")) {
                if (!seen.getBoolean("watched")) {
                    throw new CommandException(
                            ExitCode.FAILED,
                            "Server " + name + " is " + seen.getString("state") + ": " + seen.getString("why")
                                    + ". The end of what it printed:\n" + lines(orders));
                }
                if (deadline.passed()) {
                    throw new CommandException(
                            ExitCode.FAILED,
                            "Server " + name + " is " + seen.getString("state") + " after " + timeoutSeconds
                                    + " seconds; 'keelson server log " + name + "' shows what it prints.");
                }
                NodeCommand.pause(LOOK_MILLIS);
                seen = seen(orders);
            }
            return seen;
        }

        private String lines(ServerOrders orders) throws CommandException, IOException {
            return last(orders.output(-1).getString("text", ""), LAST_LINES);
        }
    }

    /** Ends one. */
    @Command(
            name = "stop",
            description =
                    "Ends a server in good order and waits for its end. It is not started again until somebody starts it.")
    static final class Stop extends ForServer {
        @Option(names = "--force", description = "Cuts off what is in flight instead of waiting for it.")
        boolean force;

        @Option(
                names = "--timeout",
                paramLabel = "SECONDS",
                defaultValue = "120",
                description = "How long to wait for the end; ${DEFAULT-VALUE} by default.")
        int timeoutSeconds;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ServerOrders orders = orders();
            awaitEnd(() -> orders.shutdown(force), orders, timeoutSeconds);
            return ExitCode.OK;
        }
    }

    /** Kills one. */
    @Command(
            name = "kill",
            description =
                    "Ends the process of a server at once, as kill -9 does. It is not started again, but with --restart.")
    static final class Kill extends ForServer {
        private static final int SECONDS = 30;

        @Option(
                names = "--restart",
                description =
                        "Lets it count as a crash: the node manager starts the server again, within its restart-max.")
        boolean restart;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ServerOrders orders = orders();
            if (restart) {
                JsonObject killed = awaiting(() -> {
                    orders.kill(true);
                    return seen(orders);
                });
                say("Server " + name + " was killed; the node manager starts it again.", killed.getString("state"));
            } else {
                awaitEnd(() -> orders.kill(false), orders, SECONDS);
            }
            return ExitCode.OK;
        }
    }

    /** Shows what one prints. */
    @Command(name = "log", description = "Shows what a server has printed since the node manager started it.")
    static final class Log extends ForServer {
        private static final long FOLLOW_MILLIS = 500;

        @Option(
                names = "--lines",
                paramLabel = "NUMBER",
                defaultValue = "100",
                description = "How many of the last lines; ${DEFAULT-VALUE} by default.")
        int lines;

        @Option(
                names = {"-f", "--follow"},
                description = "Goes on with what it prints from now on, until Ctrl-C.")
        boolean follow;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ServerOrders orders = orders();
            JsonObject output =
                    ProgressLine.during(spec, "Waiting for what " + name + " has printed", () -> orders.output(-1));
            if (json) {
                print(output.toString());
                return ExitCode.OK;
            }
            print(last(output.getString("text"), lines));
            while (follow && spec != null && !spec.commandLine().getOut().checkError()) {
                NodeCommand.pause(FOLLOW_MILLIS);
                output = orders.output(output.getJsonNumber("to").longValue());
                String text = output.getString("text");
                spec.commandLine().getOut().print(text);
            }
            return ExitCode.OK;
        }
    }

    /** The last lines of a text, without the line end at its end. */
    private static String last(String text, int most) {
        List<String> all = text.lines().toList();
        return String.join("\n", all.subList(Math.max(0, all.size() - Math.max(0, most)), all.size()));
    }
}
