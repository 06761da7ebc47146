package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Runs commands of this command line one after the other, from a script or as they are typed. */
@Command(
        name = "shell",
        description = "Runs commands, one a line, from a file or standard input; stops at the first that fails.",
        footer = {
            "",
            "A line is a command as behind 'keelson'; # begins a comment, quotes keep blanks. 'exit' ends it.",
            "--dry-run runs nothing. It checks each line, and makes the changes of the configuration in an edit session"
                    + " that is discarded at the end, so that their problems are seen."
        })
final class ShellCommand extends StandardOptions implements Callable<Integer> {
    private static final String DOMAIN = "--domain";
    private static final Set<String> ENDS = Set.of("exit", "quit");
    /** What holds the terminal for long, or would begin another of these. */
    private static final Set<String> NOT_HERE = Set.of("shell", "start", "lb", "completion");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The script; without it standard input.")
    @Nullable
    Path file;

    @Mixin
    DomainOption domain = new DomainOption();

    @Option(names = "--dry-run", description = "Says what would be run and what is wrong with it, and changes nothing.")
    boolean dryRun;

    @Option(
            names = "--keep-going",
            description = "Goes on after a command that failed; the last failure is the exit code.")
    boolean keepGoing;

    @Spec
    @Nullable
    CommandSpec spec;

    /** What all lines share. */
    private record Run(PrintWriter out, PrintWriter err, String domain, boolean[] editing) {}

    @Override
    public Integer call() throws CommandException, IOException {
        if (spec == null) {
            throw new IllegalStateException("no specification");
        }
        DomainDirectory directory = domain.find();
        Run run = new Run(
                spec.commandLine().getOut(),
                spec.commandLine().getErr(),
                directory.path().toString(),
                new boolean[1]);
        int code;
        try (BufferedReader lines = file == null
                ? new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()))
                : Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            code = all(lines, run);
        } finally {
            if (run.editing()[0]) {
                execute(run, List.of("config", "discard", "--json"), new PrintWriter(PrintWriter.nullWriter()));
            }
        }
        return code;
    }

    private int all(BufferedReader lines, Run run) throws IOException {
        boolean prompt = file == null && Terminal.attached();
        int code = ExitCode.OK;
        int number = 0;
        while (true) {
            if (prompt) {
                run.out().print("keelson> ");
                run.out().flush();
            }
            String line = lines.readLine();
            number++;
            if (line == null || ENDS.contains(line.strip())) {
                return code;
            }
            int done = one(line, run);
            if (done != ExitCode.OK) {
                code = done;
                if (!prompt) {
                    run.err().println("keelson: line " + number + " failed: " + line.strip());
                    run.err().flush();
                    if (!keepGoing) {
                        return code;
                    }
                }
            }
        }
    }

    private int one(String line, Run run) {
        List<String> words;
        try {
            words = Words.of(line);
            if (words.isEmpty()) {
                return ExitCode.OK;
            }
            if (NOT_HERE.contains(words.get(0))) {
                throw new CommandException(ExitCode.USAGE, "'" + words.get(0) + "' is not for a script.");
            }
        } catch (CommandException e) {
            run.err().println("keelson: " + e.getMessage());
            run.err().flush();
            return e.exitCode();
        }
        return dryRun ? tried(words, run) : execute(run, words, run.out());
    }

    private static int execute(Run run, List<String> words, PrintWriter out) {
        CommandLine commandLine =
                Keelson.commandLine(words.toArray(String[]::new)).setOut(out).setErr(run.err());
        int code = commandLine.execute(ofDomain(words, commandLine, run.domain()));
        out.flush();
        run.err().flush();
        return code;
    }

    /** With the domain of this shell, where the command has one and the line names none. */
    private static String[] ofDomain(List<String> words, CommandLine commandLine, String domain) {
        CommandLine named = commandLine;
        int commands = 0;
        for (String word : words) {
            CommandLine next = named.getSubcommands().get(word);
            if (next == null) {
                break;
            }
            named = next;
            commands++;
        }
        boolean takes = named.getCommandSpec().findOption(DOMAIN) != null;
        boolean has = words.stream().anyMatch(word -> word.equals(DOMAIN) || word.startsWith(DOMAIN + "="));
        List<String> all = new ArrayList<>(words);
        if (takes && !has) {
            // Behind the command: what stands behind a -- is no option.
            all.addAll(commands, List.of(DOMAIN, domain));
        }
        return all.toArray(String[]::new);
    }

    private static int tried(List<String> words, Run run) {
        CommandLine commandLine = Keelson.commandLine(words.toArray(String[]::new));
        ParseResult parsed;
        try {
            parsed = commandLine.parseArgs(ofDomain(words, commandLine, run.domain()));
        } catch (ParameterException e) {
            run.err().println("keelson: " + e.getMessage());
            run.err().flush();
            return ExitCode.USAGE;
        }
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        Object command = parsed.commandSpec().userObject();
        if (command instanceof ConfigCommand.Edit) {
            return edited(words, run);
        }
        if (command instanceof ConfigCommand.Activate) {
            return execute(run, List.of("config", "validate"), run.out());
        }
        run.out().println("would run: " + String.join(" ", words));
        run.out().flush();
        return ExitCode.OK;
    }

    /** Makes a change in a session that is this shell's and will be discarded; another's pending changes stay as they are. */
    private static int edited(List<String> words, Run run) {
        List<String> plain = words.stream()
                .filter(word -> !word.equals("--activate") && !word.equals("--dry-run"))
                .toList();
        if (!run.editing()[0]) {
            StringWriter pending = new StringWriter();
            int seen = execute(run, List.of("config", "diff", "--json"), new PrintWriter(pending));
            if (seen == ExitCode.OK && !pending.toString().contains("\"changes\":[]")) {
                run.err().println("keelson: Other changes are pending; activate or discard them first.");
                run.err().flush();
                return ExitCode.FAILED;
            }
            int taken = seen == ExitCode.OK
                    ? execute(run, List.of("config", "lock", "--json"), new PrintWriter(PrintWriter.nullWriter()))
                    : seen;
            if (taken != ExitCode.OK) {
                return taken;
            }
            run.editing()[0] = true;
        }
        return execute(run, plain, run.out());
    }
}
