package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Servers of one kind that share a singleton service. The service writes a line into a journal when it begins to work and when it
 * ends: {@code up} or {@code down}, its server, and the time in milliseconds.
 */
abstract class Trio implements AutoCloseable {
    private final String name;
    private final Path work;
    private final Map<String, Process> processes = new LinkedHashMap<>();

    Trio(String name, Path work) throws IOException {
        this.name = name;
        this.work = Files.createDirectories(work);
    }

    /** A line of the journal. */
    record Line(String what, String server, long millis) {}

    /** Makes what the servers share. */
    abstract void prepare() throws IOException, InterruptedException;

    /** All servers. */
    abstract List<String> servers();

    /** Runs one in a process of its own, which is the server's JVM. */
    abstract ProcessBuilder command(String server) throws IOException;

    /** Returns what a server prints when it serves. */
    abstract String started();

    final String name() {
        return name;
    }

    final Path work() {
        return work;
    }

    final Path journal() {
        return work.resolve("journal.txt");
    }

    final Process process(String server) {
        Process process = processes.get(server);
        if (process == null) {
            throw new IllegalArgumentException("no process of " + server);
        }
        return process;
    }

    /** Starts a server and waits until it serves. */
    final void start(String server) throws IOException, InterruptedException {
        Path log = work.resolve(server + ".log");
        Files.deleteIfExists(log);
        Process process =
                ChildProcesses.start(command(server).redirectErrorStream(true).redirectOutput(log.toFile()));
        processes.put(server, process);
        await(name + ": " + server + " serves; see " + log, 120, () -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(name + ": " + server + " has ended; see " + log);
            }
            return read(log).contains(started());
        });
    }

    /** The last line of a kind; null: there is none. */
    final @Nullable Line last(String what) {
        List<Line> all =
                lines().stream().filter(line -> line.what().equals(what)).toList();
        return all.isEmpty() ? null : all.get(all.size() - 1);
    }

    final List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        String text = read(journal());
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
            String[] parts = line.split(" ");
            if (parts.length == 3) {
                lines.add(new Line(parts[0], parts[1], Long.parseLong(parts[2])));
            }
        }
        return lines;
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new IllegalStateException(file + " cannot be read", e);
        }
    }

    /** Writes an archive of texts, by their names in it, and a class below {@code prefix}. */
    static void archive(Path file, Map<String, String> texts, String prefix, Class<?>... types) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> text : texts.entrySet()) {
                zip.putNextEntry(new ZipEntry(text.getKey()));
                zip.write(text.getValue().getBytes(StandardCharsets.UTF_8));
            }
            for (Class<?> type : types) {
                String name = type.getName().replace('.', '/') + ".class";
                zip.putNextEntry(new ZipEntry(prefix + name));
                try (InputStream in = type.getResourceAsStream('/' + name)) {
                    if (in == null) {
                        throw new IOException("the class file of " + type.getName() + " is not on the class path");
                    }
                    in.transferTo(zip);
                }
            }
        }
    }

    static void await(String what, int seconds, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("not within " + seconds + " s: " + what);
            }
            Thread.sleep(20);
        }
    }

    @Override
    public final void close() {
        processes.values().forEach(Process::destroy);
        for (Process process : processes.values()) {
            try {
                if (!process.waitFor(40, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
