package io.keelson.admin;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.lifecycle.ShutdownMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A server in this JVM with the rooms that administration knows, on a free port. */
public final class RunningServer implements AutoCloseable {
    private final DomainDirectory domain;
    private final Server server;

    private RunningServer(DomainDirectory domain, Server server) {
        this.domain = domain;
        this.server = server;
    }

    /** Makes a domain in that directory and starts its server. */
    public static RunningServer start(Path directory, Map<String, String> properties) throws Exception {
        return start(DomainDirectory.create(directory), properties);
    }

    /** Starts the server of a domain. */
    public static RunningServer start(DomainDirectory domain, Map<String, String> properties) throws Exception {
        return start(domain, properties, List.of());
    }

    /** Starts the server of a domain with more rooms. */
    static RunningServer start(DomainDirectory domain, Map<String, String> properties, List<SubsystemFactory> more)
            throws Exception {
        ClassLoader loader = RunningServer.class.getClassLoader();
        Map<String, String> all = new java.util.HashMap<>(properties);
        all.put("keelson.ListenPort", "0");
        DomainConfiguration configuration = new ConfigurationReader(Model.load(loader))
                .read(
                        DomainFile.read(domain.configuration()),
                        DomainDirectory.ADMIN_SERVER,
                        new Overrides(all, Map.of(), Set.of()));
        ServerIdentity identity = new ServerIdentity(
                DomainDirectory.ADMIN_SERVER, "test", domain.path(), domain.server(DomainDirectory.ADMIN_SERVER), true);
        List<SubsystemFactory> rooms = new ArrayList<>(Server.discover(loader));
        rooms.addAll(more);
        Server server = new Server(identity, configuration, Ticker.system(), List.copyOf(rooms));
        server.start();
        return new RunningServer(domain, server);
    }

    public DomainDirectory domain() {
        return domain;
    }

    public Server server() {
        return server;
    }

    /** Host and port of the management interface. */
    public String address() {
        return domain.status(DomainDirectory.ADMIN_SERVER).management().authority();
    }

    @Override
    public void close() throws Exception {
        server.shutdown(ShutdownMode.FORCE);
        server.awaitEnd();
    }
}
