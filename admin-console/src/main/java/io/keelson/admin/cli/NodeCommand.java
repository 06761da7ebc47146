package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ShellWord;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.node.NodeClient;
import io.keelson.admin.node.NodeProcess;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Commands about the node manager of this machine. */
@Command(
        name = "node",
        description =
                "Starts, ends and shows the node manager: it starts the servers of this machine, and starts again those"
                        + " that crash.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {NodeCommand.Start.class, NodeCommand.Stop.class, NodeCommand.Status.class, NodeCommand.Run.class
        })
final class NodeCommand extends StandardOptions {

    /** Base of the commands to the node manager. */
    abstract static class NodeOptions extends StandardOptions implements Callable<Integer> {
        @Mixin
        DomainOption domain = new DomainOption();

        @Option(names = "--json", description = "Prints one JSON object.")
        boolean json;

        @Spec
        @Nullable
        CommandSpec spec;

        void print(String line) {
            if (spec != null) {
                spec.commandLine().getOut().println(line);
            }
        }
    }

    /** The node manager of a domain. */
    static NodeClient client(DomainDirectory domain) throws CommandException {
        return NodeClient.find(domain)
                .orElseThrow(() -> new CommandException(
                        ExitCode.UNREACHABLE,
                        "No node manager of " + domain + " runs on this machine; start it with 'keelson node start"
                                + " --domain " + ShellWord.of(domain) + "'."));
    }

    /** The node manager of a server's machine. */
    static NodeClient client(DomainDirectory domain, String server) throws CommandException, IOException {
        Optional<String> machine = ThisMachine.elsewhere(domain, server);
        if (machine.isEmpty()) {
            return client(domain);
        }
        return NodeClient.find(domain, server)
                .orElseThrow(() -> new CommandException(
                        ExitCode.FAILED,
                        "Server " + server + " is to run on the machine " + machine.get()
                                + "; order it there, or on the machine of the admin server. If that machine was put out of the domain,"
                                + " change servers." + server + ".machine."));
    }

    /** Returns what it answered, where it has done what was asked. */
    static JsonObject done(NodeClient.Reply reply) throws CommandException {
        if (!reply.done()) {
            throw new CommandException(ExitCode.FAILED, reply.why() + ".");
        }
        return reply.json();
    }

    static void pause(long millis) throws CommandException {
        try {
            boolean never = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
            assert !never;
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static CommandException interrupted() {
        Thread.currentThread().interrupt();
        return new CommandException(ExitCode.FAILED, "Waiting was broken off.");
    }

    /** Starts it in the background. */
    @Command(
            name = "start",
            description =
                    "Starts the node manager in the background, and waits until it answers. Servers that an earlier one"
                            + " has started are watched again; those that crashed meanwhile are started.",
            footer = {"", "What it prints is in DOMAIN/node/node.out, its log in DOMAIN/node/logs/node.log."})
    static final class Start extends NodeOptions {
        @Override
        public Integer call() throws CommandException, IOException {
            DomainDirectory directory = domain.find();
            Optional<NodeClient> there = NodeClient.find(directory);
            if (there.isPresent()) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "A node manager of " + directory + " runs already, as process "
                                + there.get().pid() + ".");
            }
            String home = System.getProperty("keelson.home");
            if (home == null) {
                throw new CommandException(ExitCode.FAILED, "The node manager is started by the script bin/keelson.");
            }
            NodeClient node = ProgressLine.during(
                    spec,
                    "Starting the node manager",
                    () -> started(directory, Path.of(home).resolve("bin/keelson")));
            print(
                    json
                            ? Json.createObjectBuilder()
                                    .add("pid", node.pid())
                                    .add("url", node.url())
                                    .build()
                                    .toString()
                            : "The node manager runs as process " + node.pid() + ".");
            return ExitCode.OK;
        }

        private static NodeClient started(DomainDirectory directory, Path launcher) throws CommandException {
            try {
                return NodeProcess.start(directory, launcher, "");
            } catch (IOException e) {
                throw new CommandException(ExitCode.FAILED, String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                throw interrupted();
            }
        }
    }

    /** Ends it. */
    @Command(name = "stop", description = "Ends the node manager. The servers run on, and are not watched.")
    static final class Stop extends NodeOptions {
        @Override
        public Integer call() throws CommandException, IOException {
            DomainDirectory directory = domain.find();
            NodeClient node = client(directory);
            if (!ProgressLine.during(spec, "Waiting for the end of the node manager", () -> ended(directory, node))) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "The node manager has not ended; end process " + node.pid() + " with kill -9.");
            }
            print(
                    json
                            ? Json.createObjectBuilder()
                                    .add("stopped", node.pid())
                                    .build()
                                    .toString()
                            : "The node manager has ended; the servers run on.");
            return ExitCode.OK;
        }

        private static boolean ended(DomainDirectory directory, NodeClient node) throws CommandException {
            try {
                return NodeProcess.end(directory, node);
            } catch (IOException e) {
                throw new CommandException(ExitCode.FAILED, e.getMessage() + ".");
            } catch (InterruptedException e) {
                throw interrupted();
            }
        }
    }

    /** Shows it. */
    @Command(
            name = "status",
            description = "Shows the node manager, the servers of this machine, and which of them it starts again.",
            footer = {"", "The exit code is 3 where no node manager runs."})
    static final class Status extends NodeOptions {
        private static final String LINE = "  %-24s  %-22s  %-8s  %-7s  %-8s  %s";

        @Override
        public Integer call() throws CommandException, IOException {
            NodeClient node = client(domain.find());
            JsonObject state = done(ProgressLine.during(spec, "Waiting for the node manager", node::state));
            if (json) {
                print(state.toString());
                return ExitCode.OK;
            }
            print("The node manager runs as process " + node.pid() + " at " + node.url());
            print(String.format(Locale.ROOT, LINE, "server", "state", "pid", "watched", "restarts", "")
                    .stripTrailing());
            for (JsonObject server : state.getJsonArray("servers").getValuesAs(JsonObject.class)) {
                print(String.format(
                                Locale.ROOT,
                                LINE,
                                server.getString("name"),
                                server.getString("state"),
                                server.isNull("pid") ? "-" : server.getJsonNumber("pid"),
                                server.getBoolean("watched") ? "yes" : "no",
                                server.getInt("restarts") + "/" + server.getInt("restart-max"),
                                server.getString("why"))
                        .stripTrailing());
            }
            return ExitCode.OK;
        }
    }

    /** Help for {@code keelson node run}; the launcher itself becomes the node manager. */
    @Command(
            name = "run",
            description = "Becomes the node manager, in the foreground: for systemd and the like.",
            footer = {"", "Let systemd end this process only (KillMode=process), or it ends the servers too."})
    static final class Run extends NodeOptions {
        @Override
        public Integer call() throws CommandException {
            throw new CommandException(
                    ExitCode.USAGE, "The node manager is started by the script bin/keelson, not by this class.");
        }
    }
}
