package io.keelson.arquillian;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.spi.client.container.LifecycleException;
import org.jspecify.annotations.Nullable;

/**
 * A server of a distribution that lives as long as the tests: in a JVM of its own, in a domain of its own unless one is named,
 * on free ports. It takes over nothing that runs: only the record that its own process wrote is believed.
 */
final class ManagedServer implements TestedServer {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int LINES_SHOWN = 60;

    private final Process process;
    private final Path output;
    private final @Nullable Path made;
    private final Duration stopTimeout;
    private final Thread hook;
    private @Nullable Management management;

    private ManagedServer(Process process, Path output, @Nullable Path made, Duration stopTimeout) {
        this.process = process;
        this.output = output;
        this.made = made;
        this.stopTimeout = stopTimeout;
        // A test JVM that ends without Arquillian's farewell would leave the server behind.
        this.hook = new Thread(process::destroy, "keelson-arquillian: end the server");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a server and returns when it is RUNNING. */
    static ManagedServer start(KeelsonConfiguration configuration) throws LifecycleException {
        Path made = null;
        try {
            Path domain = configuration.domain();
            if (domain == null) {
                made = Files.createTempDirectory("keelson-arquillian-");
                domain = made.resolve("domain");
            }
            Path parent = Objects.requireNonNull(domain.toAbsolutePath().getParent(), "a domain lies in a directory");
            Files.createDirectories(parent);
            prepare(domain, configuration.configuration());
            Path output = parent.resolve(domain.getFileName() + ".out");
            Process process = launch(configuration, domain, output);
            ManagedServer server = new ManagedServer(
                    process, output, configuration.keepDomain() ? null : made, configuration.stopTimeout());
            try {
                server.awaitRunning(domain, configuration);
                server.addUsers(configuration.users());
            } catch (IOException | LifecycleException e) {
                server.abandon();
                throw e;
            }
            return server;
        } catch (IOException e) {
            throw new LifecycleException("The server for the tests cannot be started: " + e.getMessage(), e);
        }
    }

    private static void prepare(Path domain, @Nullable Path configuration) throws IOException {
        if (configuration == null) {
            return;
        }
        Path file = domain.resolve("domain.yaml");
        if (Files.exists(file)) {
            throw new IOException(file + " is there already: name either an existing domain or a configuration");
        }
        Files.createDirectories(domain);
        Files.copy(configuration, file);
    }

    private static Process launch(KeelsonConfiguration configuration, Path domain, Path output) throws IOException {
        Path home = Objects.requireNonNull(configuration.home(), "home, which validate has seen");
        ProcessBuilder builder = new ProcessBuilder(
                        KeelsonConfiguration.launcher(home).toString(), "start", "--domain", domain.toString())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile());
        // The options of the tests come after, and so prevail.
        builder.environment().put("JAVA_OPTS", "-Dkeelson.ListenPort=0 " + configuration.javaOptions());
        builder.environment().put("JAVA_HOME", configuration.javaHome());
        return builder.start();
    }

    private void awaitRunning(Path domain, KeelsonConfiguration configuration) throws IOException, LifecycleException {
        long rounds = configuration.startTimeout().dividedBy(POLL);
        for (long i = 0; i < rounds; i++) {
            if (ended(POLL)) {
                throw new LifecycleException(
                        "The server for the tests ended with exit code " + process.exitValue() + ":\n" + lastLines());
            }
            Optional<ServerRecord> record = ServerRecord.of(domain, process.pid());
            if (record.isPresent() && record.get().isRunning()) {
                management = Management.of(record.get(), RemoteServer.tokenOf(domain), configuration.deployTimeout());
                return;
            }
        }
        throw new LifecycleException("The server for the tests was not RUNNING after "
                + configuration.startTimeout().toSeconds() + " seconds:\n" + lastLines());
    }

    private void addUsers(@Nullable Path file) throws IOException {
        if (file != null) {
            for (UsersFile.User user : UsersFile.read(file)) {
                management().user(user.name(), user.password(), user.groups());
            }
        }
    }

    @Override
    public Management management() {
        return Objects.requireNonNull(management, "asked before the server was RUNNING");
    }

    @Override
    public void release() throws LifecycleException {
        if (process.isAlive()) {
            try {
                management().shutdown();
            } catch (IOException e) {
                process.destroy(); // it does not answer; the signal means the same
            }
        }
        boolean inTime = ended(stopTimeout);
        String last = inTime && process.exitValue() == 0 ? "" : lastLines();
        abandon();
        if (!inTime) {
            throw new LifecycleException("The server for the tests had not ended after " + stopTimeout.toSeconds()
                    + " seconds and was killed:\n" + last);
        }
        if (process.exitValue() != 0) {
            throw new LifecycleException(
                    "The server for the tests ended with exit code " + process.exitValue() + ":\n" + last);
        }
    }

    /** Sees to it that the process is gone, and its files. */
    private void abandon() throws LifecycleException {
        process.destroyForcibly();
        boolean gone = ended(stopTimeout);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // the JVM ends, the hook runs, and the files are those of a directory for temporary ones
        }
        if (!gone) {
            throw new LifecycleException("process " + process.pid() + " of the server for the tests does not end");
        }
        try {
            delete(made);
        } catch (IOException e) {
            throw new LifecycleException("The domain of the tests cannot be deleted: " + e.getMessage(), e);
        }
    }

    private boolean ended(Duration within) throws LifecycleException {
        try {
            return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new LifecycleException("Interrupted while waiting for the server for the tests, which was killed", e);
        }
    }

    private String lastLines() {
        try {
            List<String> lines = new String(Files.readAllBytes(output), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
        } catch (IOException e) {
            return "(" + output + " cannot be read: " + e + ")";
        }
    }

    private static void delete(@Nullable Path directory) throws IOException {
        if (directory == null) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
