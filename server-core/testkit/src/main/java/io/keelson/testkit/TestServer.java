package io.keelson.testkit;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.Domain;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ServerException;
import io.keelson.kernel.lifecycle.ServerOutcome;
import io.keelson.kernel.lifecycle.ShutdownMode;
import io.keelson.net.Channels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server in the test's JVM, of the subsystems on the test's class path, on ports that the system chooses. Several may run
 * at a time. Closing it stops it and deletes its domain, unless the test gave the directory.
 *
 * <pre>{@code
 * try (TestServer server = TestServer.start()) {
 *     URI page = server.uri("/index.html");
 * }
 * }</pre>
 *
 * <p>The server log is the test's own: a {@code TestServer} does not configure it. Used by one thread; the server that it
 * holds is as thread-safe as always. See docs/design/testkit.md.
 */
public final class TestServer implements AutoCloseable {
    /** The name of the server in its domain. */
    public static final String NAME = "AdminServer";

    private static final Duration STOP = Duration.ofSeconds(60);

    private final Server server;
    private final ServerIdentity identity;
    private final boolean ownsDirectory;

    private TestServer(Server server, ServerIdentity identity, boolean ownsDirectory) {
        this.server = server;
        this.identity = identity;
        this.ownsDirectory = ownsDirectory;
    }

    /** Starts a server with the defaults, its channels on ephemeral ports. */
    public static TestServer start() throws ServerException, ConfigurationException {
        return builder().start();
    }

    /** A server to be described. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the control of the server. */
    public ServerControl control() {
        return server;
    }

    /** Returns the identity of the server. */
    public ServerIdentity identity() {
        return identity;
    }

    /**
     * A service that a subsystem has published.
     *
     * @throws IllegalStateException when none has; the subsystem's jar is then missing on the test's class path
     */
    public <T> T service(Class<T> type) {
        return server.find(type)
                .orElseThrow(() -> new IllegalStateException(
                        "no subsystem on the test's class path has published " + type.getName()));
    }

    /** Returns the address at which a channel listens. */
    public InetSocketAddress address(String channel) {
        return service(Channels.class).listening().stream()
                .filter(listening -> listening.name().equals(channel))
                .map(Channels.ListeningChannel::address)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no channel '" + channel + "' listens; there are "
                        + service(Channels.class).listening()));
    }

    /** Returns the address of the server's first channel for applications. */
    public InetSocketAddress address() {
        return service(Channels.class).listening().stream()
                .filter(listening -> !listening.admin())
                .map(Channels.ListeningChannel::address)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no channel listens"));
    }

    /** A path on the server's first channel for applications, over HTTP. */
    public URI uri(String path) {
        InetSocketAddress address = address();
        return URI.create("http://127.0.0.1:" + address.getPort() + path);
    }

    /** Stops the server gracefully; a test fails when something does not stop. */
    @Override
    public void close() {
        server.shutdown(ShutdownMode.GRACEFUL);
        try {
            Optional<ServerOutcome> outcome = server.awaitEnd(STOP);
            if (!outcome.equals(Optional.of(ServerOutcome.STOPPED))) {
                throw new IllegalStateException("the server did not stop in good order ("
                        + outcome.map(Enum::name).orElse("still running") + "); its log says what did not");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the server stops", e);
        } finally {
            if (ownsDirectory) {
                delete(identity.domain());
            }
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the test's domain " + directory, e);
        }
    }

    /** Describes a server. */
    public static final class Builder {
        private final Map<String, String> overrides = new TreeMap<>();
        private @Nullable Path directory;
        private @Nullable String yaml;
        private @Nullable Configuration configuration;
        private @Nullable List<SubsystemFactory> factories;
        private Ticker ticker = Ticker.system();

        private Builder() {}

        /** Uses that directory as the domain's and leaves it there; else a temporary one is made. */
        public Builder directory(Path domain) {
            this.directory = domain;
            return this;
        }

        /** The content of {@code domain.yaml}; it must have the server {@value TestServer#NAME}. */
        public Builder yaml(String text) {
            this.yaml = text;
            return this;
        }

        /** Sets one value, as {@code -Dkeelson.<path>=} does: {@code servers.AdminServer.listen-port}. */
        public Builder set(String path, String value) {
            overrides.put("keelson." + path, value);
            return this;
        }

        /** Uses these records instead of reading any. */
        public Builder configuration(Configuration records) {
            this.configuration = records;
            return this;
        }

        /** Uses these subsystems instead of those on the class path. */
        public Builder subsystems(List<SubsystemFactory> those) {
            this.factories = List.copyOf(those);
            return this;
        }

        /** Uses that clock. */
        public Builder ticker(Ticker clock) {
            this.ticker = clock;
            return this;
        }

        /** Starts the server and returns when it is RUNNING. */
        public TestServer start() throws ServerException, ConfigurationException {
            Path domain = directory == null ? temporary() : directory.toAbsolutePath();
            ClassLoader loader = TestServer.class.getClassLoader();
            boolean started = false;
            try {
                Configuration records = configuration == null ? read(domain, loader) : configuration;
                ServerIdentity identity = identity(records, domain);
                Server server =
                        new Server(identity, records, ticker, factories == null ? Server.discover(loader) : factories);
                server.start();
                started = true;
                return new TestServer(server, identity, directory == null);
            } finally {
                if (!started && directory == null) {
                    delete(domain);
                }
            }
        }

        private Configuration read(Path domain, ClassLoader loader) throws ConfigurationException {
            String text = yaml == null ? standardYaml() : yaml;
            try {
                Files.createDirectories(domain);
                Files.writeString(domain.resolve("domain.yaml"), text);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write the test's domain.yaml", e);
            }
            DomainFile file = DomainFile.read(domain.resolve("domain.yaml"));
            return new ConfigurationReader(Model.load(loader))
                    .read(file, NAME, new Overrides(overrides, Map.of(), Set.of()));
        }

        private static String standardYaml() {
            List<String> lines = new ArrayList<>();
            lines.add("name: test");
            lines.add("servers:");
            lines.add("  " + NAME + ":");
            lines.add("    listen-port: 0");
            return String.join("\n", lines) + "\n";
        }

        private static ServerIdentity identity(Configuration records, Path domain) {
            Domain settings = records.get(Domain.class);
            Path directory = domain.resolve("servers").resolve(NAME);
            try {
                Files.createDirectories(directory);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot make the directory of the test's server", e);
            }
            return new ServerIdentity(NAME, settings.name(), domain, directory, settings.productionMode());
        }

        private static Path temporary() {
            try {
                return Files.createTempDirectory("keelson-test-");
            } catch (IOException e) {
                throw new UncheckedIOException("cannot make a directory for the test's domain", e);
            }
        }
    }
}
