package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a server's JVM holds after full collections, as the JDK's own tools tell it.
 *
 * @param heapKiB used
 * @param classes loaded
 * @param applications class loaders of applications that have classes
 * @param applicationsKiB metaspace of those
 * @param serverKiB metaspace of all others
 * @param threads of the process
 * @param files open files and sockets of the process
 */
record Footprint(
        long heapKiB, long classes, int applications, long applicationsKiB, long serverKiB, long threads, long files) {
    private static final int AT_REST = 3;

    /**
     * Measures the process when its number of classes has come to rest: weak references to a loader are cleared one
     * collection before objects with a finalizer let go of its classes.
     */
    static Footprint of(Process server) {
        Deque<Footprint> last = new ArrayDeque<>();
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    last.addLast(now(server));
                    if (last.size() > AT_REST) {
                        last.removeFirst();
                    }
                    return last.size() == AT_REST
                            && last.stream()
                                            .mapToLong(Footprint::classes)
                                            .distinct()
                                            .count()
                                    == 1;
                });
        return last.getLast();
    }

    private static Footprint now(Process server) throws Exception {
        collect(server);
        double[] memory = numbers(tool("jstat", "-gc", server));
        double[] classes = numbers(tool("jstat", "-class", server));
        LoadedClasses loaded = LoadedClasses.of(tool("jcmd", server, "VM.metaspace", "show-loaders", "scale=1"));
        // Columns of jstat: S0C S1C S0U S1U EC EU OC OU MC MU ...; Loaded Bytes ...
        double heap = memory[2] + memory[3] + memory[5] + memory[7];
        Path process = Path.of("/proc", Long.toString(server.pid()));
        return new Footprint(
                (long) heap,
                (long) classes[0] - (long) classes[2],
                loaded.applications(),
                loaded.applicationsKiB(),
                loaded.serverKiB(),
                count(process.resolve("task")),
                count(process.resolve("fd")));
    }

    /** How many instances of a class are reachable. */
    static int instances(Process server, String className) throws Exception {
        for (String line : tool("jcmd", server, "GC.class_histogram").lines().toList()) {
            String[] columns = line.trim().split("\\s+");
            if (columns.length >= 4 && columns[3].equals(className)) {
                return Integer.parseInt(columns[1]);
            }
        }
        return 0;
    }

    /** Runs a full collection. */
    static void collect(Process server) throws Exception {
        tool("jcmd", server, "GC.run");
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        }
    }

    private static double[] numbers(String table) {
        String[] columns = table.lines().toList().get(1).trim().split("\\s+");
        return Stream.of(columns)
                .mapToDouble(c -> c.equals("-") ? 0 : Double.parseDouble(c.replace(',', '.')))
                .toArray();
    }

    /** A tool of this JDK; the process stands for its id. */
    private static String tool(String name, Object... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", name).toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        for (Object argument : arguments) {
            command.add(argument instanceof Process process ? Long.toString(process.pid()) : argument.toString());
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(command + "\n" + output).isZero();
        return output;
    }
}
