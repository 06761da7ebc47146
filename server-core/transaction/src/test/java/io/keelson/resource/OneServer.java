package io.keelson.resource;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.lifecycle.ServerOutcome;
import io.keelson.kernel.lifecycle.ShutdownMode;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.tx.TransactionOwnershipFactory;
import io.keelson.tx.TransactionSubsystemFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A kernel with data sources and nothing else. */
final class OneServer implements AutoCloseable {
    private final Path domain;
    private final Server server;

    OneServer(Path domain, String yaml) throws Exception {
        this.domain = domain;
        Path directory = Files.createDirectories(domain.resolve("servers/one"));
        server = new Server(
                new ServerIdentity("one", "test", domain, directory, false),
                configuration(yaml),
                Ticker.system(),
                List.of(
                        new Libraries(),
                        new TransactionSubsystemFactory(),
                        new TransactionOwnershipFactory(),
                        new ResourceSubsystemFactory()));
        server.start();
    }

    DomainConfiguration configuration(String yaml) throws IOException, ConfigurationException {
        Path file = domain.resolve("domain.yaml");
        Files.writeString(file, "name: test\nadmin-server: one\nservers:\n  one: {}\n" + yaml);
        return new ConfigurationReader(Model.load(OneServer.class.getClassLoader()))
                .read(DomainFile.read(file), "one", new Overrides(Map.of(), Map.of(), Set.of()));
    }

    <T> T service(Class<T> type) {
        return server.find(type).orElseThrow();
    }

    /** Returns what management shows of the data sources. */
    List<DataSourceRuntime> runtimes() {
        return service(RuntimeState.class).of("data-sources").orElseThrow().stream()
                .map(DataSourceRuntime.class::cast)
                .toList();
    }

    DataSourceRuntime runtime(String name) {
        return runtimes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Whether the server would take it; nothing is changed. */
    void check(String yaml) throws Exception {
        server.checkConfiguration(configuration(yaml));
    }

    void apply(String yaml) throws Exception {
        server.applyConfiguration(configuration(yaml));
    }

    void suspend() throws Exception {
        server.suspend(Duration.ofSeconds(1));
    }

    void resume() throws Exception {
        server.resume();
    }

    @Override
    public void close() throws Exception {
        server.shutdown(ShutdownMode.GRACEFUL);
        ServerOutcome outcome = server.awaitEnd(Duration.ofSeconds(40)).orElseThrow();
        if (outcome != ServerOutcome.STOPPED) {
            throw new AssertionError("the server ended as " + outcome);
        }
    }

    /** What the deployment room provides on a whole server. */
    private final class Libraries implements SubsystemFactory {
        @Override
        public String name() {
            return "libraries";
        }

        @Override
        public Set<Class<?>> provides() {
            return Set.of(Parts.class, DomainLibrary.class);
        }

        @Override
        public Subsystem create(Services services) {
            ClassLoader own = OneServer.class.getClassLoader();
            return new Subsystem() {
                private Parts parts;
                private DomainLibrary library;

                @Override
                public void start() throws IOException {
                    parts = new Parts(own, PartSource.classPath(own));
                    library = new DomainLibrary(domain.resolve("lib"), parts.serverView());
                    services.publish(Parts.class, parts);
                    services.publish(DomainLibrary.class, library);
                }

                @Override
                public void stop(Deadline deadline) throws IOException {
                    library.close();
                    parts.close();
                }
            };
        }
    }
}
