package io.keelson.ejb;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.component.spi.ExtendedContexts;
import io.keelson.component.spi.MessageInflows;
import io.keelson.deploy.spi.Contributors;
import io.keelson.ejb.container.ContainerServices;
import io.keelson.ejb.container.EnterpriseBeansSettings;
import io.keelson.ejb.container.OpenComponents;
import io.keelson.ejb.context.BeanContext;
import io.keelson.ejb.entity.ClusterInvalidations;
import io.keelson.ejb.management.EjbAdministration;
import io.keelson.ejb.timer.TimerStores;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.replica.ReplicatedGroup;
import io.keelson.kernel.spi.replica.ReplicatedObjects;
import io.keelson.kernel.spi.resource.ServerConnections;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.util.Set;

/** Makes the container of enterprise beans. See docs/design/enterprise-beans.md. */
public final class EjbSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "ejb";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Contributors.class, TransactionManager.class, TransactionControl.class, UserTransaction.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(EjbAdministration.class);
    }

    /** In a cluster one server at a time fires the timers of an application. */
    @Override
    public Set<Class<?>> uses() {
        return Set.of(
                ClusterRecords.class,
                LeaseService.class,
                ClusterView.class,
                ClusterMessages.class,
                ReplicatedObjects.class,
                MessageInflows.class,
                ServerConnections.class);
    }

    @Override
    public Subsystem create(Services services) {
        TransactionManager manager = services.get(TransactionManager.class);
        UserTransaction user = services.get(UserTransaction.class);
        services.get(TransactionControl.class).onBegin(EjbSubsystemFactory::begun);
        Configuration configuration = services.get(Configuration.class);
        return new EjbSubsystem(
                services,
                new ContainerServices(
                        manager,
                        services.get(TransactionControl.class),
                        services.get(Ticker.class),
                        new BeanContext(manager, () -> user),
                        Threads.scheduler("keelson.ejb: timers"),
                        new TimerStores(
                                services.get(ServerIdentity.class).directory().resolve("timers"),
                                services.find(ClusterRecords.class),
                                services.find(LeaseService.class),
                                services.find(ClusterView.class),
                                new TimerStores.Database(
                                        services.get(ServerIdentity.class).name(),
                                        services.get(Ticker.class),
                                        services.find(ServerConnections.class),
                                        services.find(ClusterMessages.class))),
                        services.find(ReplicatedObjects.class).orElseGet(AloneHere::new),
                        services.get(ServerIdentity.class).directory().resolve("passivated"),
                        new ClusterInvalidations(
                                services.find(ClusterMessages.class), services.find(ClusterView.class)),
                        services.get(Naming.class),
                        new OpenComponents(),
                        services.find(MessageInflows.class),
                        () -> configuration.get(EnterpriseBeansSettings.class),
                        services.get(ServerIdentity.class).productionMode()));
    }

    /** A stateful bean has begun a transaction, which its extended persistence contexts join (Persistence 3.2, 7.9.1). */
    private static void begun() {
        ExtendedContexts contexts = ExtendedContexts.current();
        if (contexts != null) {
            contexts.join(); // a new transaction has no other context yet
        }
    }

    /** Stands for the room of replicated objects where the server has none. */
    private static final class AloneHere implements ReplicatedObjects {
        @Override
        public boolean available() {
            return false;
        }

        @Override
        public ReplicatedGroup open(String name, ReplicatedGroup.Holder holder) {
            throw new IllegalStateException("the group '" + name + "' cannot be opened: this server has no such room");
        }
    }
}
