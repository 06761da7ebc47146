package io.keelson.jms;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.jms.net.LinkAcceptor;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.remoting.ServerStreams;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * JMS of a server: its JMS server, the names of the domain's destinations and connection factories, and the makers of what applications
 * define. A server that nobody uses for JMS has no store and no thread of it. The kernel calls one method at a time.
 */
final class JmsSubsystem implements Subsystem {
    private final Services services;
    private final JmsHost host;
    private final @Nullable TransactionControl control;
    private final ServerTransactions transactions;
    private final String resource;
    private final DomainJms domain;
    private @Nullable AutoCloseable recovery;
    private @Nullable Configuration prepared;

    JmsSubsystem(Services services) {
        this.services = services;
        ServerIdentity server = services.get(ServerIdentity.class);
        this.host = new JmsHost(
                server.name(),
                server.directory().resolve("jms"),
                services.get(Configuration.class).get(JmsSettings.class),
                services.get(Ticker.class));
        this.control = services.find(TransactionControl.class).orElse(null);
        this.resource = "jms/" + server.name();
        this.transactions = new ServerTransactions(control, resource);
        this.domain = new DomainJms(server.name(), host, services.get(Naming.class), transactions);
    }

    @Override
    public void start() {
        Naming naming = services.get(Naming.class);
        domain.start(services.get(Configuration.class));
        naming.add(new JmsFactoryMaker(host, transactions, new ServerTransactions(null, resource)));
        naming.add(new JmsDestinationMaker(host));
        services.publish(JmsService.class, host::open);
        services.get(RuntimeState.class).add("jms-destinations", JmsDestinationRuntime.class, this::runtimes);
        host.openIfStored();
        services.find(ServerStreams.class).ifPresent(this::accept);
        if (control != null) {
            recovery = control.recoverable(new JmsRecovery(resource, host));
        }
    }

    /** Takes connections of other processes, on the ports of the native protocol. */
    private void accept(ServerStreams streams) {
        WorkManagers work = services.get(WorkManagers.class);
        LinkAcceptor acceptor = new LinkAcceptor(new OwnHost(host, streams), task -> {
            if (!work.standard().offer(task)) {
                throw new RejectedExecutionException("the standard work manager is at its capacity");
            }
        });
        streams.acceptAll(LinkAcceptor.PURPOSE, acceptor);
    }

    /** The JMS server of a server that is alone. */
    private record OwnHost(JmsHost host, ServerStreams streams) implements LinkAcceptor.Hosts {
        @Override
        public Link connect(String server, Link.Handler handler) throws JmsFailure {
            if (!server.equals(host.name())) {
                throw new JmsFailure(
                        JmsFailure.Code.ELSEWHERE, "this server has the JMS server " + host.name() + ", not " + server);
            }
            return host.connect(null, null, handler);
        }

        @Override
        public String own() {
            return host.name();
        }

        @Override
        public List<String> owner(String server) {
            return List.of();
        }

        @Override
        public List<String> members() {
            return streams.addresses();
        }
    }

    private List<JmsDestinationRuntime> runtimes() {
        return host.states().stream().map(JmsDestinationRuntime::of).toList();
    }

    @Override
    public void stop(Deadline deadline) throws Exception {
        if (recovery != null) {
            recovery.close();
        }
        host.close();
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
        }
    }

    @Override
    public void rollback() {
        prepared = null;
    }
}
