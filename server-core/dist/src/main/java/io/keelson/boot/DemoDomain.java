package io.keelson.boot;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.SettingPath;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The domain of the demo: made when it is not there, and refused where it was made for something else. */
public final class DemoDomain {
    static final int MANAGED = 3;
    private static final int CLUSTER_PORTS = 100;
    private static final String BALANCER = "balancer";
    /** From 7001 to 8080. */
    private static final int BALANCER_PORT = 1079;

    private static final int DATABASE_PORT = 8;
    private static final SettingPath DATA_SOURCES = SettingPath.of("data-sources");
    private static final String DEFAULT_DATA_SOURCE = "DefaultDataSource";

    /** Servers of the demo are there to be killed. */
    private static final int RESTARTS = 1000;

    private static final int HIGHEST_PORT = 65_535 - BALANCER_PORT;
    private static final String COUNTER = "counter-service.jar";
    private static final String SERVICE = """

        # The counter of which the cluster has one; its class is in lib/.
        singleton-services:
          counter:
            class-name: io.keelson.examples.counter.CounterService

        # The clock counts each second, also those that pass while no server is there.
        enterprise-beans:
          missed-runs: all

        # What a queue keeps is on the disks of two servers.
        jms:
          message-store: replicated

        # A cache of the three servers, also for clients over Hot Rod, memcached's protocol and REST.
        caches:
          demo:
            administrators: [grid]
        grid:
          rest-enabled: true
        """;

    /** User that may use the cache from outside. */
    static final String GRID_USER = "grid";

    /** Distance of the ports of Hot Rod and memcached above a server's own port. */
    static final int GRID_PORTS = 50;

    private static final int PASSWORD_BYTES = 12;

    private final Path directory;
    private final int port;
    private final Path archives;
    private final DomainDirectory domain;
    private final DemoDatabase database;

    /**
     * The domain below a directory.
     *
     * @param port of the admin server
     * @param archives the directory with what the demo deploys
     * @param h2 the directory with H2's jar
     */
    public DemoDomain(Path directory, int port, Path archives, Path h2) {
        this.directory = directory;
        this.port = port;
        this.archives = archives;
        domain = DomainDirectory.at(directory.resolve("domain"));
        database = new DemoDatabase(domain.path(), h2, port + DATABASE_PORT);
    }

    /** The database of its cluster. */
    DemoDatabase database() {
        return database;
    }

    Path path() {
        return domain.path();
    }

    /** Returns what a server has printed since its last start. */
    Path output(String server) {
        return domain.server(server).resolve("logs").resolve(server + ".out");
    }

    /** Says that the applications were deployed: with its time. */
    Path deployedMark() {
        return directory.resolve("deployed");
    }

    /** Says that the domain is the demo's, and for which port; it is written when the domain is whole. */
    Path portFile() {
        return directory.resolve("port");
    }

    /** The servers, the admin server first; none when there is no domain. */
    List<ServerStatus> servers() throws IOException {
        return domain.exists() ? domain.servers() : List.of();
    }

    ServerStatus status(String server) {
        return domain.status(server);
    }

    /** The managed servers. */
    List<ServerStatus> managed() throws IOException {
        return servers().stream().filter(server -> server.cluster() != null).toList();
    }

    /** The load balancer in front of the managed servers. */
    ServerStatus balancer() {
        return domain.status(BALANCER);
    }

    /** Makes the domain when it is not there, and looks whether its servers can have their ports. */
    public void prepare(PrintStream out) throws IOException, DomainException {
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IOException("--port is a number from 1 to " + HIGHEST_PORT);
        }
        if (domain.exists()) {
            refuseAnother();
        }
        refuseTakenPorts();
        if (!domain.exists()) {
            out.println("Creating the domain " + domain + " ...");
            DomainDirectory.create(domain.path(), MANAGED, port);
            addBalancer();
            Files.writeString(domain.configuration(), SERVICE, StandardOpenOption.APPEND);
            addGridUser();
            Files.writeString(portFile(), String.valueOf(port));
        }
        // What this distribution has, also where the domain is older.
        if (servers().stream().noneMatch(ServerStatus::alive)) {
            addDatabase();
            Files.copy(
                    archives.resolve(COUNTER),
                    domain.path().resolve("lib").resolve(COUNTER),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** In front of the managed servers, which believe what it says of its clients. They speak IIOP for hello-interfaces. */
    private void addBalancer() throws IOException {
        try {
            DomainFile file = DomainFile.read(domain.configuration());
            for (ServerStatus server : managed()) {
                file = file.edit(
                        SettingPath.of("servers", server.name(), "front", "trusted-proxies"), List.of("127.0.0.1"));
                file = file.edit(SettingPath.of("servers", server.name(), "iiop"), Map.of("enabled", true));
            }
            file = file.edit(
                    SettingPath.of("servers", BALANCER),
                    Map.of("listen-port", port + BALANCER_PORT, "balancer", Map.of()));
            for (int i = 1; i <= MANAGED; i++) {
                file = file.edit(
                        SettingPath.of("servers", "server-" + i, "channels", "grid"),
                        Map.of("listen-port", port + 2 * i + GRID_PORTS, "protocols", List.of("hot-rod", "memcached")));
            }
            for (String server : file.keys(SettingPath.of("servers"))) {
                file = file.edit(SettingPath.of("servers", server, "restart-max"), RESTARTS);
            }
            file.write();
        } catch (ConfigurationException | EditException e) {
            throw new IOException("the load balancer cannot be added to the demo's domain: " + e.getMessage(), e);
        }
    }

    /** Its password is made anew with each domain, and lies beside it for its owner only. */
    private void addGridUser() throws IOException {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        boolean unused = domain.realm().put(GRID_USER, password.toCharArray(), List.of());
        Files.deleteIfExists(gridPassword());
        Files.createFile(
                gridPassword(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(gridPassword(), password);
    }

    /** The file with the password of {@link #GRID_USER}; a domain of an earlier version has none. */
    Path gridPassword() {
        return directory.resolve("grid-password");
    }

    /** One for all servers of the cluster, unless the domain describes another as the default. */
    private void addDatabase() throws IOException {
        try {
            DomainFile file = DomainFile.read(domain.configuration());
            if (!file.keys(DATA_SOURCES).contains(DEFAULT_DATA_SOURCE)) {
                file.edit(SettingPath.of("data-sources", DEFAULT_DATA_SOURCE), database.dataSource())
                        .write();
            }
        } catch (ConfigurationException | EditException e) {
            throw new IOException("the database cannot be added to the demo's domain: " + e.getMessage(), e);
        }
    }

    private void refuseAnother() throws IOException {
        boolean ours = Files.exists(portFile())
                && servers().stream().anyMatch(server -> server.name().equals(BALANCER));
        String made = ours ? Files.readString(portFile()).strip() : "";
        if (!made.equals(String.valueOf(port))) {
            throw new IOException("the demo's domain " + domain + " was made "
                    + (made.isEmpty() ? "by another version of Keelson" : "for port " + made) + "; stop it with"
                    + " 'keelson demo --stop' and remove the directory"
                    + (made.isEmpty() ? "." : ", or use --port " + made + "."));
        }
    }

    /** All at once: whoever has to end others need not do it one by one. */
    private void refuseTakenPorts() throws IOException {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i <= MANAGED; i++) {
            String name = i == 0 ? DomainDirectory.ADMIN_SERVER : "server-" + i;
            if (!domain.exists() || !domain.status(name).alive()) {
                for (int wanted : new int[] {port + 2 * i, port + 2 * i + CLUSTER_PORTS, port + 2 * i + GRID_PORTS}) {
                    if ((i > 0 || wanted != port + GRID_PORTS) && !free(wanted)) {
                        taken.add(wanted + " (" + name + ")");
                    }
                }
            }
        }
        if ((!domain.exists() || !balancer().alive()) && !free(port + BALANCER_PORT)) {
            taken.add(port + BALANCER_PORT + " (" + BALANCER + ")");
        }
        if (!database.listens() && !free(port + DATABASE_PORT) || !domain.exists() && database.listens()) {
            taken.add(port + DATABASE_PORT + " (database)");
        }
        if (!taken.isEmpty()) {
            throw new IOException((taken.size() == 1 ? "port " : "ports ") + String.join(", ", taken)
                    + (taken.size() == 1 ? " is" : " are")
                    + " taken by another process; end it, or choose others with --port.");
        }
    }

    private static boolean free(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
