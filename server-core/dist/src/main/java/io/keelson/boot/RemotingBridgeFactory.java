package io.keelson.boot;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.base.trace.Tracing;
import io.keelson.base.work.WorkManagers;
import io.keelson.client.ContextFactory;
import io.keelson.cluster.membership.Clustering;
import io.keelson.cluster.membership.Membership;
import io.keelson.deploy.spi.Contributors;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.kernel.spi.transaction.TransactionPropagation;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.ServerStreams;
import io.keelson.remoting.config.ServerRemoting;
import io.keelson.remoting.config.TrustedDomain;
import io.keelson.remoting.spi.CallWork;
import io.keelson.security.CertificateSettings;
import io.keelson.security.CertificateUsers;
import io.keelson.security.Realm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.naming.NamingException;
import javax.naming.event.EventContext;
import org.jspecify.annotations.Nullable;

/** Puts remote calls together with what they may not know: the realm, the domain, who calls, names, and applications. */
public final class RemotingBridgeFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "remoting-bridge";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(RemoteObjects.class, Realm.class, Contributors.class);
    }

    @Override
    public Set<Class<?>> uses() {
        return Set.of(Clustering.class, ServerStreams.class, TransactionControl.class, TransactionPropagation.class);
    }

    @Override
    public Subsystem create(Services services) {
        RemoteObjects remote = services.get(RemoteObjects.class);
        Realm realm = services.get(Realm.class);
        Naming naming = services.get(Naming.class);
        ServerIdentity identity = services.get(ServerIdentity.class);
        Contributors contributors = services.get(Contributors.class);
        Tracing tracing = services.get(Tracing.class);
        Optional<Clustering> clustering = services.find(Clustering.class);
        Optional<Membership> cluster = clustering.flatMap(Clustering::membership);
        CertificateSettings certificates = services.get(Configuration.class).get(CertificateSettings.class);
        int weight = services.get(Configuration.class)
                .get(ServerRemoting.class)
                .remoting()
                .memberWeight();
        return new Subsystem() {
            private final List<TransactionStreams> streams = new ArrayList<>();

            @Override
            public void start() throws IOException, NamingException {
                remote.domain(
                        identity.name(),
                        identity.domainName(),
                        DomainKey.of(identity.domain()).derived("remote calls"),
                        TrustedDomain.secrets(services.get(Configuration.class), identity));
                // Servers of a cluster trust one another by the same authorities, whatever they speak of.
                clustering.flatMap(Clustering::tls).ifPresent(remote::trust);
                remote.contexts(new CallingThread());
                remote.traces(new TracedCalls(tracing));
                remote.realm(new RealmUsers(realm, new CertificateUsers(certificates)));
                ClientTransactions ofClients = clientTransactions(services, remote);
                remote.naming(new ServerNames(naming.remote(remote::isRemote), ofClients));
                naming.contextFactory(ContextFactory.class.getName(), remote.contexts());
                contributors.add(new RemoteApplications(remote));
                Runnable changed = () -> {};
                Supplier<List<String>> addresses = List::of;
                if (cluster.isPresent()) {
                    RemoteMembers members = new RemoteMembers(cluster.get(), remote, weight);
                    members.start();
                    remote.members(members);
                    changed = members::soon;
                    addresses = members::addresses;
                }
                streams.addAll(transactionStreams(services, remote, ofClients, addresses));
                share(naming, new ClusteredNames(remote, changed));
            }

            @Override
            public void stop(Deadline deadline) {
                streams.forEach(TransactionStreams::close);
            }
        };
    }

    /** Lets transactions go from server to server where this one has some. */
    private static List<TransactionStreams> transactionStreams(
            Services services,
            RemoteObjects remote,
            @Nullable ClientTransactions ofClients,
            Supplier<List<String>> members) {
        Optional<TransactionPropagation> found = services.find(TransactionPropagation.class);
        Optional<ServerStreams> streams = services.find(ServerStreams.class);
        if (found.isEmpty() || streams.isEmpty() || ofClients == null) {
            return List.of();
        }
        TransactionPropagation propagation = found.get();
        TransactionStreams servers =
                new TransactionStreams(streams.get(), "transactions", true, propagation::serve, members);
        servers.start();
        propagation.link(servers);
        remote.carry(new PropagationEntry(propagation));
        TransactionStreams clients =
                new TransactionStreams(streams.get(), "client-transactions", false, ofClients::serve, members);
        clients.start();
        ofClients.link(clients);
        return List.of(servers, clients);
    }

    /** Lets clients begin transactions where the server has some. */
    private static @Nullable ClientTransactions clientTransactions(Services services, RemoteObjects remote) {
        TransactionControl control = services.find(TransactionControl.class).orElse(null);
        if (control == null) {
            return null;
        }
        ClientTransactions transactions = new ClientTransactions(
                services.get(ServerIdentity.class).name(),
                control,
                services.find(TransactionPropagation.class).orElse(null));
        ClassLoader loader = new ClassLoader(ClientTransactions.class.getClassLoader()) {};
        remote.application(
                        "transactions of clients",
                        loader,
                        CallWork.of(services.get(WorkManagers.class).standard()),
                        new ApplicationScope(null, loader),
                        List.of())
                .export(transactions);
        remote.carry(transactions.entry());
        return transactions;
    }

    /** Objects that each member has one of are bound for this server alone, and are called by stubs that know all members. */
    private static void share(Naming naming, ClusteredNames names) throws NamingException {
        naming.keepHere(ClusteredNames::isClustered);
        if (naming.context() instanceof EventContext events) {
            events.addNamingListener("", EventContext.SUBTREE_SCOPE, names);
        }
    }
}
