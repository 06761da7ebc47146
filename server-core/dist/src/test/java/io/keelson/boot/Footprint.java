package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a server's JVM holds after a full collection, as the JDK's own tools tell it.
 *
 * @param heapKiB used
 * @param metaspaceKiB used
 * @param classes loaded
 * @param threads of the process
 * @param files open files and sockets of the process
 */
record Footprint(long heapKiB, long metaspaceKiB, long classes, long threads, long files) {
    /** Measures the process. */
    static Footprint of(Process server) throws Exception {
        tool("jcmd", server, "GC.run");
        double[] memory = numbers(tool("jstat", "-gc", server));
        double[] classes = numbers(tool("jstat", "-class", server));
        // Columns of jstat: S0C S1C S0U S1U EC EU OC OU MC MU ...; Loaded Bytes ...
        double heap = memory[2] + memory[3] + memory[5] + memory[7];
        Path process = Path.of("/proc", Long.toString(server.pid()));
        return new Footprint(
                (long) heap,
                (long) memory[9],
                (long) classes[0] - (long) classes[2],
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
