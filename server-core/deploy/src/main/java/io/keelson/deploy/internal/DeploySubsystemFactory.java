package io.keelson.deploy.internal;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.Contributors;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.Parts;
import java.util.Set;

/** Makes the deployment subsystem. */
public final class DeploySubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "deployment";
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(Deployer.class, Contributors.class, Parts.class, DomainLibrary.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new DeploySubsystem(services);
    }
}
