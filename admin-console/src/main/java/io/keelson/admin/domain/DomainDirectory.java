package io.keelson.admin.domain;

import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.config.DynamicServers;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.SecretFile;
import io.keelson.kernel.config.StarterDomain;
import io.keelson.security.DigestAlgorithm;
import io.keelson.security.RealmEditor;
import io.keelson.security.SecuritySettings;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The directory of a domain: {@code domain.yaml}, {@code security/}, {@code autodeploy/}, {@code lib/} and a directory a
 * server below {@code servers/}. Immutable; everything is read from the disk when it is asked for.
 */
public final class DomainDirectory {
    /** The server of a domain that names none. */
    public static final String ADMIN_SERVER = "AdminServer";

    /** The most managed servers that a new domain is made with. */
    public static final int MOST_MANAGED_SERVERS = 40;

    /** Port at which the admin server of a new domain listens. */
    public static final int ADMIN_PORT = ManagedServers.ADMIN_PORT;

    private static final String CONFIGURATION = "domain.yaml";

    private final Path path;

    private DomainDirectory(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /** The domain in that directory, which need not be one yet. */
    public static DomainDirectory at(Path directory) {
        return new DomainDirectory(directory);
    }

    /**
     * Makes a domain with one server. Files that are there already stay.
     *
     * @throws DomainException when the directory holds something else than a domain
     */
    public static DomainDirectory create(Path directory) throws DomainException, IOException {
        return create(directory, 0);
    }

    /**
     * Makes a domain with an admin server and a cluster of managed servers, all on loopback; see {@link ManagedServers}.
     *
     * @param managed how many managed servers; 0 for none and no cluster
     * @throws DomainException when the directory holds something else than a domain
     */
    public static DomainDirectory create(Path directory, int managed) throws DomainException, IOException {
        return create(directory, managed, ManagedServers.ADMIN_PORT);
    }

    /** Returns the highest port of an admin server that leaves ports for so many managed servers. */
    public static int highestPort(int managed) {
        return ManagedServers.highestAdminPort(managed);
    }

    /**
     * The same with other ports.
     *
     * @param port that of the admin server, from which the others follow
     */
    public static DomainDirectory create(Path directory, int managed, int port) throws DomainException, IOException {
        return create(directory, managed, port, false);
    }

    /**
     * The same, with servers that are made from a template where that is wanted.
     *
     * @param dynamic whether the managed servers are those of a dynamic cluster
     */
    public static DomainDirectory create(Path directory, int managed, int port, boolean dynamic)
            throws DomainException, IOException {
        DomainDirectory domain = at(directory);
        if (domain.exists()) {
            throw new DomainException(domain.path + " is a domain already");
        }
        try {
            Files.createDirectories(domain.path);
            try (DirectoryStream<Path> content = Files.newDirectoryStream(domain.path)) {
                if (Files.exists(DomainKey.file(domain.path)) || Files.isDirectory(domain.path.resolve("servers"))) {
                    throw new DomainException(
                            domain.configuration() + " is missing, but the other files of a domain are"
                                    + " there. Put it back from a backup; or run 'keelson start --server NAME' with the name of the admin"
                                    + " server, which starts with the copy that the server has kept");
                }
                if (content.iterator().hasNext()) {
                    throw new DomainException(
                            domain.path + " is not empty and is no domain; choose another directory or empty it");
                }
            }
        } catch (NotDirectoryException | java.nio.file.FileAlreadyExistsException e) {
            throw new DomainException(domain.path + " is a file; choose another directory", e);
        }
        domain.complete(managed, port, dynamic && managed > 0);
        return domain;
    }

    private void complete(int managed, int port, boolean dynamic) throws IOException {
        for (String directory : List.of("autodeploy", "lib", "servers", "security")) {
            Files.createDirectories(path.resolve(directory));
        }
        ManagementToken.create(tokenFile());
        realm().create();
        SecretFile.create(DomainKey.file(path));
        // The configuration comes last: it is what makes the directory a domain.
        String text = StarterDomain.text(Model.load(DomainDirectory.class.getClassLoader()), name());
        Files.writeString(
                configuration(),
                dynamic
                        ? ManagedServers.dynamic(configuration(), text, adminServer(), managed, port)
                        : ManagedServers.added(configuration(), text, adminServer(), managed, port),
                StandardOpenOption.CREATE_NEW);
    }

    /** A name for the domain, from that of its directory. */
    private String name() {
        Path last = path.getFileName();
        String name = last == null ? "" : last.toString().replaceAll("[^A-Za-z0-9._-]", "-");
        return name.matches("[A-Za-z0-9].{0,127}") ? name : "domain";
    }

    /** Returns whether there is a domain. */
    public boolean exists() {
        return Files.isRegularFile(configuration());
    }

    /** The directory, absolute. */
    public Path path() {
        return path;
    }

    /** {@code domain.yaml}. */
    public Path configuration() {
        return path.resolve(CONFIGURATION);
    }

    /** The file with the token of the management interface. */
    public Path tokenFile() {
        return path.resolve("security").resolve("management-token");
    }

    /** The token of the management interface. */
    public ManagementToken token() throws DomainException {
        try {
            return ManagementToken.read(tokenFile());
        } catch (java.nio.file.NoSuchFileException e) {
            throw new DomainException(tokenFile() + " is missing; it is written when the server starts", e);
        } catch (java.nio.file.AccessDeniedException e) {
            throw new DomainException(tokenFile() + " cannot be read; run this command as the user of the server", e);
        } catch (IOException e) {
            throw new DomainException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The editor of the domain's users. */
    public RealmEditor realm() {
        SecuritySettings standard = SecuritySettings.standard();
        Map<?, ?> security = mapping(settings().get("security"));
        Object file = security.get("realm-file");
        Object iterations = security.get("iterations");
        return new RealmEditor(
                path.resolve(file instanceof String text ? Path.of(text) : standard.realmFile()),
                iterations instanceof Integer number ? number : standard.iterations(),
                security.get("realm-name") instanceof String name ? name : standard.realmName(),
                digests(security.get("digest-algorithms")));
    }

    /** The group of the realm whose users are administrators; the first where the configuration names several. */
    String administrators() {
        Object groups = mapping(mapping(settings().get("management")).get("role-groups"))
                .get("administrators");
        Object first = groups instanceof List<?> list && !list.isEmpty() ? list.get(0) : groups;
        return first instanceof String name ? name : "Administrators";
    }

    /** A list, or one alone; what is none of them the server reports. */
    private static List<DigestAlgorithm> digests(@Nullable Object setting) {
        List<?> names = setting instanceof List<?> list ? list : setting == null ? List.of() : List.of(setting);
        List<DigestAlgorithm> digests = new ArrayList<>();
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            if (names.contains(algorithm.token().toLowerCase(Locale.ROOT))) {
                digests.add(algorithm);
            }
        }
        return digests;
    }

    /** The directory of a server. */
    public Path server(String name) {
        return path.resolve("servers").resolve(name);
    }

    /** The directory of this machine's node manager. */
    public Path node() {
        return path.resolve("node");
    }

    /** The name of the admin server. */
    public String adminServer() {
        return settings().get("admin-server") instanceof String name ? name : ADMIN_SERVER;
    }

    /** The servers: those of the configuration in its order, then others that left a directory. */
    public List<ServerStatus> servers() throws IOException {
        Set<String> names = new LinkedHashSet<>();
        Map<?, ?> settings = settings();
        mapping(settings.get("servers")).keySet().forEach(name -> names.add(String.valueOf(name)));
        names.addAll(DynamicServers.named(settings).keySet());
        if (names.isEmpty()) {
            names.add(adminServer());
        }
        if (Files.isDirectory(path.resolve("servers"))) {
            Set<String> started = new TreeSet<>();
            try (DirectoryStream<Path> directories = Files.newDirectoryStream(path.resolve("servers"))) {
                directories.forEach(d -> {
                    if (Files.exists(ServerRecord.file(d))) {
                        started.add(String.valueOf(d.getFileName()));
                    }
                });
            }
            // One that was scaled away is no server of the domain any more, unless it runs.
            started.removeIf(name -> DynamicServers.scaledAway(settings, name)
                    && !names.contains(name)
                    && !status(name).alive());
            names.addAll(started);
        }
        List<ServerStatus> servers = new ArrayList<>();
        names.forEach(name -> servers.add(status(name)));
        return servers;
    }

    /** Returns what is known of a server of that name. */
    public ServerStatus status(String name) {
        Path file = ServerRecord.file(server(name));
        if (Files.exists(file) && !Files.isReadable(file)) {
            return ServerStatus.unreadable(name);
        }
        Optional<ServerRecord> record = ServerRecord.read(server(name));
        Optional<ServerRecord> own = record.filter(r -> r.name().equals(name));
        return own.map(ServerStatus::of)
                .orElseGet(() -> ServerStatus.neverStarted(name))
                .watched(watch(name), own.map(ServerRecord::pid).orElse(0L))
                .in(cluster(name));
    }

    private WatchRecord watch(String server) {
        try {
            return WatchRecord.read(this, server).orElseGet(() -> WatchRecord.none(server));
        } catch (IOException e) {
            return WatchRecord.none(server); // the node manager says what is wrong with it
        }
    }

    private @Nullable String cluster(String server) {
        Map<?, ?> settings = settings();
        Map<?, ?> own = mapping(mapping(settings.get("servers")).get(server));
        return own.get("cluster") instanceof String cluster
                ? cluster
                : DynamicServers.named(settings).get(server);
    }

    /** The machine that a server is to run on, as the configuration says. */
    public Optional<String> machine(String server) {
        Map<?, ?> settings = settings();
        Map<?, ?> own = mapping(mapping(settings.get("servers")).get(server));
        return own.get("machine") instanceof String machine
                ? Optional.of(machine)
                : Optional.ofNullable(DynamicServers.machines(settings).get(server));
    }

    /**
     * The file as plain maps. It is the server's matter to check it; what cannot be read is taken as empty here, so that a
     * domain whose file is broken can still be asked for its state and stopped.
     */
    private Map<?, ?> settings() {
        try {
            Load load = new Load(LoadSettings.builder().setLabel(CONFIGURATION).build());
            return mapping(load.loadFromString(Files.readString(configuration())));
        } catch (IOException | YamlEngineException e) {
            return Map.of();
        }
    }

    private static Map<?, ?> mapping(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
