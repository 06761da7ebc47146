package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ShellWord;
import io.keelson.admin.machine.Enrolling;
import io.keelson.admin.machine.EnrolmentToken;
import io.keelson.admin.machine.MachineSetup;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.base.config.PasswordFile;
import io.keelson.base.time.Ticker;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands about the machines of a domain. */
@Command(
        name = "machine",
        description =
                "Sets a domain up for several machines, lets machines in by a one-time token, lists them and puts them out.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            MachineCommand.Init.class,
            MachineCommand.Add.class,
            MachineCommand.Enroll.class,
            MachineCommand.ListAll.class,
            MachineCommand.Remove.class
        })
final class MachineCommand extends StandardOptions {
    private static final int CHANNEL_PORT = 7443;
    private static final int NODE_PORT = 5556;

    /** Base of the commands about machines. */
    abstract static class MachineOptions extends StandardOptions implements Callable<Integer> {
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

        static CommandException failed(DomainException e) {
            String text = String.valueOf(e.getMessage());
            return new CommandException(
                    ExitCode.FAILED, Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".");
        }
    }

    /** Of those that ask the admin server. */
    abstract static class AskingAdmin extends MachineOptions {
        @Mixin
        DomainOption domain = new DomainOption();

        @Nullable
        JsonObject ask(String method, String path, @Nullable JsonObject body)
                throws CommandException, DomainException, IOException {
            ManagementClient client = domain.access().adminServer();
            ManagementClient.Reply reply = body == null
                    ? client.send(method, path)
                    : client.send(method, path, new ManagementClient.JsonBody(body));
            return reply.body().length == 0 ? null : reply.json();
        }
    }

    /** Sets the domain up. */
    @Command(
            name = "init",
            description =
                    "Sets the domain up for several machines, on the machine of its admin server, while no server runs: makes the"
                            + " domain's certificate authority and this machine's certificate, and adds a channel with TLS for other"
                            + " machines and TLS for the cluster to domain.yaml.")
    static final class Init extends MachineOptions {
        @Mixin
        DomainOption domain = new DomainOption();

        @Parameters(index = "0", paramLabel = "NAME", description = "The name of this machine.")
        String name = "";

        @Option(
                names = "--address",
                paramLabel = "ADDRESS",
                required = true,
                description =
                        "A name or address of this machine that others reach; several times for several. The admin server"
                                + " listens on the first.")
        List<String> addresses = new ArrayList<>();

        @Option(
                names = "--port",
                paramLabel = "PORT",
                defaultValue = "" + CHANNEL_PORT,
                description = "The admin server's port for other machines; ${DEFAULT-VALUE} by default.")
        int port;

        @Override
        public Integer call() throws CommandException, IOException {
            try {
                ThisMachine here = MachineSetup.init(domain.find(), name, addresses, port, Ticker.system());
                print(
                        json
                                ? Json.createObjectBuilder()
                                        .add("machine", here.name())
                                        .build()
                                        .toString()
                                : "This is the machine " + here.name()
                                        + " of the domain now. Start the admin server, then 'keelson"
                                        + " machine add NAME --address ADDRESS' for each other machine.");
                return ExitCode.OK;
            } catch (DomainException e) {
                throw failed(e);
            }
        }
    }

    /** Expects one. */
    @Command(
            name = "add",
            description =
                    "Expects another machine and prints the token with which it is enrolled: good for that machine, one use and"
                            + " one hour.")
    static final class Add extends AskingAdmin {
        @Parameters(index = "0", paramLabel = "NAME", description = "The machine's name.")
        String name = "";

        @Option(
                names = "--address",
                paramLabel = "ADDRESS",
                required = true,
                description =
                        "A name or address where the other machines reach it; several times for several. Its node manager"
                                + " listens on the first.")
        List<String> addresses = new ArrayList<>();

        @Option(
                names = "--node-port",
                paramLabel = "PORT",
                defaultValue = "" + NODE_PORT,
                description = "The port of its node manager; ${DEFAULT-VALUE} by default.")
        int nodePort;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            JsonObject given = ask(
                    "POST",
                    "machines/" + PercentEncoding.of(name),
                    Json.createObjectBuilder()
                            .add("addresses", Json.createArrayBuilder(addresses))
                            .add("node-port", nodePort)
                            .build());
            if (given == null) {
                throw new CommandException(ExitCode.FAILED, "The admin server gave no token.");
            }
            print(
                    json
                            ? given.toString()
                            : "On the machine " + name + ", until " + given.getString("expires")
                                    + ":\n\n  keelson machine enroll --token " + given.getString("token") + " DIR\n");
            return ExitCode.OK;
        }
    }

    /** Becomes one. */
    @Command(
            name = "enroll",
            description =
                    "Makes this machine one of the domain that the token is of. Its private key is made here and does not leave it.",
            footer = {
                "",
                "A token on the command line is seen by other users of the machine: --token-file reads it from a file."
            })
    static final class Enroll extends MachineOptions {
        @Parameters(index = "0", paramLabel = "DIR", description = "The directory for the domain: missing or empty.")
        Path directory = Path.of("");

        @Option(names = "--token", paramLabel = "TOKEN", description = "What 'keelson machine add' has printed.")
        @Nullable
        String token;

        @Option(names = "--token-file", paramLabel = "FILE", description = "A file whose first line is the token.")
        @Nullable
        Path tokenFile;

        @Override
        public Integer call() throws CommandException, IOException {
            Enrolling.Done done = ProgressLine.during(spec, "Waiting for the admin server", this::enrolled);
            if (done.skewed()) {
                print("Warning: the clock of this machine differs by "
                        + done.skew().abs().toSeconds() + " seconds from that of the admin server.");
            }
            print(
                    json
                            ? Json.createObjectBuilder()
                                    .add("machine", done.machine().name())
                                    .build()
                                    .toString()
                            : "This is the machine " + done.machine().name()
                                    + " of the domain now. 'keelson node start --domain "
                                    + ShellWord.of(directory)
                                    + "' starts its node manager.");
            return ExitCode.OK;
        }

        private Enrolling.Done enrolled() throws CommandException, IOException {
            try {
                return Enrolling.enroll(EnrolmentToken.read(given()), directory, Ticker.system());
            } catch (DomainException e) {
                throw failed(e);
            }
        }

        private String given() throws CommandException, IOException {
            if ((token == null) == (tokenFile == null)) {
                throw new CommandException(ExitCode.USAGE, "Give one of --token and --token-file.");
            }
            return token != null ? token.strip() : PasswordFile.read(tokenFile).strip();
        }
    }

    /** Lists them. */
    @Command(name = "list", description = "Lists the machines of the domain and the servers that are to run on them.")
    static final class ListAll extends AskingAdmin {
        private static final String LINE = "  %-20s  %-12s  %-32s  %s";

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            JsonObject all = ask("GET", "machines", null);
            if (all == null || json) {
                print(String.valueOf(all));
                return ExitCode.OK;
            }
            if (all.getJsonArray("machines").isEmpty()) {
                print("The domain has one machine; 'keelson machine init' sets it up for several.");
            }
            for (JsonObject machine : all.getJsonArray("machines").getValuesAs(JsonObject.class)) {
                print(String.format(
                                Locale.ROOT,
                                LINE,
                                machine.getString("name"),
                                machine.getString("state"),
                                texts(machine, "addresses")
                                        + (machine.containsKey("node-port")
                                                ? " port " + machine.getInt("node-port")
                                                : ""),
                                texts(machine, "servers") + " " + machine.getString("why", ""))
                        .stripTrailing());
            }
            return ExitCode.OK;
        }

        private static String texts(JsonObject machine, String key) {
            return machine.getJsonArray(key).getValuesAs(JsonString.class).stream()
                    .map(JsonString::getString)
                    .collect(Collectors.joining(", "));
        }
    }

    /** Puts one out. */
    @Command(
            name = "remove",
            description =
                    "Puts a machine out of the domain: its certificates count no more, nor does a token that was given for it.")
    static final class Remove extends AskingAdmin {
        @Parameters(index = "0", paramLabel = "NAME", description = "The machine.")
        String name = "";

        @Option(names = "--force", description = "Also while servers are to run on it.")
        boolean force;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            JsonObject none =
                    ask("DELETE", "machines/" + PercentEncoding.of(name) + (force ? "?force=true" : ""), null);
            assert none == null;
            print(
                    json
                            ? Json.createObjectBuilder()
                                    .add("removed", name)
                                    .build()
                                    .toString()
                            : "The machine " + name + " is not one of the domain any more.");
            return ExitCode.OK;
        }
    }
}
