package io.keelson.perf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server under measurement: a process of its own, and what the operating system says of it. */
final class ServerProcess implements AutoCloseable {
    private static final double TICKS_PER_SECOND = 100;

    private final String name;
    private final int port;
    private final Process process;
    private @Nullable Allocation allocation;

    private ServerProcess(String name, int port, Process process) {
        this.name = name;
        this.port = port;
        this.process = process;
    }

    /** A request that has not been sent yet. */
    interface Request {
        HttpURLConnection open() throws IOException;
    }

    /** Starts a server and waits until its first request answers 200; its output goes to {@code log}. */
    static ServerProcess start(
            String name, int port, Request first, List<String> command, Map<String, String> environment, Path log)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        ServerProcess server = new ServerProcess(name, port, ChildProcesses.start(builder));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
        while (!answers(first)) {
            if (!server.process.isAlive() || System.nanoTime() > end) {
                server.close();
                throw new IOException(name + " does not answer; its output is in " + log);
            }
            Thread.sleep(50);
        }
        return server;
    }

    private static boolean answers(Request first) {
        try {
            HttpURLConnection connection = first.open();
            connection.setReadTimeout(2000);
            return connection.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    /** User and system time of the process so far, in seconds. */
    double cpuSeconds() {
        Cpu cpu = cpu();
        return cpu.user() + cpu.system();
    }

    /** User and system time of the process so far. */
    Cpu cpu() {
        return cpu(read("stat"));
    }

    /** Returns what {@code /proc/PID/stat} says of a process. */
    static Cpu cpu(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return new Cpu(Long.parseLong(fields[11]) / TICKS_PER_SECOND, Long.parseLong(fields[12]) / TICKS_PER_SECOND);
    }

    /**
     * Processor time.
     *
     * @param user seconds in user mode
     * @param system seconds in the kernel
     */
    record Cpu(double user, double system) {}

    /** The observer of what the JVM allocates; attached when first asked for. */
    Allocation allocation() throws IOException {
        Allocation observer = allocation;
        if (observer == null) {
            observer = Allocation.of(process.pid());
            allocation = observer;
        }
        return observer;
    }

    /** The number of the process. */
    long pid() {
        return process.pid();
    }

    /** Resident memory in MiB. */
    long residentMebibytes() {
        return read("status")
                .lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(-1);
    }

    private String read(String file) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process.pid()), file));
        } catch (IOException e) {
            throw new UncheckedIOException("the process of " + name + " is gone", e);
        }
    }

    /** Waits until the process has ended by itself. */
    void awaitEnd() throws IOException, InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IOException(name + " does not end");
        }
    }

    @Override
    public void close() {
        if (allocation != null) {
            allocation.close();
        }
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
