package io.keelson.ee.connectors;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.base.time.Ticker;
import io.keelson.component.spi.MessageInflows;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.connectors.outbound.OpenConnections;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.AdapterLogins;
import io.keelson.kernel.spi.transaction.ImportedTransactions;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.security.Realm;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Makes the contributor of the part {@code connectors}. See docs/design/connectors.md. */
public final class ConnectorsContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return ConnectorsContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) throws DeploymentException {
        ConnectorServices needed = new ConnectorServices(
                get(services, Naming.class),
                get(services, TransactionControl.class),
                get(services, ImportedTransactions.class),
                get(services, TransactionSynchronizationRegistry.class),
                get(services, MessageInflows.class),
                get(services, DomainLibrary.class),
                get(services, AdapterLogins.class),
                get(services, Realm.class),
                Ticker.system());
        OpenConnections.joinAtBegin(needed.transactions());
        Adapters adapters = new Adapters();
        needed.naming().add(new FactoryMaker(adapters));
        needed.naming().add(new ObjectMaker(adapters));
        return new ConnectorsContributor(needed, adapters);
    }

    private static <T> T get(ServiceLookup services, Class<T> type) throws DeploymentException {
        return services.find(type)
                .orElseThrow(() -> new DeploymentException(
                        "resource adapters need " + type.getSimpleName() + " of the server, which is not there"));
    }
}
