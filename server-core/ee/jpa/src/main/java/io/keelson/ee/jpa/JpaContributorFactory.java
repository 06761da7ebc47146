package io.keelson.ee.jpa;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.cache.ClusterCaches;
import io.keelson.ee.jpa.provider.UnitEnvironment;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Makes the contributor when the first application has a persistence unit. */
public final class JpaContributorFactory implements ContributorFactory {
    /** Made by {@link java.util.ServiceLoader}. */
    public JpaContributorFactory() {}

    @Override
    public String part() {
        return JpaContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) throws DeploymentException {
        return new JpaContributor(new UnitEnvironment(
                service(services, TransactionManager.class),
                service(services, TransactionSynchronizationRegistry.class),
                JpaContributorFactory::beans,
                () -> named("java:comp/ValidatorFactory"),
                new ClusterCaches(services.find(ClusterMessages.class), services.find(ClusterView.class))));
    }

    private static <T> T service(ServiceLookup services, Class<T> type) throws DeploymentException {
        return services.find(type)
                .orElseThrow(() -> new DeploymentException(
                        "persistence units need the server's transactions, and this server has no "
                                + type.getSimpleName()));
    }

    /** The application's bean manager; null without CDI. While CDI starts, its name is not bound yet. */
    private static @Nullable Object beans() {
        Object bound = named("java:comp/BeanManager");
        if (bound != null) {
            return bound;
        }
        try {
            return CDI.current().getBeanManager();
        } catch (IllegalStateException | NoClassDefFoundError none) {
            return null; // no CDI in this application, or in this server
        }
    }

    /** An object of the application's that another part binds; null where that part is not used. */
    private static @Nullable Object named(String name) {
        try {
            return new InitialContext().lookup(name);
        } catch (NamingException absent) {
            return null;
        }
    }
}
