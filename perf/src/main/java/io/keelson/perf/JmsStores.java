package io.keelson.perf;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers of {@link JmsStudy} that keep messages: one for each message store, and the PostgreSQL of one of them. Used by one thread.
 */
final class JmsStores implements AutoCloseable {
    /** The stores that can be measured. */
    static final List<String> ALL = List.of("file", "jdbc", "replicated");

    private static final String DESTINATIONS = """

            jms-queues:
              kept:
                servers: [%1$s]
                messages-maximum: 1000
            jms-connection-factories:
              pipeline:
                messages-maximum: 300
                prefetch-mode: true
            """;

    private final List<ServerProcess> started = new ArrayList<>();
    private final Path distribution;
    private final Path work;
    private final List<String> jvm;
    private @Nullable EmbeddedPostgres database;

    /** Starts nothing yet. Domains and logs go to {@code work}. */
    JmsStores(Path distribution, Path work, List<String> jvm) {
        this.distribution = distribution;
        this.work = work;
        this.jvm = jvm;
    }

    /**
     * Starts what a store needs. The first server has the queue {@code jms/kept} and the factory {@code jms/pipeline}; processor time of
     * all of them counts.
     */
    List<ServerProcess> start(String store) throws IOException, InterruptedException {
        switch (store) {
            case "file":
                return List.of(alone("file", ""));
            case "jdbc":
                return List.of(alone("jdbc", database()));
            case "replicated":
                return replicated();
            default:
                throw new IOException("no message store " + store + "; there are " + ALL);
        }
    }

    private ServerProcess alone(String store, String settings) throws IOException, InterruptedException {
        KeelsonDomain domain = domain(store, 0, "AdminServer", settings);
        if (store.equals("jdbc")) {
            Files.copy(driver(), domain.directory().resolve("lib").resolve("postgresql.jar"));
        }
        int port = FreePorts.one();
        return start(domain, store, "AdminServer", port, " -Dkeelson.ListenPort=" + port);
    }

    /** No send is answered before another server has the message, so that a row never is that of files alone. */
    private List<ServerProcess> replicated() throws IOException, InterruptedException {
        KeelsonDomain domain =
                domain("replicated", 2, "server-1", "\njms:\n  message-store: replicated\n  replica-missing: wait\n");
        start(domain, "replicated", "AdminServer", domain.port("AdminServer"), "");
        List<ServerProcess> members = new ArrayList<>();
        for (String server : List.of("server-1", "server-2")) {
            members.add(start(domain, "replicated", server, domain.port(server), ""));
        }
        return List.copyOf(members);
    }

    private KeelsonDomain domain(String store, int managed, String server, String settings)
            throws IOException, InterruptedException {
        KeelsonDomain domain = KeelsonDomain.create(
                distribution, work.resolve("domain-" + store), managed, work.resolve("create-" + store + ".log"));
        domain.add(settings + String.format(DESTINATIONS, server));
        return domain;
    }

    private ServerProcess start(KeelsonDomain domain, String store, String server, int port, String options)
            throws IOException, InterruptedException {
        URI ready = URI.create("http://127.0.0.1:" + port + "/management/v1/health/ready");
        ServerProcess process = ServerProcess.start(
                store + ' ' + server,
                port,
                () -> (HttpURLConnection) ready.toURL().openConnection(),
                domain.start(server),
                KeelsonDomain.environment(String.join(" ", jvm) + options),
                work.resolve(store + '-' + server + ".log"));
        started.add(process);
        return process;
    }

    /** Returns the settings of a server that keeps messages in a database of this run, which writes to the disk at each commit. */
    private String database() throws IOException {
        EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setDataDirectory(work.resolve("database"))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        database = postgres;
        return "\ndata-sources:\n  messages:\n    jndi-names: [jdbc/messages]\n    url: \"jdbc:postgresql://127.0.0.1:"
                + postgres.getPort() + "/postgres\"\n    user: postgres\n"
                + "\njms:\n  message-store: jdbc\n  message-data-source: jdbc/messages\n";
    }

    private static Path driver() throws IOException {
        try {
            return Path.of(Class.forName("org.postgresql.Driver")
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IOException("the driver of PostgreSQL is not to be found", e);
        }
    }

    @Override
    public void close() throws IOException {
        started.forEach(ServerProcess::close);
        EmbeddedPostgres postgres = database;
        if (postgres != null) {
            postgres.close();
        }
    }
}
