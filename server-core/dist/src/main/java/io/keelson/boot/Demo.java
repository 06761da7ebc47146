package io.keelson.boot;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.base.ProcessExit;
import java.io.IOException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code keelson demo}: starts a server in a process of its own, deploys the demo's applications by the same command line
 * that a user has, and returns when all of them answer. Its domain lies in {@code ~/.keelson/demo/domain}. The system property
 * {@code keelson.demo.home} names another directory than {@code ~/.keelson/demo}.
 */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Starts a server with example applications on this machine and returns when all serve.",
        footer = {"", "Its domain lies in ~/.keelson/demo/domain; commands without --domain find it there."})
public final class Demo implements Callable<Integer> {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int LAST_LINES = 20;

    private final Path home = Path.of(System.getProperty("keelson.home", "."));
    private final Path directory = directory();
    private final DomainDirectory domain = DomainDirectory.at(directory.resolve("domain"));
    private final PrintStream out = System.out;

    @Option(names = "--stop", description = "Stops the demo.")
    private boolean stop;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7001",
            description = "The port of its server; ${DEFAULT-VALUE} by default.")
    private int port;

    private Demo() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        int code = new CommandLine(new Demo())
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    command.getErr().println("keelson: " + (e.getMessage() == null ? e.toString() : e.getMessage()));
                    return 1;
                })
                .execute(arguments);
        System.out.flush();
        ProcessExit.with(code);
    }

    private static Path directory() {
        String chosen = System.getProperty("keelson.demo.home", "");
        return chosen.isEmpty() ? Path.of(System.getProperty("user.home"), ".keelson", "demo") : Path.of(chosen);
    }

    @Override
    public Integer call() throws IOException, InterruptedException, DomainException {
        if (stop) {
            return domain.exists() ? keelson("stop") : nothingToStop();
        }
        ServerStatus server = domain.exists() ? domain.status(domain.adminServer()) : null;
        if (server == null || !server.alive()) {
            server = start();
        }
        return deployAndShow(server);
    }

    private int nothingToStop() {
        out.println("keelson: the demo does not run.");
        return 0;
    }

    private ServerStatus start() throws IOException, InterruptedException, DomainException {
        refuseTakenPort();
        if (!domain.exists()) {
            out.println("Creating the domain " + domain + " ...");
            DomainDirectory.create(domain.path());
        }
        Path console = directory.resolve("console.log");
        out.println("Starting the server " + domain.adminServer() + " ...");
        Process process = launch(console);
        long end = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < end) {
            ServerStatus status = domain.status(domain.adminServer());
            if (status.alive() && status.state().equals("RUNNING")) {
                return status;
            }
            if (!process.isAlive() && process.exitValue() != 0) {
                break;
            }
            Thread.sleep(50);
        }
        throw new IOException("the server has not started; the end of " + console + ":\n" + lastLines(console));
    }

    private void refuseTakenPort() throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new IOException(
                    "port " + port + " is taken by another process (" + e.getMessage()
                            + "); end it, or choose another with --port.",
                    e);
        }
    }

    /** The server gets a session of its own, so that it outlives this terminal. */
    private Process launch(Path console) throws IOException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            command.add("/usr/bin/setsid");
        }
        command.addAll(List.of(launcher(), "start", "--domain", domain.path().toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(console.toFile());
        builder.environment().merge("JAVA_OPTS", "-Dkeelson.ListenPort=" + port, (before, ours) -> before + " " + ours);
        return builder.start();
    }

    private int deployAndShow(ServerStatus server) throws IOException, InterruptedException {
        Endpoint address = server.address();
        if (address == null) {
            throw new IOException("the server " + server.name() + " is " + server.state() + " and has no address yet");
        }
        List<String> shown = new ArrayList<>();
        for (Application application : Application.ALL) {
            int code = keelson(
                    "deploy",
                    home.resolve("demo").resolve(application.archive()).toString());
            if (code != 0) {
                return code;
            }
            String url = address.url() + application.path();
            if (status(url) != 200) {
                throw new IOException(url + " does not answer with 200");
            }
            shown.add(String.format("  %-42s %s", url, application.text()));
        }
        out.println();
        out.println("Keelson runs (process " + server.pid() + "). Look at:");
        shown.forEach(out::println);
        out.println();
        out.println("  keelson status        shows the server");
        out.println("  keelson thread-dump   shows its muxers and execute threads");
        out.println("  keelson demo --stop   ends it");
        return 0;
    }

    private int keelson(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--domain", domain.path().toString()));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private String launcher() {
        return home.resolve("bin/keelson").toString();
    }

    private static int status(String url) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setReadTimeout(30_000);
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }

    private static @Nullable String lastLines(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    /**
     * An application of the demo.
     *
     * @param archive its file in the distribution's {@code demo} directory
     * @param path where it answers
     * @param text what it is
     */
    private record Application(String archive, String path, String text) {
        static final List<Application> ALL = List.of(
                new Application(
                        "jetty-demo-jsp.war", "/jetty-demo-jsp/", "written by the Jetty project: pages, tags, EL"),
                new Application("hello.war", "/hello/", "ours: which execute thread answered"),
                new Application("chat.war", "/chat/", "ours: a chat over WebSocket; open it twice"));
    }
}
