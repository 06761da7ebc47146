package io.keelson.security;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Publishes the domain's realm, and the editor of its file's users. */
public final class SecuritySubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "security";
    }

    @Override
    public Set<Class<?>> uses() {
        return Set.of(ServerConnections.class, Parts.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(Realm.class, RealmEditor.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new SecuritySubsystem(services);
    }

    /** The subsystem; the kernel calls it from one thread at a time. One thread of it looks at providers that may be away. */
    private static final class SecuritySubsystem implements Subsystem {
        private static final long PROBE_SECONDS = 5;

        private final Services services;
        private final SecuritySettings settings;
        private final Configuration configuration;
        private final ServerIdentity server;
        private final Ticker ticker;
        private final Optional<ServerConnections> connections;
        private final Optional<Parts> parts;
        private final List<NameOwner> reliances = new ArrayList<>();
        private @Nullable DomainRealm realm;
        private @Nullable ScheduledExecutorService probes;

        SecuritySubsystem(Services services) {
            this.services = services;
            this.configuration = services.get(Configuration.class);
            this.settings = configuration.get(SecuritySettings.class);
            this.server = services.get(ServerIdentity.class);
            this.ticker = services.get(Ticker.class);
            this.connections = services.find(ServerConnections.class);
            this.parts = services.find(Parts.class);
        }

        @Override
        public void start() {
            List<GuardedProvider> doors = ProviderFactory.of(
                    settings,
                    configuration.all(RealmProviderSettings.class),
                    server.domain(),
                    connections,
                    parts,
                    ticker);
            DomainRealm made = new DomainRealm(settings, server.domain(), ticker, doors);
            realm = made;
            keepDataSources();
            if (!doors.isEmpty()) {
                ScheduledExecutorService thread =
                        Threads.scheduler("keelson.security: realm providers", Duration.ofMinutes(2));
                thread.scheduleWithFixedDelay(() -> probe(made), 0, PROBE_SECONDS, TimeUnit.SECONDS);
                probes = thread;
            }
            services.get(RuntimeState.class).add("realm-providers", ProviderRuntime.class, made::providers);
            services.publish(RealmEditor.class, RealmEditor.of(settings, server.domain()));
            services.publish(Realm.class, made);
        }

        /** Providers are made at the start: what they ask must not go while the server runs. */
        private void keepDataSources() {
            Naming naming = services.get(Naming.class);
            Map<String, RealmProviderSettings> described = configuration.all(RealmProviderSettings.class);
            for (String name : settings.providers()) {
                RealmProviderSettings provider = described.get(name);
                String source = provider == null ? null : provider.jdbc().dataSource();
                if (provider != null && provider.type() == RealmProviderSettings.Type.JDBC && source != null) {
                    NameOwner reliance = naming.owner("the realm provider " + name, null);
                    naming.relies(source, reliance, false);
                    reliances.add(reliance);
                }
            }
        }

        private static void probe(DomainRealm realm) {
            try {
                realm.probe();
            } catch (RuntimeException | LinkageError e) { // the next probe is to come all the same
                SecurityLog.LOG.notProbed(e);
            }
        }

        @Override
        public void stop(Deadline deadline) {
            if (probes != null) {
                probes.shutdownNow();
            }
            if (realm != null) {
                realm.close();
            }
            reliances.forEach(NameOwner::close);
        }
    }
}
