package io.keelson.component;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.component.batch.BatchJobs;
import io.keelson.component.spi.MessageInflows;
import io.keelson.deploy.spi.Contributors;
import java.util.Set;

/** Makes the subsystem of components. See docs/design/component.md. */
public final class ComponentSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "component";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Contributors.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(MessageInflows.class, BatchJobs.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new ComponentSubsystem(services);
    }
}
