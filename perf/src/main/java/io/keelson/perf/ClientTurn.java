package io.keelson.perf;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A turn of a study: a client in a JVM of its own, and the processor time that the server takes meanwhile. The client prints
 * {@code MEASURED} when it has warmed up and {@code OVER} when it has measured; without them the turn is as long as its process. Its
 * last line begins with {@code RESULT} ({@link RemoteSample#parse}); one that begins with {@code CPU} is shown.
 */
final class ClientTurn {
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseG1GC");
    private static final int LINES_OF_A_FAILURE = 5;

    private ClientTurn() {}

    /**
     * Runs a client to its end.
     *
     * @param work the directory of its errors
     * @param libraries what it has on its class path beside the study's own classes
     * @throws IOException where it gave no result; says what it printed
     */
    static RemoteSample run(
            ServerProcess server, Path work, List<String> libraries, Class<?> load, List<String> arguments)
            throws IOException, InterruptedException {
        Path errors = work.resolve("client-" + server.name() + ".log");
        double before = server.cpuSeconds();
        double after = Double.NaN;
        Process client = ChildProcesses.start(new ProcessBuilder(command(libraries, load, arguments))
                .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())));
        String result = "";
        try (BufferedReader lines = client.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                switch (line.split(" ")[0]) {
                    case "MEASURED" -> before = server.cpuSeconds();
                    case "OVER" -> after = server.cpuSeconds();
                    case "RESULT" -> result = line;
                    case "CPU" ->
                        System.err.println(server.name() + "'s client, processor seconds: " + line.substring(4));
                    default -> {
                        // what libraries of the client print
                    }
                }
            }
        } finally {
            if (!client.waitFor(30, TimeUnit.SECONDS)) {
                client.destroyForcibly();
            }
        }
        if (Double.isNaN(after)) {
            after = server.cpuSeconds();
        }
        if (result.isEmpty()) {
            try (Stream<String> lines = Files.lines(errors)) {
                throw new IOException("a client of " + server.name() + " failed: "
                        + lines.limit(LINES_OF_A_FAILURE).toList());
            }
        }
        return RemoteSample.parse(result, after - before);
    }

    private static List<String> command(List<String> libraries, Class<?> load, List<String> arguments) {
        List<String> classes = new ArrayList<>();
        classes.add(ownClasses());
        classes.addAll(libraries);
        List<String> command = new ArrayList<>(List.of(Servers.java()));
        command.addAll(JVM);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classes), load.getName()));
        command.addAll(arguments);
        return command;
    }

    /** Returns the directory of the study's own classes. */
    static String ownClasses() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith(".jar"))
                .findFirst()
                .orElseThrow();
    }
}
