package io.keelson.cluster;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.lease.LeaseSettings;
import io.keelson.cluster.membership.Clustering;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Roster;
import io.keelson.kernel.config.DynamicCluster;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the leases of this server. See docs/design/leases.md. */
public final class LeaseSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "leases";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Clustering.class);
    }

    /** Returns where a database decides. */
    @Override
    public Set<Class<?>> uses() {
        return Set.of(ServerConnections.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(LeaseService.class, ClusterRecords.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new LeaseSubsystem(services);
    }

    /**
     * The subsystem; the kernel calls it from one thread at a time. Where there is no cluster, no class of MicroRaft is
     * loaded.
     */
    private static final class LeaseSubsystem implements Subsystem {
        private final Services services;
        private @Nullable Leases leases;
        private @Nullable OwnLeases own;
        private @Nullable LeaseSettings settings;
        private @Nullable Runnable prepared;
        private @Nullable NameOwner held;

        LeaseSubsystem(Services services) {
            this.services = services;
        }

        @Override
        public void start() {
            Optional<Membership> membership = services.get(Clustering.class).membership();
            if (membership.isEmpty()) {
                ServerIdentity server = services.get(ServerIdentity.class);
                OwnLeases made = new OwnLeases(
                        server.name(), server.directory().resolve("leases").resolve("epochs"));
                own = made;
                services.publish(LeaseService.class, made);
                services.publish(ClusterRecords.class, new NoRecords());
                return;
            }
            String cluster = membership.get().roster().cluster();
            LeaseSettings read = settings(cluster);
            settings = read;
            Leases made = new Leases(
                    services.get(ServerIdentity.class),
                    services.get(Ticker.class),
                    membership.get(),
                    read,
                    dynamic(services.get(Configuration.class), cluster),
                    services.find(ServerConnections.class));
            leases = made;
            String source = read.leaseDataSource();
            if (read.migrationBasis() == LeaseSettings.Basis.DATABASE && source != null) {
                Naming naming = services.get(Naming.class);
                NameOwner reliance = naming.owner("the leases of the cluster " + cluster, null);
                naming.relies(source, reliance, true);
                held = reliance;
            }
            services.publish(LeaseService.class, made.start());
            services.publish(ClusterRecords.class, made.records());
        }

        private LeaseSettings settings(String cluster) {
            LeaseSettings settings =
                    services.get(Configuration.class).all(LeaseSettings.class).get(cluster);
            if (settings == null) {
                throw new IllegalStateException("a roster is of a cluster of the domain: " + cluster);
            }
            return settings;
        }

        private static boolean dynamic(Configuration configuration, String cluster) {
            DynamicCluster one = configuration.all(DynamicCluster.class).get(cluster);
            return one != null && one.dynamic() != null;
        }

        /** Servers of the cluster come and go. How leases are decided stays as it was at the start. */
        @Override
        public void prepare(Configuration next) {
            prepared = null;
            Leases running = leases;
            LeaseSettings read = settings;
            if (running == null || read == null) {
                return;
            }
            Roster.of(next, services.get(ServerIdentity.class)).ifPresent(expected -> {
                boolean dynamic = dynamic(next, expected.cluster());
                Leases.firstVoters(expected, read, dynamic); // one that is named must not go
                prepared = () -> running.expect(expected, dynamic);
            });
        }

        @Override
        public void commit() {
            Runnable change = prepared;
            prepared = null;
            if (change != null) {
                change.run();
            }
        }

        @Override
        public void rollback() {
            prepared = null;
        }

        /** Comes before those who use leases give theirs back: whoever leads then stays. */
        @Override
        public void suspend(Deadline deadline) throws InterruptedException {
            Leases running = leases;
            if (running != null) {
                running.handLeadOver(deadline);
            }
        }

        /** Gives back what is held, so that others have it at once. */
        @Override
        public void stop(Deadline deadline) throws InterruptedException {
            Leases running = leases;
            if (running != null) {
                running.stop(deadline);
            }
            if (own != null) {
                own.stop();
            }
            if (held != null) {
                held.close();
            }
        }
    }
}
