package io.keelson.perf;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The database of {@link EcperfStudy}: H2 in the process of each server, or PostgreSQL or MariaDB in a process of its own for all of
 * them. Used by one thread.
 */
final class EcperfDatabase implements AutoCloseable {
    /** The names that there are. */
    static final List<String> NAMES = List.of("h2", "postgres", "mariadb");

    private static final int CONNECTIONS = 400;
    private static final int START_SECONDS = 60;

    private final String name;
    private final Path distribution;
    private final Path data;
    private @Nullable EmbeddedPostgres postgres;
    private @Nullable Process mariadb;
    private int port;

    /**
     * Starts the database where it has a process.
     *
     * @param name one of {@link #NAMES}; MariaDB is Debian's {@code mariadb-server-core}
     */
    EcperfDatabase(String name, Path distribution, Path work) throws IOException, InterruptedException {
        this.name = name;
        this.distribution = distribution;
        this.data = work.resolve(name);
        switch (name) {
            case "postgres" -> {
                EmbeddedPostgres started = EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofSeconds(START_SECONDS))
                        .setDataDirectory(data)
                        .setServerConfig("max_prepared_transactions", "200")
                        .setServerConfig("max_connections", String.valueOf(CONNECTIONS))
                        .start();
                postgres = started;
                port = started.getPort();
            }
            case "mariadb" -> startMariaDb();
            default -> {
                // H2 begins with the first connection of a server.
            }
        }
    }

    private void startMariaDb() throws IOException, InterruptedException {
        Path log = Files.createDirectories(data).resolveSibling("mariadbd.log");
        String user = "--user=" + System.getProperty("user.name");
        Process install = new ProcessBuilder(
                        "mariadb-install-db",
                        "--no-defaults",
                        user,
                        "--datadir=" + data,
                        "--auth-root-authentication-method=normal",
                        "--skip-test-db")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (install.waitFor() != 0) {
            throw new IOException("no database of MariaDB in " + data + "; see " + log);
        }
        port = FreePorts.one();
        Process server = ChildProcesses.start(new ProcessBuilder(
                        "mariadbd",
                        "--no-defaults",
                        user,
                        "--datadir=" + data,
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--socket=" + data.resolve("socket"),
                        "--pid-file=" + data.resolve("pid"),
                        "--max-connections=" + CONNECTIONS)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile()));
        mariadb = server;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!listens()) {
            if (!server.isAlive() || System.nanoTime() > end) {
                close();
                throw new IOException("MariaDB does not start; see " + log);
            }
            Thread.sleep(100);
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the lines of {@code domain.yaml} with the default data source.
     *
     * @param durable whether H2 writes a commit to the disk before it returns; the others always do
     */
    String dataSource(EcperfStep step, KeelsonDomain domain, boolean durable) {
        String url = switch (name) {
            case "postgres" -> "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
            case "mariadb" -> "jdbc:mariadb://127.0.0.1:" + port + "/ecperf?createDatabaseIfNotExist=true";
            default -> "jdbc:h2:file:" + domain.directory().resolve("ecperf") + (durable ? ";WRITE_DELAY=0" : "");
        };
        String user = switch (name) {
            case "postgres" -> "postgres";
            case "mariadb" -> "root";
            default -> "sa";
        };
        return String.format(
                Locale.ROOT, """

                data-sources:
                  DefaultDataSource:
                    url: "%s"
                    user: %s
                    initial-capacity: %d
                    max-capacity: 100
                    transaction-isolation: %s
                    global-transactions-protocol: %s
                """, url, user, step.tuning().initialCapacity(), step.isolation(), step.protocol());
    }

    /** Copies the driver to where a domain has its libraries. */
    void copyDriver(Path library) throws IOException {
        if (name.equals("h2")) {
            Files.copy(EcperfServers.built(distribution.resolve("parts/h2"), "h2-", ".jar"), library.resolve("h2.jar"));
            return;
        }
        String driver = name.equals("postgres") ? "org.postgresql.Driver" : "org.mariadb.jdbc.Driver";
        try {
            Path jar = Path.of(Class.forName(driver)
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Files.copy(jar, library.resolve(name + ".jar"));
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IOException("the driver " + driver + " is not to be found", e);
        }
    }

    /** The processor time of its processes so far, in seconds; 0 for H2, whose time is that of the servers. */
    double cpuSeconds() throws IOException {
        return switch (name) {
            case "postgres" ->
                cpuSeconds(Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid"))
                        .get(0)
                        .strip()));
            case "mariadb" -> {
                Process running = mariadb;
                yield running == null ? 0 : cpuSeconds(running.pid());
            }
            default -> 0;
        };
    }

    private static double cpuSeconds(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(parent -> Stream.concat(Stream.of(parent), parent.descendants()))
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToDouble(time -> time.toMillis() / 1000.0)
                .sum();
    }

    @Override
    public void close() {
        EmbeddedPostgres running = postgres;
        if (running != null) {
            try {
                running.close();
            } catch (IOException e) {
                System.err.println("the database does not stop: " + e);
            }
        }
        Process server = mariadb;
        if (server != null) {
            server.destroy();
            try {
                if (!server.waitFor(20, TimeUnit.SECONDS)) {
                    server.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                server.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
