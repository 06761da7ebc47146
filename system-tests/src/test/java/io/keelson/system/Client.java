package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A load generator in a JVM of its own, so that the server's is not disturbed by it. */
final class Client implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    private Client(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    /** Starts the main class given, in a JVM that is left to itself: such programs are what others are measured by. */
    static Client start(Class<?> main, String... arguments) throws IOException {
        String classPath = Path.of("target", "test-classes").toAbsolutePath().toString();
        return start(List.of(), List.of(), classPath, main.getName(), arguments);
    }

    /** Starts a main class of a class path. */
    static Client start(String classPath, String main, String... arguments) throws IOException {
        return startUnder(List.of(), classPath, main, arguments);
    }

    /** The same by a command that ends with running its arguments: in a network of its own, say. */
    static Client startUnder(List<String> before, String classPath, String main, String... arguments)
            throws IOException {
        return start(before, LiveServer.QUICK, classPath, main, arguments);
    }

    private static Client start(
            List<String> before, List<String> options, String classPath, String main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(List.of(arguments));
        return new Client(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Gives it a line and returns the line that it answers with. */
    String ask(String line) throws Exception {
        send(line);
        return line();
    }

    /** Gives it a line. */
    void send(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    /** The next line that it prints; waits for it. */
    String line() throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return String.valueOf(out.readLine());
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                })
                .get(120, TimeUnit.SECONDS);
    }

    /** All that it prints until its end. */
    List<String> all() throws Exception {
        List<String> lines = out.lines().toList();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return lines;
    }

    Process process() {
        return process;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
