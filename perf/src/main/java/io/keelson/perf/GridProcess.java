package io.keelson.perf;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** An Infinispan Server beside a study, as a process of its own. Used by one thread. */
final class GridProcess implements AutoCloseable {
    /** System property with the file of its class path, which {@code perf/run users} sets. */
    private static final String PLACE = "keelson.perf.grid";

    private final Process process;
    private final int port;

    private GridProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it with a heap as the servers have, and waits until it listens on loopback. Its output goes to {@code log}. */
    static GridProcess start(int heapMebibytes, Path log) throws IOException {
        Path place = Path.of(System.getProperty(PLACE, "grid"));
        if (!Files.isDirectory(place.resolve("classes"))) {
            throw new IOException("no grid in " + place + ": perf/run builds it, without --no-build");
        }
        int port = FreePorts.one();
        Process process = ChildProcesses.start(new ProcessBuilder(
                        Servers.java(),
                        "-Xms" + heapMebibytes + "m",
                        "-Xmx" + heapMebibytes + "m",
                        "-XX:+UseG1GC",
                        "-cp",
                        place.resolve("classes") + File.pathSeparator + place.resolve("libraries") + "/*",
                        "io.keelson.perf.grid.Grid",
                        String.valueOf(port))
                .redirectError(log.toFile()));
        GridProcess grid = new GridProcess(process, port);
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        for (String line = said.readLine(); !"ready".equals(line); line = said.readLine()) {
            if (line == null) {
                grid.close();
                throw new IOException("the grid does not start; its output is in " + log);
            }
        }
        return grid;
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
