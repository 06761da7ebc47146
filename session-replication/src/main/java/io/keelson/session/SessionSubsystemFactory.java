package io.keelson.session;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.ClusterView;
import io.keelson.servlet.spi.SessionStores;
import io.keelson.session.cookie.CookieRuntime;
import io.keelson.session.cookie.CookieStores;
import io.keelson.session.file.FileStores;
import io.keelson.session.grid.CacheStores;
import io.keelson.session.grid.GridSettings;
import io.keelson.session.jdbc.JdbcStores;
import java.util.Set;

/** Adds the stores of this room to the servlet container. See docs/design/sessions.md. */
public final class SessionSubsystemFactory implements SubsystemFactory {
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
        return Set.of(ClusterView.class);
    }

    @Override
    public Subsystem create(Services services) {
        boolean clustered =
                services.find(ClusterView.class).flatMap(ClusterView::cluster).isPresent();
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
                        clustered));
    }

    /** The subsystem; the kernel calls it from one thread at a time. */
    private record SessionSubsystem(
            SessionStores stores,
            ServerIdentity server,
            Naming naming,
            boolean clustered,
            RuntimeState state,
            CacheStores grids)
            implements Subsystem {
        @Override
        public void start() {
            stores.add(new FileStores(server.directory()));
            stores.add(new JdbcStores(naming, clustered));
            stores.add(grids);
            CookieStores cookies = new CookieStores(server.domain());
            stores.add(cookies);
            state.add("session-cookies", CookieRuntime.class, cookies::runtime);
        }

        @Override
        public void stop(Deadline deadline) {
            grids.close();
        }
    }
}
