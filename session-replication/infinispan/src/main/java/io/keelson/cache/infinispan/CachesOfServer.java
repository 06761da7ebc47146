package io.keelson.cache.infinispan;

import io.keelson.base.time.Deadline;
import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.spi.CacheEngine.Grant;
import io.keelson.cache.spi.CacheEngine.Place;
import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.GridFounder.Peer;
import io.keelson.session.grid.GridFounder.Standing;
import io.keelson.session.infinispan.GridChannel;
import io.keelson.session.infinispan.MemberAddresses;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.infinispan.AdvancedCache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalAuthorizationConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.configuration.global.ShutdownHookBehavior;
import org.infinispan.distribution.LocalizedCacheTopology;
import org.infinispan.distribution.ch.ConsistentHash;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.factories.GlobalComponentRegistry;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.remoting.transport.Address;
import org.infinispan.remoting.transport.Transport;
import org.infinispan.remoting.transport.jgroups.JGroupsTransport;
import org.infinispan.security.AuthorizationPermission;
import org.infinispan.security.Security;
import org.infinispan.topology.CacheTopology;
import org.infinispan.topology.LocalTopologyManager;
import org.jspecify.annotations.Nullable;

/** Infinispan on this server, started, with the caches of the domain. Thread-safe. */
final class CachesOfServer {
    /** Says whose turn it is to leave. */
    private static final String TURNS = "keelson.turns";

    private static final String TURN = "who leaves";
    private static final long TURN_SECONDS = 3_600;
    private static final Duration TICK = Duration.ofMillis(50);

    /** Kept here, or their levels would go with them. */
    private static final List<Logger> LIBRARY =
            List.of(Logger.getLogger("org.infinispan"), Logger.getLogger("io.keelson.session.infinispan"));

    /** Logs each operation that fails, as all of them do on a side without majority; who asked is told in any case. */
    private static final Logger FAILURES =
            Logger.getLogger("org.infinispan.interceptors.impl.InvocationContextInterceptor");

    private final DefaultCacheManager manager;
    private final Map<String, InfinispanStore> stores = new HashMap<>();
    private final String self;

    private CachesOfServer(DefaultCacheManager manager, String self) {
        this.manager = manager;
        this.self = self;
    }

    /** Opens them; returns when this server has what it is to have of them. */
    static CachesOfServer start(Place place) {
        for (Logger logger : LIBRARY) {
            if (logger.getLevel() == null) {
                logger.setLevel(Level.SEVERE);
            }
        }
        if (FAILURES.getLevel() == null) {
            FAILURES.setLevel(Level.OFF);
        }
        Bond bond = place.bond();
        GridChannel channel = bond == null ? null : new GridChannel(bond, () -> {});
        DefaultCacheManager manager =
                new DefaultCacheManager(global(place, channel).build(), false);
        boolean done = false;
        try {
            CachesOfServer started = Security.doAs(ServerSubject.INSTANCE, () -> {
                manager.start();
                if (bond != null && channel != null) {
                    checkChannel(manager, channel);
                    bond.tell(Standing.CONNECTED);
                }
                CachesOfServer caches = new CachesOfServer(
                        manager, bond == null ? "" : bond.self().run());
                caches.define(place);
                return caches;
            });
            done = true;
            return started;
        } finally {
            if (!done) {
                Security.doAs(ServerSubject.INSTANCE, manager::stop);
            }
        }
    }

    private static void checkChannel(DefaultCacheManager manager, GridChannel channel) {
        Transport started = GlobalComponentRegistry.of(manager).getComponent(Transport.class);
        if (!(started instanceof JGroupsTransport transport)
                || channel.made() == null
                || transport.getChannel() != channel.made()) {
            throw new IllegalStateException("Infinispan has made a channel of its own");
        }
    }

    private static GlobalConfigurationBuilder global(Place place, @Nullable GridChannel channel) {
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder();
        global.classLoader(new CacheModules(CachesOfServer.class.getClassLoader()))
                .cacheManagerName("keelson caches");
        if (channel != null) {
            global.transport()
                    .defaultTransport()
                    .clusterName("keelson caches")
                    .nodeName(place.server())
                    .distributedSyncTimeout(place.settings().requestTimeout().toMillis(), TimeUnit.MILLISECONDS)
                    .addProperty(JGroupsTransport.CHANNEL_CONFIGURATOR, channel);
        }
        global.cacheContainer().statistics(true);
        global.jmx().disable();
        global.metrics().gauges(false).histograms(false);
        global.globalState().disable();
        global.serialization().addContextInitializer(new ContentMetadata.Schema());
        global.shutdown().hookBehavior(ShutdownHookBehavior.DONT_REGISTER);
        authorization(global.security().authorization().enable(), place.caches());
        return global;
    }

    /** A role for each cache and each grant; who has which is asked when somebody logs in. */
    private static void authorization(
            GlobalAuthorizationConfigurationBuilder security, Map<String, CacheSettings> caches) {
        security.principalRoleMapper(new GrantRoles()).groupOnlyMapping(false);
        security.role(ServerSubject.NAME).permission(AuthorizationPermission.ALL);
        caches.keySet().forEach(cache -> {
            security.role(CacheDescriptions.role(cache, Grant.READ))
                    .permission(AuthorizationPermission.READ, AuthorizationPermission.BULK_READ);
            security.role(CacheDescriptions.role(cache, Grant.WRITE))
                    .permission(
                            AuthorizationPermission.READ,
                            AuthorizationPermission.BULK_READ,
                            AuthorizationPermission.WRITE);
            security.role(CacheDescriptions.role(cache, Grant.ADMINISTER))
                    .permission(
                            AuthorizationPermission.READ,
                            AuthorizationPermission.BULK_READ,
                            AuthorizationPermission.WRITE,
                            AuthorizationPermission.BULK_WRITE,
                            AuthorizationPermission.MONITOR);
        });
    }

    private void define(Place place) {
        boolean clustered = place.bond() != null;
        Duration timeout = place.settings().requestTimeout();
        if (clustered) {
            ConfigurationBuilder turns = new ConfigurationBuilder();
            turns.clustering()
                    .cacheMode(org.infinispan.configuration.cache.CacheMode.REPL_SYNC)
                    .remoteTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
            turns.security().authorization().enable().role(ServerSubject.NAME);
            manager.defineConfiguration(TURNS, turns.build());
            manager.getCache(TURNS);
        }
        place.caches()
                .forEach((name, settings) -> manager.defineConfiguration(
                        name, CacheDescriptions.of(name, settings, clustered, timeout, place.files())));
        place.caches().keySet().forEach(name -> {
            AdvancedCache<byte[], byte[]> cache =
                    manager.<byte[], byte[]>getCache(name).getAdvancedCache();
            stores.put(name, new InfinispanStore(name, cache));
        });
    }

    DefaultCacheManager manager() {
        return manager;
    }

    Set<String> names() {
        return Set.copyOf(stores.keySet());
    }

    InfinispanStore store(String name) {
        return Objects.requireNonNull(stores.get(name), name);
    }

    int members() {
        return manager.getMembers() == null ? 1 : manager.getMembers().size();
    }

    private static Set<String> runs(Iterable<Address> addresses) {
        Set<String> runs = new HashSet<>();
        addresses.forEach(address ->
                runs.add(MemberAddresses.run(address.getMostSignificantBits(), address.getLeastSignificantBits())));
        return runs;
    }

    private List<LocalizedCacheTopology> topologies() {
        return stores.values().stream()
                .map(store -> store.cache().getDistributionManager())
                .filter(Objects::nonNull)
                .map(distribution -> distribution.getCacheTopology())
                .toList();
    }

    /** Returns how the entries are spread, as a number; 0 while parts that have come together settle what each had. */
    long mark() {
        long all = 1;
        for (LocalizedCacheTopology now : topologies()) {
            if (now.getPhase() == CacheTopology.Phase.CONFLICT_RESOLUTION) {
                return 0;
            }
            all = 31 * all
                    + Objects.hash(
                            now.getTopologyId(),
                            now.getRebalanceId(),
                            now.getPhase().name(),
                            new TreeSet<>(runs(now.getMembers())));
        }
        return all == 0 ? 1 : all;
    }

    /** Returns of how many parts of the caches somebody is missing who is to have them, as far as there are enough servers. */
    int exposed(Bond bond) {
        Set<String> all = new HashSet<>();
        all.add(self);
        bond.peers().stream()
                .filter(peer -> peer.standing().compareTo(Standing.CONNECTED) >= 0)
                .map(peer -> peer.member().run())
                .forEach(all::add);
        int exposed = 0;
        for (InfinispanStore store : stores.values()) {
            if (store.cache().getDistributionManager() != null) {
                int owners = store.cache()
                        .getCacheConfiguration()
                        .clustering()
                        .hash()
                        .numOwners();
                LocalizedCacheTopology now =
                        store.cache().getDistributionManager().getCacheTopology();
                exposed += settled(store.cache(), all)
                        ? exposed(now, Math.min(owners, all.size()), all)
                        : now.getCurrentCH().getNumSegments();
            }
        }
        return exposed;
    }

    /**
     * Returns true once the servers have taken note of one another for good. Until then, as after a cut, Infinispan counts those that had
     * been there before it: of two such servers the loss of one makes the cache unavailable, however many others have come.
     */
    private static boolean settled(AdvancedCache<?, ?> cache, Set<String> all) {
        CacheTopology stable = ComponentRegistry.componentOf(cache, LocalTopologyManager.class)
                .getStableCacheTopology(cache.getName());
        return stable != null && runs(stable.getMembers()).equals(all);
    }

    private static int exposed(LocalizedCacheTopology now, int needed, Set<String> all) {
        ConsistentHash hash = now.getCurrentCH();
        if (now.getPendingCH() != null || !runs(hash.getMembers()).equals(all)) {
            return hash.getNumSegments();
        }
        int exposed = 0;
        for (int segment = 0; segment < hash.getNumSegments(); segment++) {
            if (hash.locateOwnersForSegment(segment).size() < needed) {
                exposed++;
            }
        }
        return exposed;
    }

    /** Waits until it is this server's turn to leave and all entries have their owners; returns how many parts have not. */
    int awaitTurn(Bond bond, Deadline deadline) {
        AdvancedCache<String, String> turns = Security.doAs(
                        ServerSubject.INSTANCE,
                        () -> manager.<String, String>getCache(TURNS).getAdvancedCache())
                .withSubject(ServerSubject.INSTANCE);
        while (!deadline.passed()) {
            String holder = turns.putIfAbsent(TURN, self, TURN_SECONDS, TimeUnit.SECONDS);
            boolean mine = holder == null || holder.equals(self);
            if (!mine && gone(bond, holder) && exposed(bond) == 0) {
                mine = turns.replace(TURN, holder, self, TURN_SECONDS, TimeUnit.SECONDS);
            }
            if (mine && exposed(bond) == 0) {
                return 0;
            }
            bond.await(TICK);
        }
        return exposed(bond);
    }

    private static boolean gone(Bond bond, String holder) {
        return bond.peers().stream()
                .noneMatch(peer -> inside(peer) && peer.member().run().equals(holder));
    }

    private static boolean inside(Peer peer) {
        return peer.standing().compareTo(Standing.ENTERING) >= 0;
    }

    void stop() {
        Security.doAs(ServerSubject.INSTANCE, manager::stop);
    }
}
