package io.keelson.jms;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.resource.ServerConnections;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.net.Channels;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.ServerStreams;
import io.keelson.security.Realm;
import java.util.Set;

/** Makes JMS of a server. See docs/design/jms.md. */
public final class JmsSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "jms";
    }

    /** After deployment, which lets applications end before JMS does. */
    @Override
    public Set<Class<?>> uses() {
        return Set.of(
                TransactionControl.class,
                Channels.class,
                Realm.class,
                Parts.class,
                DomainLibrary.class,
                ServerStreams.class,
                RemoteObjects.class,
                ClusterView.class,
                LeaseService.class,
                ServerConnections.class,
                ClusterRecords.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(JmsService.class, JmsAdministration.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new JmsSubsystem(services);
    }
}
