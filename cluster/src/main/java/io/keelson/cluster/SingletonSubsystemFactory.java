package io.keelson.cluster;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Clustering;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.singleton.ApplicationServices;
import io.keelson.cluster.singleton.SingletonModel;
import io.keelson.cluster.singleton.SingletonSettings;
import io.keelson.cluster.singleton.Singletons;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.singleton.ApplicationSingletons;
import io.keelson.kernel.spi.singleton.SingletonServices;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the singleton services of the domain. See docs/design/singletons.md. */
public final class SingletonSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "singleton-services";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Clustering.class, LeaseService.class);
    }

    @Override
    public Set<Class<?>> uses() {
        return Set.of(DomainLibrary.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(SingletonServices.class, ApplicationSingletons.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new SingletonSubsystem(services);
    }

    /** The subsystem; the kernel calls it from one thread at a time. */
    private static final class SingletonSubsystem implements Subsystem {
        private final Services services;
        private @Nullable Singletons singletons;

        SingletonSubsystem(Services services) {
            this.services = services;
        }

        @Override
        public void start() {
            Map<String, SingletonSettings> configured =
                    services.get(Configuration.class).all(SingletonSettings.class);
            Membership membership = services.get(Clustering.class).membership().orElse(null);
            if (membership == null) {
                SingletonModel.withoutCluster(configured);
                services.publish(SingletonServices.class, SingletonModel.nothing());
                services.publish(
                        ApplicationSingletons.class, new ApplicationServices(null, configured.keySet(), Set::of));
                return;
            }
            Singletons made = new Singletons(
                    membership,
                    services.get(LeaseService.class),
                    services.get(Naming.class),
                    services.get(Ticker.class));
            singletons = made;
            offer(made, configured);
            services.publish(SingletonServices.class, made);
            services.publish(
                    ApplicationSingletons.class,
                    new ApplicationServices(
                            admin() ? null : made,
                            configured.keySet(),
                            () -> membership.roster().servers().keySet()));
            services.get(ServerControl.class).addListener((from, to) -> changed(to));
        }

        private void offer(Singletons made, Map<String, SingletonSettings> configured) {
            boolean owner = !admin();
            ClassLoader loader = services.find(DomainLibrary.class)
                    .<ClassLoader>map(library -> library)
                    .orElseGet(SingletonSubsystemFactory.class::getClassLoader);
            configured.forEach((name, settings) -> {
                if (owner) {
                    made.offer(name, settings, loader);
                } else {
                    made.observe(name, settings);
                }
            });
        }

        /** Services come when the server is RUNNING, for the first time or again. */
        private void changed(ServerState to) {
            Singletons open = singletons;
            if (to == ServerState.RUNNING && open != null && !admin()) {
                open.open();
            }
        }

        private boolean admin() {
            return services.get(Clustering.class)
                    .membership()
                    .filter(one -> one.roster()
                            .adminServer()
                            .equals(services.get(ServerIdentity.class).name()))
                    .isPresent();
        }

        /** Services go before the requests that are in flight have ended: another server is to have them soon. */
        @Override
        public void suspend(Deadline deadline) {
            Singletons open = singletons;
            if (open != null) {
                open.close(deadline);
            }
        }

        @Override
        public void stop(Deadline deadline) {
            Singletons open = singletons;
            if (open != null) {
                open.close(deadline);
                open.end();
            }
        }
    }
}
