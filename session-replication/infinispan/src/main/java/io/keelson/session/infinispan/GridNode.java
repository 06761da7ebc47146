package io.keelson.session.infinispan;

import static io.keelson.session.infinispan.InfinispanLog.LOG;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.GridFounder.Peer;
import io.keelson.session.grid.GridFounder.Plan;
import io.keelson.session.grid.GridFounder.Standing;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.infinispan.AdvancedCache;
import org.infinispan.commons.IllegalLifecycleStateException;
import org.infinispan.commons.dataconversion.MediaType;
import org.infinispan.commons.marshall.WrappedByteArray;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.Configuration;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.configuration.global.ShutdownHookBehavior;
import org.infinispan.distribution.LocalizedCacheTopology;
import org.infinispan.distribution.ch.ConsistentHash;
import org.infinispan.distribution.ch.impl.DefaultConsistentHash;
import org.infinispan.factories.GlobalComponentRegistry;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.partitionhandling.PartitionHandling;
import org.infinispan.remoting.transport.Address;
import org.infinispan.remoting.transport.Transport;
import org.infinispan.remoting.transport.jgroups.JGroupsTransport;
import org.infinispan.remoting.transport.jgroups.SuspectException;
import org.infinispan.topology.CacheTopology;
import org.jspecify.annotations.Nullable;

/** Infinispan on this server, started: one cache for the sessions of all applications. Thread-safe. */
final class GridNode {
    private static final String CACHE = "sessions";
    static final int SEGMENTS = 256;
    private static final long TRANSFER_SECONDS = 60;
    /**
     * Kept here, or their levels would go with them: Infinispan's own, and ours for what is made of JGroups' protocols here, which log by
     * the names of their classes.
     */
    private static final List<Logger> LIBRARY =
            List.of(Logger.getLogger("org.infinispan"), Logger.getLogger(GridNode.class.getPackageName()));

    /** Says each failure of a command, which is said here, or done again. */
    private static final Logger FAILURES =
            Logger.getLogger("org.infinispan.interceptors.impl.InvocationContextInterceptor");

    private final DefaultCacheManager manager;
    private final AdvancedCache<byte[], byte[]> cache;
    private final int owners;
    private final String self;

    private GridNode(DefaultCacheManager manager, AdvancedCache<byte[], byte[]> cache, int owners, String self) {
        this.manager = manager;
        this.cache = cache;
        this.owners = owners;
        this.self = self;
    }

    /** Enters the grid; returns when this server has what it is to have of it. */
    static GridNode start(Bond bond, Plan plan) {
        for (Logger logger : LIBRARY) {
            if (logger.getLevel() == null) {
                logger.setLevel(Level.SEVERE);
            }
        }
        if (FAILURES.getLevel() == null) {
            FAILURES.setLevel(Level.OFF);
        }
        Losses losses = new Losses();
        GridChannel channel = new GridChannel(bond, losses::look);
        DefaultCacheManager manager =
                new DefaultCacheManager(global(bond, plan, channel).build(), false);
        boolean done = false;
        try {
            manager.start();
            Transport started = GlobalComponentRegistry.of(manager).getComponent(Transport.class);
            if (!(started instanceof JGroupsTransport transport)
                    || channel.made() == null
                    || transport.getChannel() != channel.made()) {
                throw new IllegalStateException("Infinispan has made a channel of its own");
            }
            bond.tell(Standing.CONNECTED);
            manager.defineConfiguration(CACHE, sessions(plan));
            AdvancedCache<byte[], byte[]> cache =
                    manager.<byte[], byte[]>getCache(CACHE).getAdvancedCache();
            GridNode node =
                    new GridNode(manager, cache, plan.owners(), bond.self().run());
            losses.watch(bond, node);
            done = true;
            return node;
        } finally {
            if (!done) {
                manager.stop();
            }
        }
    }

    private static GlobalConfigurationBuilder global(Bond bond, Plan plan, GridChannel channel) {
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder();
        global.classLoader(GridNode.class.getClassLoader()).cacheManagerName("keelson");
        global.transport()
                .defaultTransport()
                .clusterName("keelson grid")
                .nodeName(bond.self().server())
                .distributedSyncTimeout(plan.requestTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .addProperty(JGroupsTransport.CHANNEL_CONFIGURATOR, channel);
        global.cacheContainer().statistics(false);
        global.jmx().disable();
        global.metrics().gauges(false).histograms(false);
        global.globalState().disable();
        global.shutdown().hookBehavior(ShutdownHookBehavior.DONT_REGISTER);
        return global;
    }

    private static Configuration sessions(Plan plan) {
        ConfigurationBuilder cache = new ConfigurationBuilder();
        cache.clustering()
                .cacheMode(CacheMode.DIST_SYNC)
                .remoteTimeout(plan.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
        cache.clustering().hash().numOwners(plan.owners()).numSegments(SEGMENTS);
        cache.clustering()
                .stateTransfer()
                .fetchInMemoryState(true)
                .awaitInitialTransfer(true)
                .timeout(TRANSFER_SECONDS, TimeUnit.SECONDS);
        cache.clustering()
                .partitionHandling()
                .whenSplit(PartitionHandling.ALLOW_READ_WRITES)
                .mergePolicy(new NewestEntry());
        cache.encoding().mediaType(MediaType.APPLICATION_OCTET_STREAM);
        cache.statistics().disable();
        return cache.build();
    }

    AdvancedCache<byte[], byte[]> cache() {
        return cache;
    }

    private LocalizedCacheTopology topology() {
        return cache.getDistributionManager().getCacheTopology();
    }

    private static Set<String> runs(Iterable<Address> addresses) {
        Set<String> runs = new HashSet<>();
        addresses.forEach(address ->
                runs.add(MemberAddresses.run(address.getMostSignificantBits(), address.getLeastSignificantBits())));
        return runs;
    }

    /** Returns whether something failed because a server that was asked has just left, or is about to. */
    static boolean leaves(RuntimeException failure) {
        Throwable cause = failure;
        while (cause != null) {
            if (cause instanceof IllegalLifecycleStateException || cause instanceof SuspectException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /**
     * Returns whether the sessions are spread over all who say that they have some: after parts have come together that is later than their
     * view.
     */
    boolean hasAll(List<Peer> peers) {
        Set<String> there = runs(topology().getMembers());
        return peers.stream()
                .filter(peer -> peer.standing() == Standing.READY)
                .allMatch(peer -> there.contains(peer.member().run()));
    }

    /** Returns how the sessions are spread, as a number; 0 while parts of the grid that have come together settle what each had. */
    long mark() {
        CacheTopology now = topology();
        if (now.getPhase() == CacheTopology.Phase.CONFLICT_RESOLUTION) {
            return 0;
        }
        int spread = Objects.hash(now.getRebalanceId(), now.getPhase().name(), new TreeSet<>(runs(now.getMembers())));
        return ((long) now.getTopologyId() << 32 | spread & 0xffffffffL) + 1;
    }

    /** Returns how many are to have each session: as the first server of the grid has said. */
    int owners() {
        return topology().getCurrentCH() instanceof DefaultConsistentHash hash ? hash.getNumOwners() : owners;
    }

    int members() {
        return topology().getMembers().size();
    }

    /** This server's entries, also copies. */
    long entries() {
        return cache.getDataContainer().sizeIncludingExpired();
    }

    /**
     * Of how many segments somebody is missing who is to have them, as far as there are enough: with those whom the cluster has in the
     * grid, and nobody else.
     */
    int exposed(List<Peer> peers) {
        Set<String> all = present(peers);
        return without(Math.min(owners(), all.size()), all);
    }

    /** Returns how many segments fewer have than are to, also where there are too few. */
    int withoutCopies(List<Peer> peers) {
        return without(owners(), present(peers));
    }

    private Set<String> present(List<Peer> peers) {
        Set<String> all = new HashSet<>();
        all.add(self);
        peers.stream()
                .filter(peer -> peer.standing().compareTo(Standing.CONNECTED) >= 0)
                .forEach(peer -> all.add(peer.member().run()));
        return all;
    }

    private int without(int needed, Set<String> all) {
        LocalizedCacheTopology now = topology();
        ConsistentHash hash = now.getCurrentCH();
        if (now.getPendingCH() != null || !runs(hash.getMembers()).equals(all)) {
            return SEGMENTS;
        }
        int exposed = 0;
        for (int segment = 0; segment < hash.getNumSegments(); segment++) {
            if (hash.locateOwnersForSegment(segment).size() < needed) {
                exposed++;
            }
        }
        return exposed;
    }

    /** Of how many segments all owners have gone, as far as the topology is from before that. */
    private int lost(Set<ClusterMember> gone) {
        Set<String> over = new HashSet<>();
        gone.forEach(member -> over.add(member.run()));
        ConsistentHash hash = topology().getReadConsistentHash();
        int lost = 0;
        for (int segment = 0; segment < hash.getNumSegments(); segment++) {
            lost += over.containsAll(runs(hash.locateOwnersForSegment(segment))) ? 1 : 0;
        }
        return lost;
    }

    /**
     * Says that sessions are lost, when too many servers have ended at once. Looks before Infinispan hears that they are gone, which
     * spreads the rest anew.
     */
    private static final class Losses {
        private volatile @Nullable Bond bond;
        private volatile @Nullable GridNode node;
        private int said;

        void watch(Bond with, GridNode watched) {
            bond = with;
            node = watched;
        }

        synchronized void look() {
            Bond from = bond;
            GridNode now = node;
            if (from == null || now == null) {
                return;
            }
            int lost = now.lost(from.gone());
            if (lost > said) {
                LOG.lost(lost);
            }
            said = lost;
        }
    }

    /** Tells of the entries of which this server is the first owner. */
    void own(BiConsumer<byte[], byte[]> taker) {
        LocalizedCacheTopology now = topology();
        cache.getDataContainer().forEach(entry -> {
            byte[] key = bytes(entry.getKey());
            byte[] value = bytes(entry.getValue());
            if (key.length > 0
                    && value.length > 0
                    && now.getDistribution(entry.getKey()).isPrimary()) {
                taker.accept(key, value);
            }
        });
    }

    private static byte[] bytes(Object stored) {
        if (stored instanceof WrappedByteArray wrapped) {
            return wrapped.getBytes();
        }
        return stored instanceof byte[] plain ? plain : new byte[0];
    }

    void stop() {
        manager.stop();
    }
}
