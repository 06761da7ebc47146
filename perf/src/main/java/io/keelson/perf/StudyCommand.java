package io.keelson.perf;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The command line of a study: its help, its options, and what is wrong with them. See perf/README.md. */
final class StudyCommand {
    private static final int USAGE = 2;
    private static final String QUICK = "--quick";

    private final String study;
    private final Map<String, String> defaults;
    private final List<String> quick;

    /**
     * The command of a study without a short form.
     *
     * @param study its name behind {@code perf/run}
     * @param defaults its options in the order in which they are shown
     */
    StudyCommand(String study, Map<String, String> defaults) {
        this(study, defaults, List.of());
    }

    /**
     * The command of a study.
     *
     * @param quick options for which {@code --quick} stands; those that are given beside it count more
     */
    StudyCommand(String study, Map<String, String> defaults, List<String> quick) {
        this.study = study;
        this.defaults = defaults;
        this.quick = quick;
    }

    /** Runs a study with the options that it was called with. */
    @FunctionalInterface
    interface Study {
        void run(Options options) throws Exception;
    }

    /**
     * Runs a study, or shows how it is called; ends the process with 2 where it was called wrongly.
     *
     * @param places how many arguments the script puts before the options
     */
    void run(String[] arguments, int places, Study body) throws Exception {
        int code = run(Arrays.asList(arguments).subList(places, arguments.length), body, System.out, System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** The same with output of the caller's; returns the exit code. */
    int run(List<String> arguments, Study body, PrintStream out, PrintStream err) throws Exception {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            out.print(usage());
            return 0;
        }
        try {
            body.run(Options.parse(written(arguments), defaults));
            return 0;
        } catch (WrongOptionException e) {
            err.println("perf/run " + study + ": " + e.getMessage());
            err.print(usage());
            return USAGE;
        }
    }

    private List<String> written(List<String> arguments) {
        if (quick.isEmpty() || !arguments.contains(QUICK)) {
            return arguments;
        }
        List<String> written = new ArrayList<>(quick);
        arguments.stream().filter(argument -> !argument.equals(QUICK)).forEach(written::add);
        return written;
    }

    private String usage() {
        StringBuilder usage = new StringBuilder("usage: perf/run [--no-build] " + study + " [--OPTION VALUE]...\n");
        defaults.forEach((name, value) -> usage.append("  --")
                .append(name)
                .append(' ')
                .append(value.isEmpty() ? "VALUE" : value)
                .append(value.isEmpty() ? "  (none by default)\n" : "  (the default)\n"));
        if (!quick.isEmpty()) {
            usage.append("  --quick  (").append(String.join(" ", quick)).append(")\n");
        }
        return usage.append("perf/README.md says what they mean.\n").toString();
    }
}
