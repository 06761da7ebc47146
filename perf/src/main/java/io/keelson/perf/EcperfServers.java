package io.keelson.perf;

import io.keelson.perf.ecperf.Site;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The servers of {@link EcperfStudy}: one with the emulator of suppliers for all steps, one or several with the application for each step,
 * and the database. Used by one thread.
 */
final class EcperfServers implements AutoCloseable {
    private static final String SUPPLIERS = "ecperf-supplier";
    private static final String ADMIN = "AdminServer";
    private static final String CLUSTER = "cluster-1";

    private final Path distribution;
    private final Path work;
    private final Path modules;
    private final List<String> jvm;
    private final int members;
    private final ServerProcess suppliers;
    private final EcperfDatabase database;
    private final List<ServerProcess> running = new ArrayList<>();
    private int made;

    /**
     * Starts the suppliers, and a database that is a process.
     *
     * @param modules the directory of the application's modules, which are built
     * @param database one of {@link EcperfDatabase#NAMES}
     * @param members of the cluster with the application; 1 for a server alone
     */
    EcperfServers(Path distribution, Path modules, Path work, List<String> jvm, String database, int members)
            throws IOException, InterruptedException {
        this.distribution = distribution;
        this.work = work;
        this.jvm = jvm;
        this.modules = modules;
        this.members = members;
        Path war = built(modules.resolve("supplier/target"), SUPPLIERS, ".war");
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(distribution, work.resolve("suppliers"), 0, work.resolve("create-suppliers.log"));
        suppliers = start(
                "suppliers",
                port,
                domain.start(),
                List.of("-Xms128m", "-Xmx128m", "-XX:+UseSerialGC", "-Dkeelson.ListenPort=" + port));
        try {
            domain.deploy(port, SUPPLIERS, war);
            this.database = new EcperfDatabase(database, distribution, work);
        } catch (IOException | InterruptedException | RuntimeException e) {
            suppliers.close();
            throw e;
        }
    }

    /** The file of a module that was built. */
    static Path built(Path directory, String begin, String end) throws IOException {
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

    /**
     * Servers with the application, stopped or not; their domain and their data stay.
     *
     * @param administration port of the admin server, which is the only one where the application has one server
     * @param ports where the application answers
     */
    record Application(KeelsonDomain domain, int administration, List<Integer> ports, Site site) {}

    /**
     * Starts the servers with the application as a step has it, in a new domain with new data; those before end.
     *
     * @param faults whether requests may ask for faults; commits of H2 are then on the disk when they return
     */
    Application deploy(EcperfStep step, boolean faults) throws IOException, InterruptedException {
        stop();
        String name = step.name() + "-" + ++made;
        KeelsonDomain domain = KeelsonDomain.create(
                distribution, work.resolve(name), members == 1 ? 0 : members, work.resolve("create-" + name + ".log"));
        domain.add(database.dataSource(step, domain, faults));
        database.copyDriver(domain.directory().resolve("lib"));
        int administration = members == 1 ? FreePorts.one() : domain.port(ADMIN);
        List<Integer> ports = new ArrayList<>();
        if (members == 1) {
            ports.add(administration);
        }
        for (int i = 1; members > 1 && i <= members; i++) {
            ports.add(domain.port("server-" + i));
        }
        Application deployed = new Application(
                domain,
                administration,
                List.copyOf(ports),
                new Site(
                        ports.stream()
                                .map(port -> "http://127.0.0.1:" + port + "/ecperf")
                                .toList(),
                        "http://127.0.0.1:" + suppliers.port() + "/" + SUPPLIERS));
        startAgain(deployed);
        Path ear = built(modules.resolve(step.module()).resolve("target"), "keelson-perf-ecperf-", ".jar");
        String plan = step.plan(ports.get(0), suppliers.port(), faults);
        if (members == 1) {
            domain.deploy(administration, "ecperf", ear, plan);
        } else {
            domain.deployTo(CLUSTER, administration, "ecperf", ear, plan);
        }
        return deployed;
    }

    /** Starts the servers of an application, after their end. */
    void startAgain(Application deployed) throws IOException, InterruptedException {
        stop();
        String name = "ecperf-" + made;
        List<String> alone = new ArrayList<>(jvm);
        if (members == 1) {
            alone.add("-Dkeelson.ListenPort=" + deployed.administration());
        }
        running.add(start(name, deployed.administration(), deployed.domain().start(), alone));
        for (int i = 1; members > 1 && i <= members; i++) {
            String member = "server-" + i;
            running.add(start(
                    name + "-" + i,
                    deployed.ports().get(i - 1),
                    deployed.domain().start(member),
                    jvm));
        }
    }

    private void stop() {
        List<ServerProcess> last = new ArrayList<>(running);
        // Members end before the admin server.
        Collections.reverse(last);
        last.forEach(ServerProcess::close);
        running.clear();
    }

    /** The server with the application, of which there is one. */
    ServerProcess server() {
        if (running.isEmpty()) {
            throw new IllegalStateException("no application is deployed");
        }
        return running.get(0);
    }

    /** The processor time of the servers with the application so far, in seconds; the admin server of a cluster counts. */
    double cpuSeconds() {
        return running.stream().mapToDouble(ServerProcess::cpuSeconds).sum();
    }

    /** The processor time of the database's processes so far, in seconds. */
    double databaseCpuSeconds() throws IOException {
        return database.cpuSeconds();
    }

    private ServerProcess start(String name, int port, List<String> command, List<String> options)
            throws IOException, InterruptedException {
        URI ready = URI.create("http://127.0.0.1:" + port + "/management/v1/health/ready");
        return ServerProcess.start(
                name,
                port,
                () -> (HttpURLConnection) ready.toURL().openConnection(),
                command,
                KeelsonDomain.environment(String.join(" ", options)),
                work.resolve(name + ".log"));
    }

    @Override
    public void close() {
        stop();
        suppliers.close();
        database.close();
    }
}
