package io.keelson.cache;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.cache.access.CacheRoles;
import io.keelson.cache.access.RealmLogins;
import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.config.GridSettings;
import io.keelson.cache.memcached.MemcachedProtocol;
import io.keelson.cache.rest.RestCaches;
import io.keelson.cache.spi.CacheEngine;
import io.keelson.cache.spi.CacheEngine.HotRodPlace;
import io.keelson.cache.spi.CacheEngine.Node;
import io.keelson.cluster.membership.ClusterSettings;
import io.keelson.cluster.membership.Clustering;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Topic;
import io.keelson.http.HttpServer;
import io.keelson.http.HttpServer.Audience;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.watch.Alarms;
import io.keelson.net.Channels;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.ServerNetwork;
import io.keelson.security.Realm;
import io.keelson.session.grid.GridMembers;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Opens the caches that the domain describes, and serves them. The kernel calls it from one thread at a time. */
final class CacheSubsystem implements Subsystem {
    /** The caches that servers have among themselves. */
    static final Topic CACHES = new Topic(10, "caches");

    private static final String PART = "infinispan";
    private static final String NAMES = "cache";
    private static final Duration LONGEST_START = Duration.ofSeconds(10);

    private final Services services;
    private final Map<String, CacheSettings> settings;
    private final GridSettings grid;
    private final HotRodProtocol hotRod = new HotRodProtocol();
    private @Nullable MemcachedProtocol memcached;
    private HttpServer.@Nullable Registration rest;
    private @Nullable Node node;

    CacheSubsystem(Services services, Configuration configuration) {
        this.services = services;
        settings = configuration.all(CacheSettings.class);
        grid = configuration.get(GridSettings.class);
    }

    @Override
    public void start() throws NamingException {
        check();
        Membership membership =
                services.find(Clustering.class).flatMap(Clustering::membership).orElse(null);
        // Every server of a cluster answers others who ask whether it has the caches.
        GridMembers bond = membership == null
                ? null
                : new GridMembers(membership, CACHES, failureTimeout(membership), services.get(Ticker.class));
        ServerIdentity server = services.get(ServerIdentity.class);
        boolean owner = membership == null || !membership.roster().adminServer().equals(server.name());
        if (!settings.isEmpty() && owner) {
            Alarms alarms = services.get(Alarms.class);
            node = engine().open(new CacheEngine.Place(
                    server.name(),
                    server.directory().resolve("caches"),
                    bond,
                    settings,
                    grid,
                    failure -> alarms.set("caches", failure == null ? null : "cannot be opened: " + failure)));
        }
        Caches caches = new Caches(settings, grid, node);
        services.publish(Caches.class, caches);
        services.get(RuntimeState.class).add("caches", CacheRuntime.class, caches::state);
        boolean started = false;
        try {
            bind(caches);
            serve(caches);
            started = true;
        } finally {
            if (!started) {
                stop(Deadline.in(services.get(Ticker.class), Duration.ZERO));
            }
        }
    }

    private Duration failureTimeout(Membership membership) {
        return Objects.requireNonNull(
                        services.get(Configuration.class)
                                .all(ClusterSettings.class)
                                .get(membership.roster().cluster()),
                        "a roster is of a cluster of the domain")
                .failureTimeout();
    }

    /** Refuses what single settings cannot say of one another. */
    private void check() {
        settings.forEach((name, cache) -> {
            if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")) {
                throw new IllegalArgumentException("caches." + name
                        + ": the name of a cache has letters, digits, '_', '-' and '.' only, and at most 100");
            }
            if (cache.maxCount() > 0 && cache.maxSize() != null) {
                throw new IllegalArgumentException(
                        "caches." + name + " has both max-count and max-size; one of them bounds a cache");
            }
        });
        String cache = grid.memcachedCache();
        if (channel("memcached").isPresent() && cache == null && settings.size() != 1) {
            throw new IllegalArgumentException("a channel serves memcached, and the domain has " + settings.size()
                    + " caches; name one by grid.memcached-cache");
        }
    }

    private CacheEngine engine() {
        Parts parts = services.get(Parts.class);
        if (!parts.names().contains(PART)) {
            throw new IllegalStateException(
                    "this server has no part '" + PART + "' to have caches; install the distribution again");
        }
        return ServiceLoader.load(CacheEngine.class, parts.loader(PART))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("the part '" + PART + "' of this server is not whole: it has no "
                                + CacheEngine.class.getName() + "; install the distribution again"));
    }

    private void bind(Caches caches) throws NamingException {
        Naming naming = services.get(Naming.class);
        Context names = naming.context();
        Object unused = names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
        for (Map.Entry<String, CacheSettings> cache : caches.settings().entrySet()) {
            String name = NAMES + '/' + cache.getKey();
            naming.checkFree(name);
            names.bind(
                    name,
                    new NamedCache(
                            cache.getKey(),
                            caches,
                            Objects.requireNonNull(caches.store(cache.getKey())),
                            cache.getValue().values()));
        }
        naming.keepHere(NamedCache.class::isInstance);
    }

    private void serve(Caches caches) {
        Channels channels = services.get(Channels.class);
        WorkManagers work = services.get(WorkManagers.class);
        Realm realm = services.get(Realm.class);
        MemcachedProtocol protocol = new MemcachedProtocol(caches, realm, work.standard(), services.get(Ticker.class));
        memcached = protocol;
        channels.register(protocol);
        channels.register(hotRod);
        if (grid.restEnabled() && !caches.settings().isEmpty()) {
            rest = services.get(HttpServer.class)
                    .register(RestCaches.PREFIX, Audience.APPLICATION, new RestCaches(caches, realm, work.standard()));
        }
        boolean served = rest != null
                || channel("memcached").isPresent()
                || channel(HotRodProtocol.NAME).isPresent();
        caches.settings().forEach((name, cache) -> {
            if (served
                    && cache.readers().isEmpty()
                    && cache.writers().isEmpty()
                    && cache.administrators().isEmpty()) {
                CacheLog.LOG.permitsNobody(name);
            }
        });
        services.get(ServerControl.class).addListener((from, to) -> {
            if (to == ServerState.RUNNING) {
                serveHotRod(channels);
            }
        });
    }

    /** The channel of this server that serves a protocol. */
    private Optional<Map.Entry<String, ChannelSettings>> channel(String protocol) {
        return services.get(Configuration.class).get(ServerNetwork.class).allChannels().entrySet().stream()
                .filter(channel -> channel.getValue().protocols().contains(protocol))
                .findFirst();
    }

    /** Clients are told where the channel listens, which is known before it does unless any free port is wanted. */
    @Override
    public void resume() {
        Node open = node;
        if (open == null) {
            return;
        }
        open.awaitReady(LONGEST_START);
        channel(HotRodProtocol.NAME)
                .map(Map.Entry::getValue)
                .filter(channel -> channel.listenPort() > 0)
                .ifPresent(channel ->
                        hotRod.serve(() -> open.serveHotRod(place(channel.listenAddress(), channel.listenPort()))));
        hotRod.open(true);
    }

    private void serveHotRod(Channels channels) {
        Node open = node;
        if (open == null || hotRod.served()) {
            return;
        }
        channels.listening().stream()
                .filter(channel -> channel.protocols().contains(HotRodProtocol.NAME))
                .findFirst()
                .ifPresent(channel -> hotRod.serve(() -> open.serveHotRod(place(
                        channel.address().getAddress().getHostAddress(),
                        channel.address().getPort()))));
    }

    private HotRodPlace place(String host, int port) {
        Configuration configuration = services.get(Configuration.class);
        Map<String, CacheSettings> described = configuration.all(CacheSettings.class);
        return new HotRodPlace(host, port, new RealmLogins(services.get(Realm.class)), new CacheRoles(described));
    }

    @Override
    public void suspend(Deadline deadline) {
        hotRod.open(false);
    }

    @Override
    public void stop(Deadline deadline) {
        HttpServer.Registration registered = rest;
        rest = null;
        if (registered != null) {
            registered.close();
        }
        MemcachedProtocol protocol = memcached;
        if (protocol != null) {
            protocol.close();
        }
        hotRod.close();
        Node open = node;
        node = null;
        if (open != null) {
            open.leave(deadline.remaining());
        }
        Naming naming = services.get(Naming.class);
        for (String name : settings.keySet()) {
            try {
                naming.unbind(NAMES + '/' + name);
            } catch (NamingException e) {
                CacheLog.LOG.debugf(e, "the name of the cache %s is gone already", name);
            }
        }
    }
}
