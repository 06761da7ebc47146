package io.keelson.component;

import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.deploy.spi.Contributors;
import io.keelson.kernel.naming.Naming;

/** Adds the contributor of components. See docs/design/component.md. */
final class ComponentSubsystem implements Subsystem {
    private final Contributors contributors;
    private final Naming naming;

    ComponentSubsystem(Contributors contributors, Naming naming) {
        this.contributors = contributors;
        this.naming = naming;
    }

    @Override
    public void start() {
        contributors.add(new ComponentContributor(naming));
    }

    @Override
    public void stop(Deadline deadline) {
        // All state is with deployments, which are gone by now.
    }
}
