package io.keelson.perf;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Two servers of one kind in a cluster, with the same application once for each way to keep its sessions, at {@code /NAME/attribute}.
 * Used by one thread.
 */
final class SessionPair implements AutoCloseable {
    private final String name;
    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<ServerProcess> others = new ArrayList<>();

    private SessionPair(String name) {
        this.name = name;
    }

    /** Provision of what the servers of a domain need, before they start. */
    interface Provision {
        void provide(KeelsonDomain domain) throws IOException;
    }

    /** An application that keeps its sessions in a type of store. */
    interface Application {
        void write(Path war, String store) throws IOException;
    }

    /** Two managed servers of a domain, whose admin server runs beside them and is not loaded. */
    static SessionPair keelson(Path distribution, Path work, List<String> jvm, List<String> stores)
            throws IOException, InterruptedException {
        return keelson(distribution, work, jvm, stores, domain -> {}, SessionWar::writeForKeelson);
    }

    /** The same with another application, once for each type of store. */
    static SessionPair keelson(
            Path distribution,
            Path work,
            List<String> jvm,
            List<String> stores,
            Provision provision,
            Application application)
            throws IOException, InterruptedException {
        SessionPair pair = new SessionPair("keelson");
        try {
            Files.createDirectories(work);
            KeelsonDomain domain =
                    KeelsonDomain.create(distribution, work.resolve("domain"), 2, work.resolve("create.log"));
            // In development every attribute is tried as it is set, and looked at for changes in place twice as often.
            domain.add("production-mode: true\n");
            provision.provide(domain);
            for (String server : List.of("AdminServer", "server-1", "server-2")) {
                int port = domain.port(server);
                String own = " -Dkeelson.servers." + server + '.';
                String options = String.join(" ", jvm)
                        + own + "self-tuning-thread-pool-size-max=200"
                        + own + "limits.max-keep-alive-requests=1000000000"
                        + own + "limits.idle-timeout=10m";
                ServerProcess process = ServerProcess.start(
                        server,
                        port,
                        () -> open(port, "/management/v1/health/ready", ""),
                        domain.start(server),
                        KeelsonDomain.environment(options),
                        work.resolve(server + ".log"));
                if (server.equals("AdminServer")) {
                    pair.others.add(process);
                    continue;
                }
                pair.servers.add(process);
                for (String store : stores) {
                    Path war = work.resolve(store + ".war");
                    application.write(war, store);
                    domain.deploy(port, store, war);
                }
            }
            return pair;
        } catch (IOException | InterruptedException | RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    /** Two servers with {@code standalone-ha.xml} as it comes. */
    static SessionPair wildfly(Path home, Path work, List<String> jvm) throws IOException, InterruptedException {
        return wildfly(
                home,
                work,
                jvm,
                List.of("local", "distributable"),
                (war, name) -> SessionWar.write(war, name.equals("distributable")),
                path("distributable", 0));
    }

    /**
     * The same with other applications.
     *
     * @param names of the applications
     * @param ready the path that answers 200 when a server can be used
     */
    static SessionPair wildfly(
            Path home, Path work, List<String> jvm, List<String> names, Application application, String ready)
            throws IOException, InterruptedException {
        SessionPair pair = new SessionPair("wildfly");
        int offset = WildFlyServer.offset();
        try {
            for (int i = 0; i < 2; i++) {
                WildFlyServer server = WildFlyServer.create(home, work.resolve("node-" + (i + 1)));
                for (String name : names) {
                    application.write(server.deployments().resolve(name + ".war"), name);
                }
                int port = WildFlyServer.port(offset, i);
                pair.servers.add(ServerProcess.start(
                        "node-" + (i + 1),
                        port,
                        () -> open(port, ready, ""),
                        server.command(jvm, server.ofGroup(offset, i)),
                        Map.of(),
                        work.resolve("node-" + (i + 1) + ".log")));
            }
            return pair;
        } catch (IOException | InterruptedException | RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    String name() {
        return name;
    }

    List<ServerProcess> servers() {
        return servers;
    }

    /** Returns what sets an attribute of so many bytes; 0: what reads it. */
    static String path(String application, int bytes) {
        return '/' + application + "/attribute?bytes=" + bytes;
    }

    /** The same, with bytes that are made in this way. */
    static String path(String application, int bytes, String fill) {
        return path(application, bytes) + "&fill=" + fill;
    }

    /**
     * Looks whether a session that the first server has is found on the second one, or is not, as it ought to be. The cluster is given
     * time to form.
     */
    void check(String application, int bytes, boolean kept) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            String cookie = "";
            int times = 3;
            for (int i = 0; i < times; i++) {
                HttpURLConnection connection = open(servers.get(0).port(), path(application, bytes), cookie);
                count(connection);
                String set = connection.getHeaderField("Set-Cookie");
                cookie = set == null ? cookie : set.split(";", 2)[0];
            }
            HttpURLConnection asked = open(servers.get(1).port(), path(application, 0), cookie);
            // Until the servers see one another a session may be where it cannot be had.
            int seen = asked.getResponseCode() == HttpURLConnection.HTTP_UNAVAILABLE ? -1 : count(asked);
            if (seen == (kept ? times : 0)) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "%s: /%s: after %d requests to one server the other has counted %d",
                        name,
                        application,
                        times,
                        seen));
            }
            Thread.sleep(1000);
        }
    }

    private static int count(HttpURLConnection connection) throws IOException {
        return Integer.parseInt(new String(connection.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    }

    private static HttpURLConnection open(int port, String path, String cookie) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        if (!cookie.isEmpty()) {
            connection.setRequestProperty("Cookie", cookie);
        }
        return connection;
    }

    @Override
    public void close() {
        servers.forEach(ServerProcess::close);
        others.forEach(ServerProcess::close);
    }
}
