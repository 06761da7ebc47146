package io.keelson.session;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.ClusterSettings;
import io.keelson.cluster.membership.Clustering;
import io.keelson.cluster.membership.Membership;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.watch.Alarms;
import io.keelson.servlet.spi.SessionStores;
import io.keelson.session.cookie.CookieRuntime;
import io.keelson.session.cookie.CookieStores;
import io.keelson.session.file.FileStores;
import io.keelson.session.grid.CacheStores;
import io.keelson.session.grid.EmbeddedGridRuntime;
import io.keelson.session.grid.EmbeddedGridSettings;
import io.keelson.session.grid.GridSettings;
import io.keelson.session.grid.OwnGrid;
import io.keelson.session.jdbc.JdbcStores;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds the stores of this room to the servlet container. See docs/design/sessions.md. */
public final class SessionSubsystemFactory implements SubsystemFactory {
    private static final Duration LONGEST_START = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "sessions";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(SessionStores.class, Parts.class);
    }

    @Override
    public Set<Class<?>> uses() {
        return Set.of(ClusterView.class, Clustering.class);
    }

    @Override
    public Subsystem create(Services services) {
        boolean clustered =
                services.find(ClusterView.class).flatMap(ClusterView::cluster).isPresent();
        OwnGrid own = services.find(Clustering.class)
                .flatMap(Clustering::membership)
                .map(membership -> ownGrid(membership, services))
                .orElse(null);
        return new SessionSubsystem(
                services.get(SessionStores.class),
                services.get(ServerIdentity.class),
                services.get(Naming.class),
                clustered,
                services.get(RuntimeState.class),
                new CacheStores(
                        () -> services.get(Configuration.class).all(GridSettings.class),
                        services.get(Parts.class),
                        services.get(ServerIdentity.class).domain(),
                        own),
                own);
    }

    private static OwnGrid ownGrid(Membership membership, Services services) {
        Configuration configuration = services.get(Configuration.class);
        ClusterSettings cluster = Objects.requireNonNull(
                configuration.all(ClusterSettings.class).get(membership.roster().cluster()),
                "a roster is of a cluster of the domain");
        return new OwnGrid(
                membership,
                cluster.failureTimeout(),
                services.get(Parts.class),
                () -> services.get(Configuration.class).get(EmbeddedGridSettings.class),
                services.get(Ticker.class),
                services.get(Alarms.class));
    }

    /** The subsystem; the kernel calls it from one thread at a time. */
    private record SessionSubsystem(
            SessionStores stores,
            ServerIdentity server,
            Naming naming,
            boolean clustered,
            RuntimeState state,
            CacheStores grids,
            @Nullable OwnGrid own)
            implements Subsystem {
        @Override
        public void start() {
            stores.add(new FileStores(server.directory()));
            stores.add(new JdbcStores(naming, clustered));
            stores.add(grids);
            CookieStores cookies = new CookieStores(server.domain());
            stores.add(cookies);
            state.add("session-cookies", CookieRuntime.class, cookies::runtime);
            OwnGrid there = own;
            if (there != null) {
                state.add("embedded-grid", EmbeddedGridRuntime.class, there::state);
            }
        }

        /** The doors open when sessions can be had; a server that sees nobody opens them all the same. */
        @Override
        public void resume() {
            if (own != null) {
                own.awaitReady(LONGEST_START);
            }
        }

        @Override
        public void stop(Deadline deadline) {
            grids.close();
            if (own != null) {
                own.leave(deadline.remaining());
            }
        }
    }
}
