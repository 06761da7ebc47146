package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import io.keelson.base.ProcessExit;
import jakarta.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
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
        subcommands = {
            StartCommand.class,
            StopCommand.class,
            StatusCommand.class,
            NodeCommand.class,
            ServersCommand.class,
            ClusterCommand.class,
            ScaleCommand.class,
            DeployCommand.class,
            UndeployCommand.class,
            RedeployCommand.class,
            DeploymentsCommand.class,
            ThreadDumpCommand.class,
            HeapHistogramCommand.class,
            TopCommand.class,
            DiagnosticsCommand.class,
            WorkManagersCommand.class,
            RuntimeCommand.class,
            DataSourceCommand.class,
            WatchCommand.class,
            SingletonCommand.class,
            VoterCommand.class,
            SessionCommand.class,
            ExplainCommand.class,
            ConfigCommand.class,
            SecretCommand.class,
            UserCommand.class,
            DomainCommand.class,
            TlsCommand.class,
            MachineCommand.class,
            LoadBalancerCommand.class,
            DemoCommand.class,
            ShellCommand.class,
            CompletionCommand.class,
            HelpCommand.class
        },
        footerHeading = "%nExit codes: ",
        footer = "0 done, 1 failed, 2 wrong command line, 3 server not running or not reachable.")
public final class Keelson extends StandardOptions implements Runnable {
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Shows which version this is.")
    boolean version;

    @Spec
    private CommandSpec spec;

    /** For picocli. */
    @SuppressWarnings("NullAway.Init") // picocli injects the specification before anything runs
    Keelson() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        ProcessExit.with(execute(commandLine(), arguments));
    }

    /**
     * Runs a command within another program of ours. Thread-safe.
     *
     * @param out what it prints; failures go to the process's own
     * @param arguments the command and its options
     * @return its exit code
     */
    public static int run(Writer out, String... arguments) {
        return execute(commandLine().setOut(new PrintWriter(out)), arguments);
    }

    private static int execute(CommandLine commandLine, String... arguments) {
        int code = commandLine.execute(arguments);
        commandLine.getOut().flush();
        commandLine.getErr().flush();
        return code;
    }

    /** The command line, ready to execute. */
    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Keelson());
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

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing.");
    }

    private static void tell(PrintWriter err, Exception e) {
        if (e instanceof CommandException || e instanceof DomainException) {
            err.println("keelson: " + e.getMessage());
        } else if (e instanceof IOException || e instanceof IllegalArgumentException) {
            err.println("keelson: " + (e.getMessage() == null ? e.toString() : e.getMessage()));
        } else {
            err.println("keelson: an error of this command itself; please report it:");
            e.printStackTrace(err);
        }
        err.flush();
    }

    /** Who asked for one JSON object gets one of a failure too. */
    private static String json(Exception e) {
        return Json.createObjectBuilder()
                .add("error", e.getMessage() == null ? e.toString() : e.getMessage())
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
