package io.keelson.deploy.internal;

import io.keelson.base.subsystem.EntryPoints;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.Contributors;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.Parts;
import java.util.Set;

/** Makes the deployment subsystem. */
public final class DeploySubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "deployment";
    }

    /** Applications end when no more requests come, and begin before the first one does. */
    @Override
    public Set<Class<?>> uses() {
        return Set.of(EntryPoints.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(Deployer.class, AssignedApplications.class, Contributors.class, Parts.class, DomainLibrary.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new DeploySubsystem(services);
    }
}
