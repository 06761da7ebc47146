package io.keelson.ee.concurrency;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.transaction.TransactionControl;

/** Makes the contributor of the part {@code concurrency}. See docs/design/concurrency.md. */
public final class ConcurrencyContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return ConcurrencyContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) throws DeploymentException {
        Naming naming = services.find(Naming.class)
                .orElseThrow(() -> new DeploymentException("Jakarta Concurrency needs the server's names"));
        ConcurrencyContributor made = new ConcurrencyContributor(
                services.find(TransactionControl.class).orElse(null));
        Definition.KINDS.forEach(kind -> naming.add(new Definition(kind, made::module)));
        services.find(RuntimeState.class)
                .ifPresent(state -> state.add("managed-executors", ExecutorRuntime.class, made::figures));
        return made;
    }
}
