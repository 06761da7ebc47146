package io.keelson.boot;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.deploy.singleton.SingletonContributor;
import io.keelson.deploy.spi.Contributors;
import io.keelson.kernel.spi.singleton.ApplicationSingletons;
import java.util.Set;

/** Brings the singleton services of applications to the cluster. */
public final class SingletonBridgeFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "singleton-bridge";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(ApplicationSingletons.class, Contributors.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new Subsystem() {
            @Override
            public void start() {
                services.get(Contributors.class)
                        .add(new SingletonContributor(services.get(ApplicationSingletons.class)));
            }
        };
    }
}
