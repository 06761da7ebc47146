package io.keelson.system;

import io.keelson.admin.cli.Keelson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs commands of the command line in the JVM of the tests: a process for each takes half a second of processor time, and most tests
 * are about what the command does. {@link ProcessSystemIT} has the processes.
 */
final class CommandLines {
    /** Commands that are programs of their own, or read what somebody types. */
    private static final Set<String> PROCESSES = Set.of("start", "lb", "demo", "client", "shell");

    private CommandLines() {}

    /** Returns whether a command has to have a process of its own. */
    static boolean isProcess(String... arguments) {
        boolean startsNode =
                arguments[0].equals("node") && !Set.of("status", "stop").contains(arguments[1]);
        return startsNode || PROCESSES.contains(arguments[0]);
    }

    /** Runs the commands that are the lines of standard input, their words parted by tabs, for {@link Machine}. */
    public static void main(String[] none) throws IOException {
        System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            LiveServer.Said said = run(line.split("\t", -1));
            System.out.println(said.exit()
                    + "\t"
                    + Base64.getEncoder().encodeToString(said.text().getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Runs a command on a domain. */
    static LiveServer.Said run(Path domain, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--domain", domain.toString()));
        return run(all.toArray(String[]::new));
    }

    /** Runs a command with all of its options. */
    static LiveServer.Said run(String... arguments) {
        if (isProcess(arguments)) {
            return LiveServer.run(Map.of(), arguments);
        }
        StringWriter text = new StringWriter();
        FutureTask<Integer> command = new FutureTask<>(() -> Keelson.run(text, new PrintWriter(text, true), arguments));
        Thread thread = new Thread(command, "keelson " + arguments[0]);
        thread.setDaemon(true);
        thread.start();
        try {
            return new LiveServer.Said(command.get(120, TimeUnit.SECONDS), text.toString());
        } catch (TimeoutException e) {
            throw new AssertionError("keelson " + String.join(" ", arguments) + " did not end: " + text, e);
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("keelson " + String.join(" ", arguments), e);
        }
    }
}
