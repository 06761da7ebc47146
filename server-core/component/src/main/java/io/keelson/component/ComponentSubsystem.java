package io.keelson.component;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.component.batch.BatchJobs;
import io.keelson.component.executor.DomainExecutors;
import io.keelson.component.spi.MessageInflows;
import io.keelson.deploy.spi.Contributors;
import io.keelson.kernel.naming.Naming;
import org.jspecify.annotations.Nullable;

/**
 * Adds the contributor of components, and binds the executors of the domain. The kernel's calls come one after the other. See
 * docs/design/component.md.
 */
final class ComponentSubsystem implements Subsystem {
    private final Contributors contributors;
    private final Naming naming;
    private final Services services;
    private final DomainExecutors executors;
    private @Nullable Configuration prepared;

    ComponentSubsystem(Services services) {
        this.services = services;
        this.contributors = services.get(Contributors.class);
        this.naming = services.get(Naming.class);
        this.executors =
                new DomainExecutors(naming, services.get(ServerIdentity.class).name());
    }

    @Override
    public void start() {
        services.publish(MessageInflows.class, new MessageInflows());
        services.publish(BatchJobs.class, new BatchJobs());
        contributors.add(new ComponentContributor(naming));
        executors.apply(services.get(Configuration.class));
    }

    @Override
    public void prepare(Configuration next) {
        executors.check(next);
        prepared = next;
    }

    @Override
    public void commit() {
        Configuration next = prepared;
        prepared = null;
        if (next != null) {
            executors.apply(next);
        }
    }

    @Override
    public void rollback() {
        prepared = null;
    }

    @Override
    public void stop(Deadline deadline) {
        // All state is with deployments, which are gone by now.
    }
}
