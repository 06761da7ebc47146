package io.keelson.perf;

import io.keelson.perf.ecperf.Site;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The servers of {@link EcperfStudy}: one with the emulator of suppliers for all steps, one with the application for each step, and the
 * database. Used by one thread.
 */
final class EcperfServers implements AutoCloseable {
    private static final String SUPPLIERS = "ecperf-supplier";

    private final Path distribution;
    private final Path work;
    private final Path modules;
    private final List<String> jvm;
    private final String database;
    private final ServerProcess suppliers;
    private @Nullable EmbeddedPostgres postgres;
    private @Nullable ServerProcess application;
    private int made;

    /**
     * Starts the suppliers, and a database that is a process.
     *
     * @param modules the directory of the application's modules, which are built
     * @param database {@code h2} or {@code postgres}
     */
    EcperfServers(Path distribution, Path modules, Path work, List<String> jvm, String database)
            throws IOException, InterruptedException {
        this.distribution = distribution;
        this.work = work;
        this.jvm = jvm;
        this.database = database;
        this.modules = modules;
        Path war = built(modules.resolve("supplier/target"), SUPPLIERS, ".war");
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(distribution, work.resolve("suppliers"), 0, work.resolve("create-suppliers.log"));
        suppliers = start("suppliers", domain, port, List.of("-Xms128m", "-Xmx128m", "-XX:+UseSerialGC"));
        try {
            domain.deploy(port, SUPPLIERS, war);
            if (database.equals("postgres")) {
                postgres = EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofSeconds(60))
                        .setDataDirectory(work.resolve("postgres"))
                        .setServerConfig("max_prepared_transactions", "200")
                        .setServerConfig("max_connections", "200")
                        .start();
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Path built(Path directory, String begin, String end) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.startsWith(begin) && name.endsWith(end);
                    })
                    .findFirst()
                    .orElseThrow(() -> new IOException(
                            "there is no " + begin + "*" + end + " in " + directory + "; run without --no-build"));
        }
    }

    /** A server with the application, stopped or not; its domain and its data stay. */
    record Application(KeelsonDomain domain, int port, Site site) {}

    /**
     * Starts a server with the application as a step has it, in a new domain with new data; the one before ends.
     *
     * @param faults whether requests may ask for faults; commits of H2 are then on the disk when they return
     */
    Application deploy(EcperfStep step, boolean faults) throws IOException, InterruptedException {
        stop();
        String name = step.name() + "-" + ++made;
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(distribution, work.resolve(name), 0, work.resolve("create-" + name + ".log"));
        domain.add(dataSource(step, domain, faults));
        copyDriver(domain);
        Application deployed = new Application(
                domain,
                port,
                new Site(
                        "http://127.0.0.1:" + port + "/ecperf",
                        "http://127.0.0.1:" + suppliers.port() + "/" + SUPPLIERS));
        startAgain(deployed);
        Path ear = built(modules.resolve(step.module()).resolve("target"), "keelson-perf-ecperf-", ".jar");
        domain.deploy(port, "ecperf", ear, step.plan(port, suppliers.port(), faults));
        return deployed;
    }

    /** Starts the server of an application, after its end. */
    ServerProcess startAgain(Application deployed) throws IOException, InterruptedException {
        stop();
        ServerProcess server = start("ecperf-" + made, deployed.domain(), deployed.port(), jvm);
        application = server;
        return server;
    }

    private void stop() {
        ServerProcess running = application;
        if (running != null) {
            running.close();
        }
        application = null;
    }

    /** The server with the application. */
    ServerProcess server() {
        ServerProcess running = application;
        if (running == null) {
            throw new IllegalStateException("no application is deployed");
        }
        return running;
    }

    private ServerProcess start(String name, KeelsonDomain domain, int port, List<String> options)
            throws IOException, InterruptedException {
        URI ready = URI.create("http://127.0.0.1:" + port + "/management/v1/health/ready");
        return ServerProcess.start(
                name,
                port,
                () -> (HttpURLConnection) ready.toURL().openConnection(),
                domain.start(),
                KeelsonDomain.environment(String.join(" ", options) + " -Dkeelson.ListenPort=" + port),
                work.resolve(name + ".log"));
    }

    private String dataSource(EcperfStep step, KeelsonDomain domain, boolean durable) {
        EmbeddedPostgres running = postgres;
        String url = running == null
                ? "jdbc:h2:file:" + domain.directory().resolve("ecperf") + (durable ? ";WRITE_DELAY=0" : "")
                : "jdbc:postgresql://127.0.0.1:" + running.getPort() + "/postgres";
        return String.format(
                Locale.ROOT, """

                data-sources:
                  DefaultDataSource:
                    url: "%s"
                    user: %s
                    max-capacity: 100
                    transaction-isolation: %s
                    global-transactions-protocol: %s
                """, url, running == null ? "sa" : "postgres", step.isolation(), step.protocol());
    }

    private void copyDriver(KeelsonDomain domain) throws IOException {
        Path library = domain.directory().resolve("lib");
        if (database.equals("h2")) {
            Path jar = built(distribution.resolve("parts/h2"), "h2-", ".jar");
            Files.copy(jar, library.resolve("h2.jar"));
            return;
        }
        try {
            Path jar = Path.of(Class.forName("org.postgresql.Driver")
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Files.copy(jar, library.resolve("postgresql.jar"));
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IOException("the driver of PostgreSQL is not to be found", e);
        }
    }

    @Override
    public void close() {
        stop();
        suppliers.close();
        EmbeddedPostgres running = postgres;
        if (running != null) {
            try {
                running.close();
            } catch (IOException e) {
                System.err.println("the database does not stop: " + e);
            }
        }
    }
}
