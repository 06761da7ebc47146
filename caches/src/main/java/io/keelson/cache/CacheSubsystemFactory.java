package io.keelson.cache;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.cluster.membership.Clustering;
import io.keelson.http.HttpServer;
import io.keelson.kernel.loader.Parts;
import io.keelson.net.Channels;
import io.keelson.security.Realm;
import java.util.Set;

/** Makes the caches of the domain. See docs/design/caches.md. */
public final class CacheSubsystemFactory implements SubsystemFactory {
    /** For {@link java.util.ServiceLoader}. */
    public CacheSubsystemFactory() {}

    @Override
    public String name() {
        return "caches";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Parts.class, Channels.class, HttpServer.class, Realm.class);
    }

    @Override
    public Set<Class<?>> uses() {
        return Set.of(Clustering.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(Caches.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new CacheSubsystem(services, services.get(Configuration.class));
    }
}
