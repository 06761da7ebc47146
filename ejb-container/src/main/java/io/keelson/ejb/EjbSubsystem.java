package io.keelson.ejb;

import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.deploy.spi.Contributors;
import io.keelson.ejb.container.ContainerServices;
import io.keelson.ejb.container.StateFiles;

/** Adds the contributor of enterprise beans. See docs/design/enterprise-beans.md. */
final class EjbSubsystem implements Subsystem {
    private final Contributors contributors;
    private final ContainerServices services;

    EjbSubsystem(Contributors contributors, ContainerServices services) {
        this.contributors = contributors;
        this.services = services;
    }

    @Override
    public void start() {
        StateFiles.deleteLeftovers(services.passivated());
        contributors.add(new EjbContributor(services));
    }

    @Override
    public void stop(Deadline deadline) {
        services.scheduler().shutdownNow(); // the deployments, whose timers it woke, are gone by now
    }
}
