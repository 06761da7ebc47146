package io.keelson.boot;

import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts the servers of the demo, all at once; when one does not start, none of those that were started stays. */
final class DemoServers {
    private static final Duration START = Duration.ofSeconds(120);
    private static final Duration END = Duration.ofSeconds(20);
    private static final int LAST_LINES = 20;
    /** Four JVMs on one machine; JAVA_OPTS of the user comes later, and prevails. */
    private static final String HEAP = "-Xmx320m";

    private final DemoDomain domain;
    private final Path launcher;
    private final Map<String, Process> started = new LinkedHashMap<>();

    DemoServers(DemoDomain domain, Path launcher) {
        this.domain = domain;
        this.launcher = launcher;
    }

    /** Starts those that do not run, and waits until all are RUNNING. */
    void start(PrintStream out) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (ServerStatus server : domain.servers()) {
            if (!serves(server)) {
                names.add(server.name());
            }
        }
        if (!names.isEmpty()) {
            out.println("Starting " + String.join(", ", names) + " ...");
        }
        boolean whole = false;
        try {
            for (String name : names) {
                started.put(name, launch(name));
            }
            awaitRunning();
            whole = true;
        } finally {
            if (!whole) {
                endAll();
            }
        }
    }

    /** Whether a server is there; of one that does not listen it is waited for what becomes of it: it may just be ending. */
    private boolean serves(ServerStatus server) throws InterruptedException {
        long end = System.nanoTime() + END.toNanos();
        ServerStatus now = server;
        while (now.alive() && now.state().equals("RUNNING") && !listens(now.address()) && System.nanoTime() < end) {
            Thread.sleep(50);
            now = domain.status(server.name());
        }
        return now.alive();
    }

    private static boolean listens(@Nullable Endpoint address) {
        if (address == null) {
            return false;
        }
        URI url = URI.create(address.url());
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), (int) END.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void awaitRunning() throws IOException, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        for (ServerStatus server : domain.servers()) {
            String name = server.name();
            while (!domain.status(name).state().equals("RUNNING")) {
                for (Map.Entry<String, Process> each : started.entrySet()) {
                    // setsid may fork: then it has ended well, and the server's own record says how the server is.
                    if (!each.getValue().isAlive() && each.getValue().exitValue() != 0) {
                        throw failed(each.getKey(), "has ended");
                    }
                }
                if (System.nanoTime() > end) {
                    throw failed(name, "is " + domain.status(name).state() + " after " + START.toSeconds() + " s");
                }
                Thread.sleep(50);
            }
        }
    }

    private IOException failed(String server, String how) throws IOException {
        Path console = domain.console(server);
        return new IOException("the server " + server + " has not started: it " + how
                + ". The servers that were started are ended again. The end of " + console + ":\n"
                + lastLines(console));
    }

    /** A server gets a session of its own, so that it outlives this terminal. */
    private Process launch(String server) throws IOException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            command.add("/usr/bin/setsid");
        }
        command.addAll(
                List.of(launcher.toString(), "start", "--domain", domain.path().toString(), "--server", server));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(domain.console(server).toFile());
        builder.environment().merge("JAVA_OPTS", HEAP, (users, ours) -> ours + " " + users);
        return builder.start();
    }

    private void endAll() throws IOException, InterruptedException {
        List<ProcessHandle> ending = new ArrayList<>();
        for (Map.Entry<String, Process> each : started.entrySet()) {
            ending.add(each.getValue().toHandle());
            Long pid = domain.status(each.getKey()).pid();
            if (pid != null) {
                ProcessHandle.of(pid).ifPresent(ending::add);
            }
        }
        ending.forEach(ProcessHandle::destroy);
        long end = System.nanoTime() + END.toNanos();
        for (ProcessHandle each : ending) {
            while (each.isAlive() && System.nanoTime() < end) {
                Thread.sleep(50);
            }
            each.destroyForcibly();
        }
    }

    private static String lastLines(Path file) throws IOException {
        List<String> lines = Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
