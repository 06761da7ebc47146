package io.keelson.admin;

import io.keelson.admin.agent.AgentFactory;
import io.keelson.admin.agent.Agents;
import io.keelson.admin.agent.ServerView;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseView;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.work.WorkRuntimes;
import io.keelson.net.Channels;
import jakarta.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Puts together what the agent of SNMP shows of a server. */
final class AgentOfServer {
    private final Services services;
    private final ServerIdentity identity;
    private final String version;

    private AgentOfServer(Services services, String version) {
        this.services = services;
        this.identity = services.get(ServerIdentity.class);
        this.version = version;
    }

    static Agents of(Services services, String version) {
        AgentOfServer server = new AgentOfServer(services, version);
        return new Agents(
                server::factory,
                settings -> new AgentFactory.Wanted(
                        settings.domain(),
                        settings.port(),
                        server::view,
                        server.identity.directory().resolve("state"),
                        services.get(Ticker.class)));
    }

    private Optional<AgentFactory> factory() {
        ClassLoader loader = services.find(Parts.class)
                .filter(parts -> parts.names().contains("snmp"))
                .map(parts -> parts.loader("snmp"))
                .orElse(AgentOfServer.class.getClassLoader());
        return ServiceLoader.load(AgentFactory.class, loader).findFirst();
    }

    private ServerView view() {
        Optional<ClusterView> cluster =
                services.find(ClusterView.class).filter(view -> view.cluster().isPresent());
        List<LeaseView> leases =
                services.find(LeaseService.class).map(LeaseService::leases).orElse(List.of());
        RuntimeSample.Process process = RuntimeSample.process();
        return new ServerView(
                identity.name(),
                identity.domainName(),
                cluster.flatMap(ClusterView::cluster).orElse(""),
                services.get(ServerControl.class).state().name(),
                version,
                Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime()),
                process.heapUsedBytes(),
                process.heapMaximumBytes(),
                process.threads(),
                cluster.map(view -> view.current().members().size()).orElse(0),
                leases.size(),
                (int) leases.stream().filter(this::own).count(),
                services.get(WorkRuntimes.class).workManagers(),
                services.get(Channels.class).listening(),
                sessions());
    }

    private boolean own(LeaseView lease) {
        return lease.owner().filter(identity.name()::equals).isPresent();
    }

    /** By the names of its components, as the records are of a room that this one does not know. */
    private List<ServerView.SessionCount> sessions() {
        return services.get(RuntimeState.class).of("sessions").orElse(List.of()).stream()
                .map(RuntimeJson::of)
                .map(AgentOfServer::count)
                .toList();
    }

    private static ServerView.SessionCount count(JsonObject one) {
        return new ServerView.SessionCount(
                one.getString("application", ""),
                one.getString("context-root", ""),
                one.getString("store-type", ""),
                number(one, "in-memory"),
                number(one, "behind"));
    }

    private static long number(JsonObject one, String name) {
        return one.containsKey(name) ? one.getJsonNumber(name).longValue() : 0;
    }
}
