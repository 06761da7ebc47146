package io.keelson.admin.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs commands on a domain and keeps what they said. */
public final class CommandLineUser {
    private final Path domain;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    public CommandLineUser(Path domain) {
        this.domain = domain;
    }

    /** Runs a command; returns its exit code. */
    public int run(String... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--domain", domain.toString()));
        CommandLine commandLine = Keelson.commandLine(arguments);
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(all.toArray(String[]::new));
    }

    public String out() {
        return out.toString();
    }

    public String err() {
        return err.toString();
    }
}
