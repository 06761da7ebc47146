package io.keelson.ee.jpa.provider;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.unit.Unit;
import io.keelson.ee.jpa.unit.UnitDescriptor.Said;
import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.persistence.spi.PersistenceProvider;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the provider of a unit: the one that it names, else the application's own, else the server's Hibernate.
 *
 * <p>Specification: Persistence 3.2, 8.2.1.4 provider and 9.2 Bootstrapping in Jakarta EE Environments.
 */
public final class UnitProviders {
    /** Hibernate's provider, and the names that earlier versions had for it. */
    private static final Set<String> HIBERNATE = Set.of(
            HibernateFactories.PROVIDER,
            "org.hibernate.ejb.HibernatePersistence",
            "org.hibernate.jpa.HibernatePersistence");

    /** Providers that other servers ship. An application that names one without bringing it gets the server's own. */
    private static final Set<String> OF_OTHER_SERVERS = Set.of(
            "org.eclipse.persistence.jpa.PersistenceProvider",
            "org.apache.openjpa.persistence.PersistenceProviderImpl",
            "oracle.toplink.essentials.PersistenceProvider");

    private UnitProviders() {}

    /**
     * The provider's class, or null where the server's Hibernate is meant.
     *
     * @param serversOwn true if the application sees the server's Hibernate, as it brings no provider itself
     * @throws DeploymentException when there is none, with the line of the descriptor that names it
     */
    static @Nullable PersistenceProvider chosen(Unit unit, ApplicationClassLoader loader, boolean serversOwn)
            throws DeploymentException {
        Said named = unit.descriptor().provider();
        boolean hibernate = named == null || HIBERNATE.contains(named.text());
        if (serversOwn && hibernate) {
            return null;
        }
        List<PersistenceProvider> there = ServiceLoader.load(PersistenceProvider.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        if (named == null) {
            if (there.isEmpty()) {
                throw new DeploymentException(unit.descriptor().where() + ": the persistence unit '" + unit.name()
                        + "' has no provider: the application brings a library of one, but no "
                        + "META-INF/services/jakarta.persistence.spi.PersistenceProvider");
            }
            return there.get(0);
        }
        return there.stream()
                .filter(provider -> provider.getClass().getName().equals(named.text())
                        || hibernate && HIBERNATE.contains(provider.getClass().getName()))
                .findFirst()
                .orElseGet(() -> instance(named.text(), loader));
    }

    private static @Nullable PersistenceProvider instance(String name, ApplicationClassLoader loader) {
        try {
            return loader.loadClass(name)
                    .asSubclass(PersistenceProvider.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException absent) {
            return null;
        }
    }

    /**
     * Has the provider prepare a unit.
     *
     * @param serversOwn true if the application sees the server's Hibernate
     * @param connectable true if the unit's data sources are there by now
     * @throws DeploymentException when there is no provider, or it refuses the unit
     */
    public static FactoryBuilder prepare(
            Unit unit,
            PreparedInfo info,
            ApplicationClassLoader loader,
            boolean serversOwn,
            boolean connectable,
            UnitEnvironment environment)
            throws DeploymentException {
        Said named = unit.descriptor().provider();
        PersistenceProvider own = chosen(unit, loader, serversOwn);
        if (own == null && serversOwn && named != null && OF_OTHER_SERVERS.contains(named.text())) {
            ProviderLog.LOG.otherServersProvider(named.where(), named.text(), unit.name());
        } else if (own == null && !(serversOwn && (named == null || HIBERNATE.contains(named.text())))) {
            throw new DeploymentException((named == null ? unit.descriptor().where() : named.where())
                    + ": the provider '" + (named == null ? "" : named.text()) + "' of the persistence unit '"
                    + unit.name()
                    + "' is neither the server's nor in the application"
                    + NearestName.hint(named == null ? "" : named.text(), HIBERNATE));
        }
        try {
            return own == null
                    ? HibernateFactories.prepare(info.of(HibernateFactories.PROVIDER), environment)
                    : new OwnProvider(own, loader, environment)
                            .prepare(info.of(own.getClass().getName()), connectable);
        } catch (RuntimeException | LinkageError e) {
            throw UnitFailures.of(unit, e);
        }
    }
}
