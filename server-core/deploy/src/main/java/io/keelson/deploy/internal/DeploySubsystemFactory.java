package io.keelson.deploy.internal;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.Contributors;
import java.util.Set;

/** Makes the deployment subsystem. */
public final class DeploySubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "deployment";
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(Deployer.class, Contributors.class, io.keelson.kernel.loader.Parts.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new DeploySubsystem(services);
    }
}
