package io.keelson.cluster;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.time.Deadline;
import io.keelson.cluster.internal.jgroups.JGroupsChannel;
import io.keelson.cluster.membership.ChannelMessages;
import io.keelson.cluster.membership.ClusterSettings;
import io.keelson.cluster.membership.ClusterTls;
import io.keelson.cluster.membership.Clustering;
import io.keelson.cluster.membership.Members;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.MembershipRuntime;
import io.keelson.cluster.membership.Roster;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Makes the membership of this server in its cluster. See docs/design/membership.md. */
public final class ClusterSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "cluster";
    }

    /** Names the service that members need where they find one another by a table. */
    @Override
    public Set<Class<?>> uses() {
        return Set.of(ServerConnections.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(ClusterView.class, Clustering.class, ClusterMessages.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new ClusterSubsystem(services);
    }

    /** Messages of a server that is alone. */
    private static final class NoMessages implements ClusterMessages {
        @Override
        public void tell(String subject, byte[] message) {
            // Nobody is there.
        }

        @Override
        public void receive(String subject, Receiver receiver) {
            // Nobody sends.
        }
    }

    /** The subsystem; the kernel calls it from one thread at a time. Where there is no cluster, no class of JGroups is loaded. */
    private static final class ClusterSubsystem implements Subsystem {
        private final Services services;
        private @Nullable Membership membership;
        private @Nullable Roster prepared;
        private @Nullable NameOwner found;

        ClusterSubsystem(Services services) {
            this.services = services;
        }

        @Override
        public void start() throws IOException {
            Configuration configuration = services.get(Configuration.class);
            ServerIdentity identity = services.get(ServerIdentity.class);
            Optional<Roster> roster = Roster.of(configuration, identity);
            if (roster.isEmpty()) {
                services.publish(ClusterView.class, Members.alone(identity.name()));
                services.publish(Clustering.class, new Clustering(Optional.empty(), Optional.empty()));
                services.publish(ClusterMessages.class, new NoMessages());
                return;
            }
            ClusterSettings settings = settings(configuration, roster.get().cluster());
            DomainKey key = DomainKey.of(identity.domain());
            ClusterTls tls = settings.tls();
            Optional<SSLContext> trust = tls == null
                    ? Optional.empty()
                    : Optional.of(tls.context(roster.get().cluster(), identity.domain()));
            String source = settings.discoveryDataSource();
            DataSource database =
                    source == null ? null : database(source, roster.get().cluster());
            Membership opened = new Membership(
                    roster.get(),
                    (expected, listener) -> new JGroupsChannel(
                            expected,
                            settings,
                            key,
                            identity.domain(),
                            database,
                            listener,
                            services.get(ThreadWatch.class)));
            membership = opened;
            services.publish(ClusterView.class, opened.view());
            services.publish(Clustering.class, new Clustering(Optional.of(opened), trust));
            services.publish(ClusterMessages.class, new ChannelMessages(opened.group(), opened.view()));
            String cluster = roster.get().cluster();
            services.get(RuntimeState.class)
                    .add(
                            "cluster-membership",
                            MembershipRuntime.class,
                            () -> List.of(MembershipRuntime.of(cluster, opened.view())));
        }

        private DataSource database(String source, String cluster) {
            Naming naming = services.get(Naming.class);
            NameOwner reliance = naming.owner("the members of the cluster " + cluster + ", who find one another", null);
            naming.relies(source, reliance, false);
            found = reliance;
            return new NamedDataSource(services.find(ServerConnections.class), source);
        }

        private static ClusterSettings settings(Configuration configuration, String cluster) {
            Map<String, ClusterSettings> all = configuration.all(ClusterSettings.class);
            ClusterSettings settings = all.get(cluster);
            if (settings == null) {
                throw new IllegalStateException("a roster is of a cluster of the domain: " + cluster);
            }
            return settings;
        }

        /** Joins when all who listen to the cluster have started, so that nobody misses the first view. */
        @Override
        public void administer() {
            Membership joining = membership;
            if (joining != null) {
                joining.start();
            }
        }

        /**
         * Servers come and go while the others run. Where this one is in no cluster, or not in one any more, that is for its next start.
         */
        @Override
        public void prepare(Configuration next) {
            prepared = membership == null
                    ? null
                    : Roster.of(next, services.get(ServerIdentity.class)).orElse(null);
        }

        @Override
        public void commit() {
            Membership joined = membership;
            Roster next = prepared;
            prepared = null;
            if (joined != null && next != null) {
                joined.expect(next);
            }
        }

        @Override
        public void rollback() {
            prepared = null;
        }

        @Override
        public void stop(Deadline deadline) {
            Membership joined = membership;
            if (joined != null) {
                joined.stop(deadline);
            }
            if (found != null) {
                found.close();
            }
        }
    }
}
