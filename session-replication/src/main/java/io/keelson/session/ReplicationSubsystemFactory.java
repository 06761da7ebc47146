package io.keelson.session;

import io.keelson.balancer.Relay;
import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.ClusterServer;
import io.keelson.cluster.membership.ClusterSettings;
import io.keelson.cluster.membership.Clustering;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Roster;
import io.keelson.http.OutgoingHttp;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.spi.replica.ReplicatedObjects;
import io.keelson.net.config.ServerNetwork;
import io.keelson.remoting.ServerStreams;
import io.keelson.servlet.spi.SessionStores;
import io.keelson.session.cluster.ReplicatedStores;
import io.keelson.session.cluster.Replication;
import io.keelson.session.cluster.ReplicationRuntime;
import io.keelson.session.forward.ForwardTargets;
import io.keelson.session.forward.Passage;
import io.keelson.session.link.CompressionRules;
import io.keelson.session.link.LinkRuntime;
import io.keelson.session.replica.Place;
import io.keelson.session.replica.Rules;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets sessions have a copy on another server of the cluster. See docs/design/session-replication.md. */
public final class ReplicationSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "session-replication";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(SessionStores.class, Clustering.class);
    }

    /**
     * Without direct connections what is said about sessions goes through the cluster's channel; without outgoing requests a session
     * moves with each request that wants it elsewhere.
     */
    @Override
    public Set<Class<?>> uses() {
        return Set.of(ServerStreams.class, OutgoingHttp.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(ReplicatedObjects.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new ReplicationSubsystem(services);
    }

    /** The subsystem; the kernel calls it from one thread at a time. */
    private static final class ReplicationSubsystem implements Subsystem {
        private final Services services;
        private @Nullable Replication replication;
        private @Nullable Rules prepared;
        private boolean copyRequired;

        ReplicationSubsystem(Services services) {
            this.services = services;
        }

        @Override
        public void start() throws IOException {
            Membership membership = services.get(Clustering.class).membership().orElse(null);
            if (membership == null) {
                services.publish(ReplicatedObjects.class, new NoReplicatedObjects());
                return;
            }
            ClusterSettings cluster = Objects.requireNonNull(
                    services.get(Configuration.class)
                            .all(ClusterSettings.class)
                            .get(membership.roster().cluster()),
                    "a roster is of a cluster of the domain");
            copyRequired = cluster.replicationRequired();
            Replication made = new Replication(
                    membership,
                    cluster.failureTimeout(),
                    rules(services.get(Configuration.class), membership.roster()),
                    services.get(Ticker.class));
            replication = made;
            boolean hidden = cluster.tls() != null || cluster.encryption();
            services.find(ServerStreams.class)
                    .ifPresent(streams -> made.connect(streams, hidden, compression(cluster)));
            OutgoingHttp outgoing = services.find(OutgoingHttp.class).orElse(null);
            if (outgoing != null) {
                made.passOn(passage(outgoing, membership));
            }
            services.publish(ReplicatedObjects.class, made.objects());
            services.get(SessionStores.class).add(new ReplicatedStores(made));
            services.get(RuntimeState.class).add("session-replication", ReplicationRuntime.class, made::state);
            services.get(RuntimeState.class).add("session-links", LinkRuntime.class, made::links);
        }

        private Passage passage(OutgoingHttp outgoing, Membership membership) throws IOException {
            byte[] key = DomainKey.of(services.get(ServerIdentity.class).domain())
                    .derived("requests that are taken to their sessions");
            ForwardTargets targets = new ForwardTargets(
                    () -> services.get(Configuration.class).all(ServerNetwork.class),
                    () -> membership.roster().servers());
            return new Passage(key, new Relay(outgoing, "keelson.sessions.forward"), targets);
        }

        private static CompressionRules compression(ClusterSettings cluster) {
            CompressionRules.When when = switch (cluster.sessionCompression()) {
                case AUTO -> CompressionRules.When.AUTO;
                case ALWAYS -> CompressionRules.When.ALWAYS;
                case NEVER -> CompressionRules.When.NEVER;
            };
            return new CompressionRules(
                    when, cluster.sessionCompressionThreshold().toInt());
        }

        private Rules rules(Configuration configuration, Roster roster) {
            Map<String, ClusterServer> all = configuration.all(ClusterServer.class);
            Map<String, Place> servers = new HashMap<>();
            for (String name : roster.servers().keySet()) {
                ClusterServer server = all.get(name);
                if (server != null && !name.equals(roster.adminServer())) {
                    servers.put(
                            name,
                            new Place(server.machine(), server.replicationGroup(), server.preferredSecondaryGroup()));
                }
            }
            return new Rules(servers, copyRequired);
        }

        /** Servers come and go, and may be elsewhere; whether a copy is required is read at a start. */
        @Override
        public void prepare(Configuration next) {
            prepared = replication == null
                    ? null
                    : Roster.of(next, services.get(ServerIdentity.class))
                            .map(roster -> rules(next, roster))
                            .orElse(null);
        }

        @Override
        public void commit() {
            Replication open = replication;
            Rules next = prepared;
            prepared = null;
            if (open != null && next != null) {
                open.rules(next);
            }
        }

        @Override
        public void rollback() {
            prepared = null;
        }

        @Override
        public void resume() {
            Replication open = replication;
            if (open != null) {
                open.stay();
            }
        }

        /** No work comes in any more, and the applications are still there. */
        @Override
        public void suspend(Deadline deadline) {
            Replication open = replication;
            if (open != null) {
                open.leave(deadline);
            }
        }

        @Override
        public void stop(Deadline deadline) {
            Replication open = replication;
            if (open != null) {
                open.leave(deadline);
                open.end();
            }
        }
    }
}
