package io.keelson.boot;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.node.NodeClient;
import io.keelson.admin.node.NodeProcess;
import io.keelson.admin.rest.Caller;
import jakarta.json.JsonObject;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Starts the servers of the demo, all at once, by a node manager, which from then on starts again those that crash; when one does not
 * start, none of those that were started stays.
 */
final class DemoServers {
    private static final Duration START = Duration.ofSeconds(120);
    private static final Duration END = Duration.ofSeconds(20);
    private static final int LOOK_MILLIS = 50;
    private static final int CONFLICT = 409;
    private static final int LAST_LINES = 20;
    /** Four JVMs on one machine; JAVA_OPTS of the user comes later, and prevails. */
    private static final String HEAP = "-Xmx320m";

    private final DemoDomain domain;
    private final DomainDirectory directory;
    private final Path launcher;
    private final Set<String> started = new LinkedHashSet<>();

    DemoServers(DemoDomain domain, Path launcher) {
        this.domain = domain;
        this.directory = DomainDirectory.at(domain.path());
        this.launcher = launcher;
    }

    /** Starts those that do not run, and waits until all are RUNNING and watched by the node manager. */
    void start(PrintStream out) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (ServerStatus server : domain.servers()) {
            all.add(server.name());
            if (!serves(server)) {
                missing.add(server.name());
            }
        }
        Optional<NodeClient> there = NodeClient.find(directory);
        List<String> said = new ArrayList<>(missing);
        if (there.isEmpty()) {
            said.add(0, "the node manager");
        }
        if (!said.isEmpty()) {
            out.println("Starting " + String.join(", ", said) + " ...");
        }
        NodeClient node = there.isPresent() ? there.get() : NodeProcess.start(directory, launcher, HEAP);
        boolean whole = false;
        try {
            for (String name : all) {
                order(node, name, missing.contains(name));
            }
            awaitRunning(node);
            whole = true;
        } finally {
            if (!whole) {
                endAll(node, there.isEmpty());
            }
        }
    }

    /** Returns whether a server is there; of one that does not listen it is waited for what becomes of it: it may just be ending. */
    private boolean serves(ServerStatus server) throws InterruptedException {
        long end = System.nanoTime() + END.toNanos();
        ServerStatus now = server;
        while (now.alive() && now.state().equals("RUNNING") && !listens(now.address()) && System.nanoTime() < end) {
            Thread.sleep(LOOK_MILLIS);
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

    /** Has the node manager start a server, or watch one that runs. One that is ending is started when it has ended. */
    private void order(NodeClient node, String name, boolean missing) throws IOException, InterruptedException {
        long end = System.nanoTime() + END.toNanos();
        while (!watched(node, name)) {
            NodeClient.Reply reply = node.start(name, Caller.MANAGEMENT);
            if (reply.done()) {
                if (missing) {
                    started.add(name);
                }
                return;
            }
            if (reply.status() != CONFLICT || System.nanoTime() > end) {
                throw failed(name, reply.why());
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private static boolean watched(NodeClient node, String name) throws IOException {
        JsonObject server = servers(node).get(name);
        return server != null && server.getBoolean("watched");
    }

    private static Map<String, JsonObject> servers(NodeClient node) throws IOException {
        NodeClient.Reply reply = node.state();
        if (!reply.done()) {
            throw new IOException("the node manager does not say how the servers are: " + reply.why());
        }
        Map<String, JsonObject> servers = new LinkedHashMap<>();
        for (JsonObject server : reply.json().getJsonArray("servers").getValuesAs(JsonObject.class)) {
            servers.put(server.getString("name"), server);
        }
        return servers;
    }

    private void awaitRunning(NodeClient node) throws IOException, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        boolean all = false;
        while (!all) {
            all = true;
            for (Map.Entry<String, JsonObject> server : servers(node).entrySet()) {
                String state = server.getValue().getString("state");
                if (state.equals("RUNNING")) {
                    continue;
                }
                all = false;
                if (!server.getValue().getBoolean("watched")) {
                    throw failed(server.getKey(), ended(server.getValue().getString("why")));
                }
                if (System.nanoTime() > end) {
                    throw failed(server.getKey(), "it is " + state + " after " + START.toSeconds() + " s");
                }
            }
            Thread.sleep(all ? 0 : LOOK_MILLIS);
        }
    }

    private static String ended(String why) {
        return why.isEmpty() ? "somebody has ended it" : why;
    }

    private IOException failed(String server, String how) throws IOException {
        Path output = domain.output(server);
        return new IOException("the server " + server + " has not started: " + how
                + ". The servers that were started are ended again. The end of " + output + ":\n"
                + lastLines(output));
    }

    private void endAll(NodeClient node, boolean ours) throws IOException, InterruptedException {
        for (String server : started) {
            // Refused for one that has ended already.
            node.shutdown(server, true, Caller.MANAGEMENT);
        }
        long end = System.nanoTime() + END.toNanos();
        while (running(node) && System.nanoTime() < end) {
            Thread.sleep(LOOK_MILLIS);
        }
        for (String server : started) {
            node.kill(server, false, Caller.MANAGEMENT);
        }
        if (ours) {
            DemoEnd.endNode(directory, node);
        }
    }

    private boolean running(NodeClient node) throws IOException {
        Map<String, JsonObject> servers = servers(node);
        return started.stream().map(servers::get).anyMatch(server -> server != null && !server.isNull("pid"));
    }

    private static String lastLines(Path file) throws IOException {
        List<String> lines = Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
