package io.keelson.jms;

import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.jms.net.LinkAcceptor;
import io.keelson.jms.protocol.MessagingProtocol;
import io.keelson.jms.protocol.ServerAmqp;
import io.keelson.jms.protocol.ServerStomp;
import io.keelson.kernel.config.Domain;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.resource.ServerConnections;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.ServerStreams;
import io.keelson.security.Realm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * JMS of a server: its JMS server, the names of the domain's destinations and connection factories, and the makers of what applications
 * define. A server that nobody uses for JMS has no store and no thread of it. The kernel calls one method at a time.
 */
final class JmsSubsystem implements Subsystem {
    private final Services services;
    private final JmsServers servers;
    private final CheckedLogins checked;
    private final JmsHost host;
    private final @Nullable TransactionControl control;
    private final ServerTransactions transactions;
    private final String resource;
    private final DomainJms domain;
    private final JmsBridges bridges;
    private final JmsSaf saf;
    private final JmsMember member = new JmsMember() {};
    private @Nullable AutoCloseable recovery;

    /** By name. Changes while the server starts only. */
    private final Map<String, MessagingProtocol.Opened> protocols = new ConcurrentSkipListMap<>();

    private @Nullable Configuration prepared;
    private volatile Configuration current;

    JmsSubsystem(Services services) {
        this.services = services;
        this.current = services.get(Configuration.class);
        ServerIdentity server = services.get(ServerIdentity.class);
        this.control = services.find(TransactionControl.class).orElse(null);
        this.resource = "jms/" + server.name();
        this.transactions = new ServerTransactions(control, resource);
        ClusterView view = services.find(ClusterView.class)
                .filter(each -> each.cluster().isPresent())
                .orElse(null);
        this.servers = new JmsServers(new JmsServers.Parts(
                server.name(),
                services.get(Configuration.class).get(Domain.class).adminServer(),
                server.domain(),
                services.get(Configuration.class).get(JmsSettings.class),
                services.get(Ticker.class),
                this::offer,
                view,
                services.find(LeaseService.class).orElse(null),
                services.find(ClusterRecords.class).orElse(null),
                () -> new JdbcStores(
                        services.get(Configuration.class).get(JmsSettings.class),
                        services.get(Naming.class),
                        () -> services.find(ServerConnections.class),
                        services.get(Ticker.class)),
                services.find(ServerStreams.class).orElse(null),
                services.find(RemoteObjects.class).orElse(null),
                control));
        this.host = servers.ownHost();
        this.checked = new CheckedLogins(servers, () -> services.find(Realm.class));
        this.domain = new DomainJms(
                server.name(),
                servers,
                checked,
                services.get(Naming.class),
                transactions,
                services.get(Configuration.class));
        this.saf = new JmsSaf(
                server.name(),
                server.domain(),
                servers,
                services.get(Configuration.class).get(JmsSettings.class),
                services.get(Ticker.class));
        boolean adminOfCluster = view != null
                && server.name()
                        .equals(services.get(Configuration.class)
                                .get(Domain.class)
                                .adminServer());
        this.bridges = new JmsBridges(new JmsBridges.Parts(
                server.name(),
                server.domain(),
                !adminOfCluster,
                view == null ? null : services.find(LeaseService.class).orElse(null),
                control,
                servers,
                transactions,
                services.get(Ticker.class),
                services.find(DomainLibrary.class)
                        .map(ClassLoader.class::cast)
                        .orElse(JmsSubsystem.class.getClassLoader())));
    }

    @Override
    public void start() {
        Naming naming = services.get(Naming.class);
        domain.start(services.get(Configuration.class));
        naming.add(new JmsFactoryMaker(checked, transactions, new ServerTransactions(null, resource)));
        naming.add(new JmsDestinationMaker(host));
        services.publish(JmsService.class, host::open);
        JmsAdministration administration = new JmsAdministration(host, servers, files(), bridges, saf);
        services.publish(JmsAdministration.class, administration);
        services.get(RuntimeState.class).add("jms-destinations", JmsDestinationRuntime.class, this::runtimes);
        services.get(RuntimeState.class).add("jms-stores", JmsStoreRuntime.class, administration::storeRuntimes);
        services.get(RuntimeState.class).add("jms-saf", JmsSafRuntime.class, saf::runtimes);
        services.get(RuntimeState.class).add("jms-bridges", JmsBridgeRuntime.class, bridges::runtimes);
        services.get(RuntimeState.class).add("jms-protocols", JmsProtocolRuntime.class, this::protocolRuntimes);
        servers.start(domain);
        openProtocols();
        services.find(ServerStreams.class).ifPresent(this::accept);
        services.find(RemoteObjects.class)
                .ifPresent(remote -> remote.exportForMembers(JmsServers.KEY, member, LoadAlgorithm.ROUND_ROBIN));
        if (control != null) {
            recovery = control.recoverable(
                    new JmsRecovery(resource, servers.recoveryOf(host), () -> !host.mayHaveBranches()));
        }
    }

    @Override
    public void resume() {
        protocols.values().forEach(MessagingProtocol.Opened::resume);
        bridges.open(current);
        saf.open(current);
    }

    @Override
    public void suspend(Deadline deadline) throws InterruptedException {
        for (MessagingProtocol.Opened each : protocols.values()) {
            each.suspend(deadline);
        }
        saf.close();
        bridges.close(); // transactions end with their subsystem, so that no bridge should be in one then
    }

    /** Opens the parts that speak protocols of others, where those are enabled; the channels listen later. */
    private void openProtocols() {
        Configuration configuration = services.get(Configuration.class);
        if (configuration.get(ServerAmqp.class).amqp().enabled()) {
            open("amqp", JmsLog.LOG::noAmqp);
        }
        if (configuration.get(ServerStomp.class).stomp().enabled()) {
            open("stomp", JmsLog.LOG::noStomp);
        }
    }

    private void open(String protocol, Runnable missing) {
        ClassLoader loader = services.find(Parts.class)
                .filter(parts -> parts.names().contains(protocol))
                .map(parts -> parts.loader(protocol))
                .orElse(JmsSubsystem.class.getClassLoader());
        ServiceLoader.load(MessagingProtocol.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(protocol))
                .findFirst()
                .ifPresentOrElse(
                        each -> protocols.put(
                                protocol, each.open(new MessagingProtocol.Wanted(services, servers, this::offer))),
                        missing);
    }

    private MessageTransfer files() {
        ServerIdentity server = services.get(ServerIdentity.class);
        return new MessageTransfer(
                server.domain().resolve("servers").resolve(server.name()).resolve("jms-files"));
    }

    /** Takes connections of other processes, on the ports of the native protocol. */
    private void accept(ServerStreams streams) {
        streams.acceptAll(LinkAcceptor.PURPOSE, new LinkAcceptor(servers, this::offer));
    }

    private void offer(Runnable task) {
        if (!services.get(WorkManagers.class).standard().offer(task)) {
            throw new RejectedExecutionException("the standard work manager is at its capacity");
        }
    }

    private List<JmsProtocolRuntime> protocolRuntimes() {
        List<JmsProtocolRuntime> all = new ArrayList<>();
        protocols.forEach((name, each) -> all.add(JmsProtocolRuntime.of(name, each)));
        return all;
    }

    private List<JmsDestinationRuntime> runtimes() {
        List<JmsDestinationRuntime> all = new ArrayList<>(
                host.states().stream().map(JmsDestinationRuntime::of).toList());
        servers.adopted()
                .forEach((server, adopted) -> adopted.states().stream()
                        .map(each -> JmsDestinationRuntime.of(each).on(server))
                        .forEach(all::add));
        return all;
    }

    @Override
    public void stop(Deadline deadline) throws Exception {
        saf.close();
        bridges.close();
        protocols.values().forEach(MessagingProtocol.Opened::close);
        if (recovery != null) {
            recovery.close();
        }
        services.find(RemoteObjects.class).ifPresent(remote -> remote.withdraw(JmsServers.KEY, member));
        servers.close();
    }

    // ---- a change of configuration ---------------------------------------------------------------------------------

    @Override
    public void prepare(Configuration next) {
        prepared = next;
    }

    @Override
    public void commit() {
        Configuration next = prepared;
        prepared = null;
        if (next != null) {
            domain.apply(next);
            current = next;
            bridges.apply(next);
            saf.apply(next);
        }
    }

    @Override
    public void rollback() {
        prepared = null;
    }
}
