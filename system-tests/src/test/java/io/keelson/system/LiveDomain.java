package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A domain of the built distribution with an admin server and managed servers in a cluster, each in a JVM of its own, on free
 * ports of this machine.
 */
final class LiveDomain implements AutoCloseable {
    private static final int LOWEST_PORT = 20_000;
    private static final int HIGHEST_PORT = 32_000;

    private final Path directory;
    private Path home = LiveServer.HOME;
    private List<String> prefix = List.of();
    private List<String> extra = List.of();
    private boolean sharing = true;
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    /** Where in its output the words of a server's newest process begin. */
    private final Map<String, Integer> begins = new ConcurrentHashMap<>();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private LiveDomain(Path directory) {
        this.directory = directory;
    }

    /** Makes a domain with so many managed servers and leaves all servers stopped. */
    static LiveDomain create(Path parent, int managed) throws Exception {
        LiveDomain domain = new LiveDomain(parent.resolve("domain"));
        Provisions.domain(domain.directory, "--managed-servers", String.valueOf(managed));
        domain.moveToFreePorts(managed);
        return domain;
    }

    /**
     * Makes a domain whose managed servers are those of a dynamic cluster, with ports for up to so many, and leaves all servers stopped.
     */
    static LiveDomain dynamic(Path parent, int size, int most) throws Exception {
        LiveDomain domain = new LiveDomain(parent.resolve("domain"));
        Provisions.domain(domain.directory, "--dynamic", "--managed-servers", String.valueOf(size));
        List<ServerSocket> held = new ArrayList<>();
        int listen = row(held, 2 * most);
        int cluster = row(held, 2 * most);
        int admin = pair(held);
        int adminCluster = pair(held);
        for (ServerSocket socket : held) {
            socket.close();
        }
        domain.ports.put("AdminServer", admin);
        for (int i = 0; i < most; i++) {
            domain.ports.put("server-" + (i + 1), listen + 2 * i);
        }
        return domain.configure(text -> text.replace("cluster-port: 7101", "cluster-port: " + adminCluster)
                .replaceFirst("(?m)^ {2}AdminServer:.*$", "$0\n    listen-port: " + admin)
                .replace("    listen-port: 7003", "    listen-port: " + listen)
                .replace("tls-listen-port: 7004", "tls-listen-port: " + (listen + 1))
                .replace("cluster-port: 7103", "cluster-port: " + cluster)
                .replaceFirst("max-size: \\d+", "max-size: " + most));
    }

    /** So many free ports in a row. */
    private static int row(List<ServerSocket> held, int many) throws IOException {
        for (int attempt = 0; attempt < 200; attempt++) {
            int first = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
            List<ServerSocket> found = new ArrayList<>();
            try {
                for (int i = 0; i < many; i++) {
                    found.add(new ServerSocket(first + i, 1, InetAddress.getLoopbackAddress()));
                }
                held.addAll(found);
                return first;
            } catch (IOException e) {
                for (ServerSocket socket : found) {
                    socket.close();
                }
            }
        }
        throw new IOException("no " + many + " free ports in a row");
    }

    /** A domain that is there, whose servers have these ports. */
    static LiveDomain of(Path parent, Map<String, Integer> ports) {
        LiveDomain domain = new LiveDomain(parent.resolve("domain"));
        domain.ports.putAll(ports);
        return domain;
    }

    /** The ports of a new domain are those of every other: here each test has its own. */
    private void moveToFreePorts(int managed) throws IOException {
        Path file = directory.resolve("domain.yaml");
        String text = Files.readString(file);
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i <= managed; i++) {
                int listen = 7001 + 2 * i;
                int port = pair(held);
                int cluster = pair(held);
                ports.put(i == 0 ? "AdminServer" : "server-" + i, port);
                text = text.replace("cluster-port: " + (listen + 100), "cluster-port: " + cluster)
                        .replace("tls-listen-port: " + (listen + 1), "tls-listen-port: " + (port + 1))
                        .replace("\n    listen-port: " + listen + "\n", "\n    listen-port: " + port + "\n");
            }
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
        text = text.replace("    cluster-port: ", "    cluster-port: ")
                .replaceFirst("(?m)^ {2}AdminServer:.*$", "$0\n    listen-port: " + ports.get("AdminServer"));
        Files.writeString(file, text);
    }

    /**
     * A free port whose next is free as well; both are held until all have been found. Not one of those that the system gives
     * to outgoing connections: while a server is being started again one of them could have it.
     */
    private static int pair(List<ServerSocket> held) throws IOException {
        for (int attempt = 0; attempt < 200; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
            try {
                held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                held.add(new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress()));
                return port;
            } catch (IOException e) {
                // one of the two is taken: try others
            }
        }
        throw new IOException("no two free ports beside each other");
    }

    Path directory() {
        return directory;
    }

    /** Adds a load balancer called {@code balancer} for all managed servers, with these settings as YAML or none. */
    LiveDomain withBalancer(String... settings) throws Exception {
        List<ServerSocket> held = new ArrayList<>();
        int port = pair(held);
        for (ServerSocket socket : held) {
            socket.close();
        }
        ports.put("balancer", port);
        String record = settings.length == 0 ? " {}" : "\n      " + String.join("\n      ", settings);
        return configure(text -> text.replaceFirst(
                "(?m)^servers:.*$", "$0\n  balancer:\n    listen-port: " + port + "\n    balancer:" + record));
    }

    /** Finds ports for a server that the domain does not have yet: where it listens for clients, and for its cluster. */
    int[] portsFor(String server) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        int listen = pair(held);
        int cluster = pair(held);
        for (ServerSocket socket : held) {
            socket.close();
        }
        ports.put(server, listen);
        return new int[] {listen, cluster};
    }

    /** Changes the text of the domain's configuration. */
    LiveDomain configure(java.util.function.UnaryOperator<String> change) throws IOException {
        Path file = directory.resolve("domain.yaml");
        Files.writeString(file, change.apply(Files.readString(file)));
        return this;
    }

    /** Starts servers from another copy of the distribution from now on. */
    LiveDomain from(Path distribution) {
        home = distribution;
        return this;
    }

    /** Starts servers with so much before their command from now on: in a network of their own, say. */
    LiveDomain inside(List<String> before) {
        prefix = List.copyOf(before);
        return this;
    }

    /** Starts servers with more options of the JVM from now on; none for none. */
    LiveDomain options(String... more) {
        extra = List.of(more);
        return this;
    }

    /** Has servers read their classes from the jars from now on. */
    LiveDomain withoutSharedClasses() {
        sharing = false;
        return this;
    }

    /** Starts servers without waiting for them. */
    void launch(String... servers) throws IOException {
        for (String server : servers) {
            List<String> command = new ArrayList<>(prefix);
            command.addAll(List.of(
                    home.resolve("bin/keelson").toString(),
                    "start",
                    "--domain",
                    directory.toString(),
                    "--server",
                    server));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log(server).toFile()));
            builder.environment().putAll(environment());
            begins.put(server, output(server).length());
            processes.put(server, builder.start());
        }
    }

    private Map<String, String> environment() {
        List<String> options = new ArrayList<>(List.of("-Xmx256m"));
        options.addAll(LiveServer.QUICK);
        options.addAll(extra);
        if (sharing) {
            options.addAll(Provisions.sharedClasses());
        }
        return Map.of(
                "KEELSON_ARCHIVE",
                "off",
                "JAVA_OPTS",
                String.join(" ", options),
                "JAVA_HOME",
                System.getProperty("java.home"));
    }

    /** Starts the node manager; the servers that it starts have the options of those that are launched without it. */
    LiveServer.Said startNode() {
        return LiveServer.run(environment(), "node", "start", "--domain", directory.toString());
    }

    /** Ends the node manager and kills all servers that were started by it. */
    void endNode() throws IOException {
        cli("node", "stop");
        try (java.util.stream.Stream<Path> records = Files.walk(directory.resolve("servers"), 3)) {
            for (Path record :
                    records.filter(file -> file.endsWith("state/server.json")).toList()) {
                java.util.regex.Matcher pid =
                        java.util.regex.Pattern.compile("\"pid\":(\\d+)").matcher(Files.readString(record));
                if (pid.find()) {
                    // The number may have gone to somebody else: one that does not run this domain stays.
                    ProcessHandle.of(Long.parseLong(pid.group(1)))
                            .filter(process -> process.info()
                                    .arguments()
                                    .map(words -> List.of(words).contains(directory.toString()))
                                    .orElse(false))
                            .ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        }
    }

    private Path log(String server) {
        return directory.resolveSibling(server + ".out");
    }

    /** Waits until servers are RUNNING: what a process before the newest one said does not count. */
    void awaitRunning(String... servers) {
        for (String server : servers) {
            await().atMost(Duration.ofSeconds(90))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> {
                        if (!processes.get(server).isAlive()) {
                            throw new AssertionError(server + " ended:\n" + output(server));
                        }
                        return output(server).indexOf("KLS-000360", begins.getOrDefault(server, 0)) >= 0;
                    });
        }
    }

    /** All that a server's processes printed so far. */
    String output(String server) {
        try {
            return Files.exists(log(server)) ? Files.readString(log(server)) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until a server's processes have printed each of those; also after their end, which is no sign that all was written. */
    void awaitSaid(String server, String... parts) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(output(server)).contains(parts));
    }

    /** Forgets what a server has printed. */
    void forget(String server) throws IOException {
        begins.remove(server);
        Files.writeString(log(server), "");
    }

    Process process(String server) {
        return processes.get(server);
    }

    /** Returns whether a server is RUNNING, whoever has started it. */
    boolean runs(String server) {
        ServerStatus status = DomainDirectory.at(directory).status(server);
        return status.alive() && status.state().equals("RUNNING");
    }

    /** Sends a signal to a server's process: KILL, STOP, CONT. */
    void signal(String server, String signal) throws Exception {
        Process kill = new ProcessBuilder(
                        "kill",
                        "-" + signal,
                        String.valueOf(processes.get(server).pid()))
                .start();
        assertThat(kill.waitFor()).isZero();
    }

    /** GET on a server's management interface. */
    HttpResponse<String> manage(String server, String path) throws Exception {
        return manage(server, path, "*/*");
    }

    /** The same, of a media type. */
    HttpResponse<String> manage(String server, String path, String accept) throws Exception {
        String token =
                Files.readString(directory.resolve("security/management-token")).strip();
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(server) + "/management/v1/" + path))
                        .timeout(Duration.ofSeconds(30))
                        .header("Authorization", "Bearer " + token)
                        .header("Accept", accept)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Sends a body to a server's management interface. */
    HttpResponse<String> send(String server, String method, String path, String type, byte[] body) throws Exception {
        String token =
                Files.readString(directory.resolve("security/management-token")).strip();
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(server) + "/management/v1/" + path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", type)
                        .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Deploys an archive on a server. */
    void deploy(String server, String name, WarFile war) throws Exception {
        HttpResponse<String> answer =
                send(server, "PUT", "deployments/" + name + "?context-root=/" + name, "application/zip", war.packed());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    /** The text that an application of a server answers with. */
    String ask(String server, String method, String path) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create("http://" + address(server) + path))
                                .timeout(Duration.ofSeconds(30))
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body()
                .strip();
    }

    /** Host and port of a server's default channel. */
    String address(String server) {
        return "127.0.0.1:" + ports.get(server);
    }

    /** Runs a command of the command line on this domain, in this JVM where it can: {@link CommandLines}. */
    LiveServer.Said cli(String... arguments) {
        return CommandLines.run(directory, arguments);
    }

    /** Kills the servers: how one ends that is asked to is what a test looks at before. */
    @Override
    public void close() throws Exception {
        for (Process process : processes.values()) {
            process.destroyForcibly();
        }
        for (Process process : processes.values()) {
            process.waitFor();
        }
    }
}
