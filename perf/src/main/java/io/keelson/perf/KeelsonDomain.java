package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A domain of the distribution that was made for one run, and how its servers are started.
 *
 * @param distribution whose command makes and starts it
 * @param directory of the domain
 */
record KeelsonDomain(Path distribution, Path directory) {
    private static final String ADMIN = "AdminServer";

    /**
     * Makes a domain.
     *
     * @param managed how many managed servers it has beside the admin server; with any, all get free ports, as a new domain has the
     *     same as every other
     * @param log what the command prints
     */
    static KeelsonDomain create(Path distribution, Path directory, int managed, Path log)
            throws IOException, InterruptedException {
        KeelsonDomain domain = new KeelsonDomain(distribution, directory);
        List<String> command = new ArrayList<>(List.of(domain.command(), "domain", "create", directory.toString()));
        if (managed > 0) {
            command.addAll(List.of("--managed-servers", String.valueOf(managed)));
        }
        Process create = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (create.waitFor() != 0) {
            throw new IOException("no domain in " + directory + "; see " + log);
        }
        if (managed > 0) {
            domain.takeFreePorts(1 + managed);
        }
        return domain;
    }

    private String command() {
        return distribution.resolve("bin/keelson").toString();
    }

    private Path file() {
        return directory.resolve("domain.yaml");
    }

    /** Adds a setting of the admin server. */
    void ofAdminServer(String setting) throws IOException {
        String text = Files.readString(file());
        String changed = text.replaceFirst("(?m)^ {2}" + ADMIN + ":.*$", "  " + ADMIN + ":\n    " + setting);
        if (changed.equals(text)) {
            throw new IOException(file() + " has no server " + ADMIN);
        }
        Files.writeString(file(), changed);
    }

    private void takeFreePorts(int servers) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            String text = Files.readString(file());
            for (int i = 0; i < servers; i++) {
                int listen = 7001 + 2 * i;
                int port = FreePorts.pair(held);
                text = text.replace("cluster-port: " + (listen + 100), "cluster-port: " + FreePorts.pair(held))
                        .replace("tls-listen-port: " + (listen + 1), "tls-listen-port: " + (port + 1))
                        .replace("\n    listen-port: " + listen + "\n", "\n    listen-port: " + port + "\n");
                if (i == 0) {
                    text = text.replaceFirst("(?m)^ {2}" + ADMIN + ":.*$", "$0\n    listen-port: " + port);
                }
            }
            Files.writeString(file(), text);
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    /** Adds lines to the domain's file. */
    void add(String yaml) throws IOException {
        Files.writeString(file(), Files.readString(file()) + yaml);
    }

    /** Returns where a managed server listens. */
    int port(String server) throws IOException {
        Matcher port = Pattern.compile("(?m)^ {2}" + server + ":.*\\n(?: {4}.*\\n)*? {4}listen-port: (\\d+)$")
                .matcher(Files.readString(file()));
        if (!port.find()) {
            throw new IOException("no port of " + server + " in " + file());
        }
        return Integer.parseInt(port.group(1));
    }

    /** Returns what starts its admin server. */
    List<String> start() {
        return List.of(command(), "start", "--domain", directory.toString());
    }

    /** Returns what starts one of its servers. */
    List<String> start(String server) {
        return List.of(command(), "start", "--domain", directory.toString(), "--server", server);
    }

    /**
     * The environment of a server with these options of the JVM; no class archive, which is for starts and would be made while it is
     * measured.
     */
    static Map<String, String> environment(String jvm) {
        return Map.of("JAVA_OPTS", jvm, "KEELSON_ARCHIVE", "off");
    }

    /** Deploys an archive on a server that runs. */
    void deploy(int port, String name, Path archive) throws IOException {
        send("PUT", port, name, "deployments/" + name + "?context-root=/" + name, Files.readAllBytes(archive));
    }

    /** Deploys an archive with a deployment plan. */
    void deploy(int port, String name, Path archive, String plan) throws IOException {
        byte[] body = withPlan(archive, plan);
        send(
                "PUT",
                port,
                name,
                "deployments/" + name + "?plan-length=" + plan.getBytes(StandardCharsets.UTF_8).length,
                body);
    }

    /** Deploys an archive with a deployment plan to a cluster; the port is that of the admin server. */
    void deployTo(String cluster, int port, String name, Path archive, String plan) throws IOException {
        byte[] body = withPlan(archive, plan);
        send(
                "POST",
                port,
                name,
                "domain/deployments?name=" + name + "&targets=" + cluster + "&file=" + name + ".ear&plan-length="
                        + plan.getBytes(StandardCharsets.UTF_8).length,
                body);
    }

    private static byte[] withPlan(Path archive, String plan) throws IOException {
        byte[] before = plan.getBytes(StandardCharsets.UTF_8);
        byte[] rest = Files.readAllBytes(archive);
        byte[] body = Arrays.copyOf(before, before.length + rest.length);
        System.arraycopy(rest, 0, body, before.length, rest.length);
        return body;
    }

    /** Returns what a server says of itself, as JSON or as the metrics of OpenMetrics. */
    String ask(int port, String path) throws IOException {
        HttpURLConnection connection = open(port, path);
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private HttpURLConnection open(int port, String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/management/v1/" + path)
                        .toURL()
                        .openConnection();
        connection.setRequestProperty(
                "Authorization",
                "Bearer "
                        + Files.readString(directory.resolve("security/management-token"))
                                .strip());
        return connection;
    }

    private void send(String method, int port, String name, String path, byte[] body) throws IOException {
        HttpURLConnection connection = open(port, path);
        connection.setRequestMethod(method);
        connection.setRequestProperty("Content-Type", "application/zip");
        connection.setDoOutput(true);
        connection.getOutputStream().write(body);
        int status = connection.getResponseCode();
        if (status != 201) {
            throw new IOException(name + " is not deployed: " + status + " "
                    + (connection.getErrorStream() == null
                            ? ""
                            : new String(connection.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)));
        }
    }
}
