package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import io.keelson.base.ProcessExit;
import io.keelson.kernel.management.ManagementFeature;
import jakarta.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line {@code keelson}. See docs/design/management.md. */
@Command(
        name = "keelson",
        description = "Keelson, a clustered Jakarta EE application server.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Keelson.Version.class,
        footerHeading = "%nExit codes: ",
        footer = "0 done, 1 failed, 2 wrong command line, 3 server not running or not reachable.")
public final class Keelson extends StandardOptions implements Runnable, ProgressPlace.Owner {
    private static final String HELP = "help";
    /** In the order of the help. */
    private static final List<String> COMMANDS = List.of(
            "start",
            "stop",
            "status",
            "node",
            "server",
            "cluster",
            "scale",
            "deploy",
            "undeploy",
            "redeploy",
            "deployments",
            "log",
            "thread-dump",
            "heap-histogram",
            "top",
            "diagnostics",
            "work-managers",
            "runtime",
            "data-source",
            "watch",
            "singleton",
            "voter",
            "session",
            "explain",
            "config",
            "secret",
            "user",
            "rest",
            "domain",
            "tls",
            "machine",
            "lb",
            "client",
            "demo",
            "shell",
            "completion",
            HELP);

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Shows which version this is.")
    boolean version;

    @Spec
    private CommandSpec spec;

    private final ProgressPlace progress;

    @SuppressWarnings("NullAway.Init") // picocli injects the specification before anything runs
    private Keelson(ProgressPlace progress) {
        this.progress = progress;
    }

    @Override
    public ProgressPlace progress() {
        return progress;
    }

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        StandardOutput out = StandardOutput.ofProcess();
        CommandLine commandLine = commandLine(arguments).setOut(out.writer());
        int code = execute(commandLine, arguments);
        ProcessExit.with(out.verdict(code, commandLine.getErr()));
    }

    /**
     * Runs a command within another program of ours. Thread-safe.
     *
     * @param out what it prints; failures go to the process's own
     * @param arguments the command and its options
     * @return its exit code
     */
    public static int run(Writer out, String... arguments) {
        return execute(commandLine(arguments).setOut(new PrintWriter(out)), arguments);
    }

    /**
     * Runs a command within another program of ours. Thread-safe.
     *
     * @param out what it prints
     * @param err its failures
     * @param arguments the command and its options
     * @return its exit code
     */
    public static int run(Writer out, Writer err, String... arguments) {
        return execute(commandLine(arguments).setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), arguments);
    }

    private static int execute(CommandLine commandLine, String... arguments) {
        int code = commandLine.execute(arguments);
        commandLine.getOut().flush();
        commandLine.getErr().flush();
        return code;
    }

    /** The command line with all commands, ready to execute. */
    static CommandLine commandLine() {
        return commandLine(COMMANDS, FeatureCommand.all(), Terminal::moves);
    }

    /**
     * One for these arguments: where they begin with the name of a command it has no other, as what all are takes longer to read than
     * most of them run.
     */
    static CommandLine commandLine(String... arguments) {
        return commandLine(Terminal::moves, arguments);
    }

    /**
     * The same.
     *
     * @param terminal whether there is a terminal whose cursor can be moved
     */
    static CommandLine commandLine(BooleanSupplier terminal, String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        if (!first.equals(HELP) && command(first) != null) {
            return commandLine(List.of(first), List.of(), terminal);
        }
        return FeatureCommand.named(first)
                .map(feature -> commandLine(List.of(), List.of(feature), terminal))
                .orElseGet(() -> commandLine(COMMANDS, FeatureCommand.all(), terminal));
    }

    /**
     * The same.
     *
     * @param features rooms with commands of their own
     */
    private static CommandLine commandLine(
            List<String> commands, List<ManagementFeature> features, BooleanSupplier terminal) {
        CommandLine commandLine = new CommandLine(new Keelson(new ProgressPlace(terminal)));
        for (String name : commands) {
            commandLine.addSubcommand(Objects.requireNonNull(command(name), name));
        }
        for (ManagementFeature feature : features) {
            commandLine.addSubcommand(feature.name(), FeatureCommand.of(feature));
        }
        IParameterExceptionHandler usage = commandLine.getParameterExceptionHandler();
        return commandLine
                .setParameterExceptionHandler((e, arguments) -> {
                    int code = usage.handleParseException(e, arguments);
                    if (List.of(arguments).contains("--json")) {
                        e.getCommandLine().getOut().println(json(e));
                    }
                    return code;
                })
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setExitCodeExceptionMapper(Keelson::exitCode)
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    tell(command.getErr(), e);
                    if (command.getParseResult().hasMatchedOption("--json")) {
                        command.getOut().println(json(e));
                    }
                    return exitCode(e);
                });
    }

    /** A class is loaded where its command is asked for. */
    private static @Nullable Class<?> command(String name) {
        return switch (name) {
            case "start" -> StartCommand.class;
            case "stop" -> StopCommand.class;
            case "status" -> StatusCommand.class;
            case "node" -> NodeCommand.class;
            case "server" -> ServersCommand.class;
            case "cluster" -> ClusterCommand.class;
            case "scale" -> ScaleCommand.class;
            case "deploy" -> DeployCommand.class;
            case "undeploy" -> UndeployCommand.class;
            case "redeploy" -> RedeployCommand.class;
            case "deployments" -> DeploymentsCommand.class;
            case "log" -> LogCommand.class;
            case "thread-dump" -> ThreadDumpCommand.class;
            case "heap-histogram" -> HeapHistogramCommand.class;
            case "top" -> TopCommand.class;
            case "diagnostics" -> DiagnosticsCommand.class;
            case "work-managers" -> WorkManagersCommand.class;
            case "runtime" -> RuntimeCommand.class;
            case "data-source" -> DataSourceCommand.class;
            case "watch" -> WatchCommand.class;
            case "singleton" -> SingletonCommand.class;
            case "voter" -> VoterCommand.class;
            case "session" -> SessionCommand.class;
            case "explain" -> ExplainCommand.class;
            case "config" -> ConfigCommand.class;
            case "secret" -> SecretCommand.class;
            case "user" -> UserCommand.class;
            case "rest" -> RestCommand.class;
            case "domain" -> DomainCommand.class;
            case "tls" -> TlsCommand.class;
            case "machine" -> MachineCommand.class;
            case "lb" -> LoadBalancerCommand.class;
            case "client" -> ClientCommand.class;
            case "demo" -> DemoCommand.class;
            case "shell" -> ShellCommand.class;
            case "completion" -> CompletionCommand.class;
            case HELP -> HelpCommand.class;
            default -> null;
        };
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing.");
    }

    private static void tell(PrintWriter err, Exception e) {
        if (e instanceof CommandException || e instanceof DomainException) {
            err.println("keelson: " + e.getMessage());
        } else if (e instanceof IOException || e instanceof IllegalArgumentException) {
            err.println("keelson: " + Reasons.of(e));
        } else {
            err.println("keelson: an error of this command itself; please report it:");
            e.printStackTrace(err);
        }
        err.flush();
    }

    /** Answers with one JSON object, of a failure too, where one was asked for. */
    private static String json(Exception e) {
        return Json.createObjectBuilder()
                .add("error", Reasons.of(e))
                .add("exit-code", exitCode(e))
                .build()
                .toString();
    }

    private static int exitCode(Throwable e) {
        if (e instanceof ParameterException) {
            return ExitCode.USAGE;
        }
        return e instanceof CommandException command ? command.exitCode() : ExitCode.FAILED;
    }

    /** The version, as the jar says it. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Keelson.class.getPackage().getImplementationVersion();
            return new String[] {"keelson " + (version == null ? "(built from sources)" : version)};
        }
    }
}
