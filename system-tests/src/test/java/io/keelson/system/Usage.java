package io.keelson.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What a process uses, as Linux counts it. */
final class Usage {
    private Usage() {}

    /** Processor time of its threads so far, finer than the ticks of {@code stat}. */
    static Duration cpu(Process process) throws IOException {
        long nanos = 0;
        try (Stream<Path> tasks = Files.list(proc(process).resolve("task"))) {
            for (Path task : tasks.toList()) {
                nanos += ran(task);
            }
        }
        return Duration.ofNanos(nanos);
    }

    private static long ran(Path task) throws IOException {
        try {
            return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]);
        } catch (NoSuchFileException ended) {
            return 0;
        }
    }

    static int threads(Process process) throws IOException {
        return entries(proc(process).resolve("task"));
    }

    /** Open files and sockets. */
    static int descriptors(Process process) throws IOException {
        return entries(proc(process).resolve("fd"));
    }

    private static int entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return (int) entries.count();
        }
    }

    /** Changes a limit of the process: {@code --nofile=100:}, {@code --fsize=0:}. */
    static void limit(Process process, String option) throws Exception {
        limit(process.pid(), option);
    }

    /** The same of a process that is no child of this one. */
    static void limit(long pid, String option) throws Exception {
        List<String> command = List.of("prlimit", "--pid", Long.toString(pid), option);
        Process changed = new ProcessBuilder(command).inheritIO().start();
        if (changed.waitFor() != 0) {
            throw new IOException(command + " failed");
        }
    }

    private static Path proc(Process process) {
        return Path.of("/proc", Long.toString(process.pid()));
    }
}
