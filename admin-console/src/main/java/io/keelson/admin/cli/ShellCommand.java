package io.keelson.admin.cli;

import jakarta.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private static final String JSON = "--json";
    private static final Set<String> ENDS = Set.of("exit", "quit");
    /** Commands that hold the terminal for long, or would begin another shell. */
    private static final Set<String> NOT_HERE = Set.of("shell", "start", "lb", "client", "completion");

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

    @Option(names = "--json", description = "Has each command print one JSON object, on a line of its own.")
    boolean json;

    @Option(
            names = "--keep-going",
            description = "Goes on after a command that failed; the last failure is the exit code.")
    boolean keepGoing;

    @Spec
    @Nullable
    CommandSpec spec;

    /** State that all lines share. */
    private record Run(
            PrintWriter out, PrintWriter err, Map<String, String> options, boolean json, boolean[] editing) {}

    @Override
    public Integer call() throws CommandException, IOException {
        if (spec == null) {
            throw new IllegalStateException("no specification");
        }
        String directory = domain.access().domain().path().toString();
        if (file != null && Files.isDirectory(file)) {
            throw new CommandException(ExitCode.FAILED, file + " is a directory; name a file with commands.");
        }
        Run run = new Run(
                spec.commandLine().getOut(), spec.commandLine().getErr(), inherited(directory), json, new boolean[1]);
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

    /** Returns what lines have that do not say otherwise. */
    private Map<String, String> inherited(String directory) {
        Map<String, String> options = new LinkedHashMap<>(Map.of(DOMAIN, directory));
        if (domain.user != null) {
            options.put("--user", domain.user);
        }
        if (domain.userPassword != null) {
            options.put("--user-password-file", domain.userPassword.toString());
        }
        return options;
    }

    private int all(BufferedReader lines, Run run) throws IOException, CommandException {
        boolean prompt = file == null && Terminal.attached();
        int code = ExitCode.OK;
        int number = 0;
        while (true) {
            if (prompt) {
                run.out().print("keelson> ");
                run.out().flush();
            }
            number++;
            String line = next(lines, number);
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

    private static @Nullable String next(BufferedReader lines, int number) throws IOException, CommandException {
        try {
            return lines.readLine();
        } catch (CharacterCodingException e) {
            throw new CommandException(
                    ExitCode.FAILED, "The script is not text in UTF-8, in line " + number + " or a little below.");
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

    /** Answers in JSON where that was asked for and there is some. */
    private static int execute(Run run, List<String> words, PrintWriter out) {
        CommandLine commandLine =
                Keelson.commandLine(words.toArray(String[]::new)).setOut(out).setErr(run.err());
        int code = commandLine.execute(asked(words, commandLine, run));
        out.flush();
        run.err().flush();
        return code;
    }

    /** With the domain of this shell and JSON where that is wanted, where the command has such an option and the line has not. */
    private static String[] asked(List<String> words, CommandLine commandLine, Run run) {
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
        List<String> all = new ArrayList<>(words);
        // Behind the command: what stands behind a -- is no option.
        for (Map.Entry<String, String> option : run.options().entrySet()) {
            if (lacks(words, named, option.getKey())) {
                all.addAll(commands, List.of(option.getKey(), option.getValue()));
            }
        }
        if (run.json() && lacks(words, named, JSON)) {
            all.add(commands, JSON);
        }
        return all.toArray(String[]::new);
    }

    private static boolean lacks(List<String> words, CommandLine command, String option) {
        return command.getCommandSpec().findOption(option) != null
                && words.stream().noneMatch(word -> word.equals(option) || word.startsWith(option + "="));
    }

    private static int tried(List<String> words, Run run) {
        CommandLine commandLine = Keelson.commandLine(words.toArray(String[]::new));
        ParseResult parsed;
        try {
            parsed = commandLine.parseArgs(asked(words, commandLine, run));
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
        String line = String.join(" ", words);
        run.out()
                .println(
                        run.json()
                                ? Json.createObjectBuilder()
                                        .add("would-run", line)
                                        .build()
                                        .toString()
                                : "would run: " + line);
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
