package io.keelson.perf;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The database of the web profile study with its rows, the WAR that knows where it is, and the servers that run it, each a process with
 * the same heap and collector. Ends all when it is closed. Used by one thread.
 */
final class WebProfileServers implements AutoCloseable {
    /** The same for every server. */
    static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");

    /** Names of servers. */
    static final List<String> NAMES = List.of("keelson", "wildfly", "liberty", "quarkus", "helidon");

    /** Context path of the application. */
    static final String CONTEXT_PATH = "/web-profile";

    private static final String WAR = "web-profile.war";
    private static final int LEAST = 1_000;
    private static final int BOUND = 10_000;
    private static final List<String> FORTUNES = List.of(
            "A fair wind makes every sailor a captain.",
            "A leak that is seen is half mended.",
            "Count the lifeboats before the passengers.",
            "He who measures twice is asked why it took so long.",
            "Never name a ship after the storm.",
            "No anchor holds in a list of requirements.",
            "The chart is not the sea, \"and it is older\".",
            "The harbour is safe & nobody pays for that.",
            "The log knows what the helmsman forgot.",
            "Two clocks on board are one too many.",
            "<script>alert('not a saying');</script>",
            "\u8239\u5230\u6865\u5934\u81ea\u7136\u76f4");

    private final Path distribution;
    private final Path work;
    private final Map<String, Path> homes;
    private final EmbeddedPostgres postgres;
    private final Path war;
    private final List<ServerProcess> started = new ArrayList<>();
    private int made;

    /**
     * Starts the database, and fills it.
     *
     * @param homes the distributions of WildFly and Open Liberty, and the modules of the frameworks, by the names of the servers
     * @param application the WAR as it was built
     */
    WebProfileServers(Path distribution, Map<String, Path> homes, Path application, Path work)
            throws IOException, SQLException {
        this.distribution = distribution;
        this.homes = new HashMap<>(homes);
        this.work = work;
        this.postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setDataDirectory(work.resolve("postgres"))
                .setServerConfig("max_connections", "300")
                // What is measured is the servers, not the disk.
                .setServerConfig("synchronous_commit", "off")
                .start();
        try {
            fill();
            this.war = work.resolve(WAR);
            copy(application, war, postgres.getPort());
        } catch (IOException | SQLException | RuntimeException e) {
            postgres.close();
            throw e;
        }
    }

    private void fill() throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table world (id integer primary key, random_number integer not null)");
                statement.execute("create table fortune (id integer primary key, message varchar(200) not null)");
            }
            Random random = new Random(1);
            try (PreparedStatement insert = connection.prepareStatement("insert into world values (?, ?)")) {
                for (int id = LEAST; id < BOUND; id++) {
                    insert.setInt(1, id);
                    insert.setInt(2, LEAST + random.nextInt(BOUND - LEAST));
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            try (PreparedStatement insert = connection.prepareStatement("insert into fortune values (?, ?)")) {
                for (int i = 0; i < FORTUNES.size(); i++) {
                    insert.setInt(1, i + 1);
                    insert.setString(2, FORTUNES.get(i));
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("analyze");
            }
        }
    }

    /** Copies a WAR and writes the port of the database into its descriptor. */
    private static void copy(Path from, Path to, int port) throws IOException {
        try (ZipFile zip = new ZipFile(from.toFile());
                OutputStream file = Files.newOutputStream(to);
                ZipOutputStream out = new ZipOutputStream(file)) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                out.putNextEntry(new ZipEntry(entry.getName()));
                try (InputStream in = zip.getInputStream(entry)) {
                    byte[] content = in.readAllBytes();
                    if (entry.getName().equals("WEB-INF/web.xml")) {
                        content = new String(content, StandardCharsets.UTF_8)
                                .replace("@PORT@</port", port + "</port")
                                .getBytes(StandardCharsets.UTF_8);
                    }
                    out.write(content);
                }
            }
        }
    }

    /** Takes files out of an archive. */
    private static void unpack(Path archive, String begin, Path directory) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : zip.stream()
                    .filter(file -> file.getName().startsWith(begin))
                    .toList()) {
                String name = entry.getName();
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, directory.resolve(name.substring(name.lastIndexOf('/') + 1)));
                }
            }
        }
    }

    /** Starts a server with the application and waits for its first answer from the database. */
    ServerProcess start(String name) throws IOException, InterruptedException {
        int port = FreePorts.one();
        Path directory = work.resolve(name + "-" + ++made);
        return switch (name) {
            case "keelson" -> keelson(directory, port);
            case "wildfly" -> wildfly(directory, port);
            case "liberty" -> liberty(directory, port);
            case "quarkus" -> quarkus(directory, port);
            case "helidon" -> helidon(directory, port);
            default -> throw new IllegalArgumentException("no server is called " + name + "; there are " + NAMES);
        };
    }

    private ServerProcess keelson(Path directory, int port) throws IOException, InterruptedException {
        KeelsonDomain domain = KeelsonDomain.create(
                distribution, directory, 0, directory.resolveSibling(directory.getFileName() + "-create.log"));
        Files.copy(war, domain.directory().resolve("autodeploy/" + WAR));
        String server = " -Dkeelson.servers.AdminServer.";
        String options = String.join(" ", JVM) + " -Dkeelson.ListenPort=" + port
                // As in the other studies: no server may close a connection.
                + server + "limits.max-keep-alive-requests=1000000000";
        return started("keelson", directory, port, domain.start(), KeelsonDomain.environment(options));
    }

    private ServerProcess wildfly(Path directory, int port) throws IOException, InterruptedException {
        WildFlyServer base = WildFlyServer.create(home("wildfly"), directory);
        Files.copy(war, base.deployments().resolve(WAR));
        List<String> command = base.command(
                JVM,
                List.of(
                        "-Djboss.http.port=" + port,
                        "-Djboss.https.port=" + FreePorts.one(),
                        "-Djboss.management.http.port=" + FreePorts.one()));
        return started("wildfly", directory, port, command, Map.of());
    }

    private ServerProcess liberty(Path directory, int port) throws IOException, InterruptedException {
        Path server = Files.createDirectories(directory.resolve("servers/bench"));
        Path apps = Files.createDirectories(server.resolve("apps"));
        // A data source of an application has its driver from the server here, not from the application.
        unpack(war, "WEB-INF/lib/postgresql-", Files.createDirectories(server.resolve("driver")));
        Files.copy(war, apps.resolve(WAR));
        Files.writeString(server.resolve("server.xml"), String.format(Locale.ROOT, """
                <server>
                  <featureManager><feature>webProfile-10.0</feature></featureManager>
                  <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="%d" httpsPort="-1">
                    <httpOptions maxKeepAliveRequests="-1"/>
                  </httpEndpoint>
                  <library id="driver"><fileset dir="${server.config.dir}/driver" includes="*.jar"/></library>
                  <webApplication location="%s" contextRoot="%s"><classloader commonLibraryRef="driver"/></webApplication>
                  <applicationMonitor updateTrigger="disabled"/>
                  <config updateTrigger="disabled"/>
                </server>
                """, port, WAR, CONTEXT_PATH));
        // What its own script runs, which would be a process beside it.
        Path home = home("liberty");
        List<String> command = new ArrayList<>(List.of(Servers.java()));
        command.addAll(JVM);
        command.addAll(List.of(
                "@" + home.resolve("lib/platform/java/java9.options"),
                "-javaagent:" + home.resolve("bin/tools/ws-javaagent.jar"),
                "-jar",
                home.resolve("bin/tools/ws-server.jar").toString(),
                "bench"));
        return started("liberty", directory, port, command, Map.of("WLP_USER_DIR", directory.toString()));
    }

    private ServerProcess quarkus(Path directory, int port) throws IOException, InterruptedException {
        List<String> command = framework(
                "-Dquarkus.http.port=" + port,
                "-Dquarkus.datasource.jdbc.url=" + url(),
                "-jar",
                home("quarkus").resolve("target/quarkus-app/quarkus-run.jar").toString());
        return started("quarkus", directory, port, command, Map.of());
    }

    private ServerProcess helidon(Path directory, int port) throws IOException, InterruptedException {
        Path target = home("helidon").resolve("target");
        Path store = Files.createDirectories(directory);
        List<String> command = framework(
                "-Dserver.port=" + port,
                // Its transaction manager has three stores, in the directory where it is started unless it is told
                // another.
                "-DObjectStoreEnvironmentBean.objectStoreDir=" + store,
                "-DObjectStoreEnvironmentBean.stateStore.objectStoreDir=" + store,
                "-DObjectStoreEnvironmentBean.communicationStore.objectStoreDir=" + store,
                "-Djavax.sql.DataSource.web-profile.dataSource.url=" + url(),
                "-cp",
                target.resolve("classes") + File.pathSeparator + target.resolve("libraries/*"),
                "io.helidon.Main");
        return started("helidon", directory, port, command, Map.of());
    }

    /** Returns what starts a framework with its application in it. */
    private static List<String> framework(String... options) {
        List<String> command = new ArrayList<>(List.of(Servers.java()));
        command.addAll(JVM);
        command.addAll(List.of(options));
        return command;
    }

    private String url() {
        return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres";
    }

    private Path home(String name) {
        Path home = homes.get(name);
        if (home == null) {
            throw new IllegalArgumentException("there is no distribution of " + name);
        }
        return home;
    }

    private ServerProcess started(
            String name, Path directory, int port, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        URI first = URI.create("http://127.0.0.1:" + port + CONTEXT_PATH + WebProfileWorkload.DB.path());
        ServerProcess server = ServerProcess.start(
                name,
                port,
                () -> (HttpURLConnection) first.toURL().openConnection(),
                command,
                environment,
                directory.resolveSibling(directory.getFileName() + ".log"));
        started.add(server);
        return server;
    }

    /** Ends a server. */
    void stop(ServerProcess server) {
        server.close();
        started.remove(server);
    }

    /** Asks a server for each workload once; throws where an answer is wrong. */
    static void check(ServerProcess server, List<WebProfileWorkload> workloads) throws IOException {
        for (WebProfileWorkload workload : workloads) {
            URI uri = URI.create("http://127.0.0.1:" + server.port() + CONTEXT_PATH + workload.path());
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            int status = connection.getResponseCode();
            if (status != 200) {
                throw new IOException(server.name() + " answers " + workload.id() + " with " + status);
            }
            String body;
            try (InputStream in = connection.getInputStream()) {
                body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            if (!workload.answers(body)) {
                throw new IOException(server.name() + " answers " + workload.id() + " wrongly: " + body);
            }
        }
    }

    @Override
    public void close() throws IOException {
        started.forEach(ServerProcess::close);
        postgres.close();
    }
}
