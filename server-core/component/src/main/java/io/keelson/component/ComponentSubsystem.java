package io.keelson.component;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.component.spi.MessageInflows;
import io.keelson.deploy.spi.Contributors;
import io.keelson.kernel.naming.Naming;

/** Adds the contributor of components. See docs/design/component.md. */
final class ComponentSubsystem implements Subsystem {
    private final Contributors contributors;
    private final Naming naming;
    private final Services services;

    ComponentSubsystem(Services services) {
        this.services = services;
        this.contributors = services.get(Contributors.class);
        this.naming = services.get(Naming.class);
    }

    @Override
    public void start() {
        services.publish(MessageInflows.class, new MessageInflows());
        contributors.add(new ComponentContributor(naming));
    }

    @Override
    public void stop(Deadline deadline) {
        // All state is with deployments, which are gone by now.
    }
}
