package io.keelson.boot;

import io.keelson.appclient.transaction.RemoteTransactions;
import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.trace.Tracing;
import io.keelson.base.work.WorkManagers;
import io.keelson.cluster.membership.Clustering;
import io.keelson.cluster.membership.Membership;
import io.keelson.deploy.spi.Contributors;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.config.ServerRemoting;
import io.keelson.remoting.spi.CallWork;
import io.keelson.security.Realm;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
        return Set.of(Clustering.class, TransactionControl.class);
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
        int weight = services.get(Configuration.class)
                .get(ServerRemoting.class)
                .remoting()
                .memberWeight();
        return new Subsystem() {
            @Override
            public void start() throws IOException, NamingException {
                remote.domain(identity.name(), DomainKey.of(identity.domain()).derived("remote calls"));
                // Servers of a cluster trust one another by the same authorities, whatever they speak of.
                clustering.flatMap(Clustering::tls).ifPresent(remote::trust);
                remote.contexts(new CallingThread());
                remote.traces(new TracedCalls(tracing));
                remote.realm(new RealmUsers(realm));
                remote.naming(new ServerNames(naming.remote(remote::isRemote), clientTransactions(services, remote)));
                contributors.add(new RemoteApplications(remote));
                Runnable changed = () -> {};
                if (cluster.isPresent()) {
                    RemoteMembers members = new RemoteMembers(cluster.get(), remote, weight);
                    members.start();
                    remote.members(members);
                    changed = members::soon;
                }
                share(naming, new ClusteredNames(remote, changed));
            }
        };
    }

    /** Lets clients begin transactions where the server has some. */
    private static @Nullable RemoteTransactions clientTransactions(Services services, RemoteObjects remote) {
        TransactionControl control = services.find(TransactionControl.class).orElse(null);
        if (control == null) {
            return null;
        }
        ClientTransactions transactions = new ClientTransactions(control);
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
