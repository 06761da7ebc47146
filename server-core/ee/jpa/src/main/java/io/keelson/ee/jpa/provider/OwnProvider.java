package io.keelson.ee.jpa.provider;

import io.keelson.ee.jpa.unit.UnitInfo;
import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.spi.PersistenceProvider;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A provider that an application brings. It makes its factory in one step, before the unit's classes are loaded: by the standard
 * interface there is no other way to have them woven.
 *
 * <p>Specification: Persistence 3.2, 9.2 Bootstrapping in Jakarta EE Environments.
 */
record OwnProvider(PersistenceProvider provider, ApplicationClassLoader loader, UnitEnvironment environment) {
    private static final String HIBERNATE = "org.hibernate.";
    private static final String ECLIPSELINK = "org.eclipse.persistence.";

    /**
     * Makes the factory, or leaves that to the start of the application.
     *
     * @param connectable true if the unit's data sources are there by now; providers connect when they make the factory
     */
    FactoryBuilder prepare(UnitInfo info, boolean connectable) {
        return connectable ? new Made(made(info)) : new Later(this, info);
    }

    private EntityManagerFactory made(UnitInfo info) {
        Map<String, Object> settings = new HashMap<>();
        Object validators = environment.validators().get();
        if (validators != null) {
            settings.put("jakarta.persistence.validation.factory", validators);
        }
        String name = provider.getClass().getName();
        try {
            if (name.startsWith(HIBERNATE)) {
                settings.put("hibernate.transaction.jta.platform", hibernatePlatform());
            } else if (name.startsWith(ECLIPSELINK)) {
                eclipseLink(info, settings);
            }
        } catch (ReflectiveOperationException | IOException e) {
            throw new IllegalStateException(
                    "the provider " + name + " of the application cannot be given the server's transactions: " + e, e);
        }
        EntityManagerFactory made = provider.createContainerEntityManagerFactory(info, settings);
        if (made == null) {
            throw new IllegalStateException("the provider " + name + " does not take the unit");
        }
        return made;
    }

    private Object hibernatePlatform() throws ReflectiveOperationException, IOException {
        return adopted(HibernatePlatform.class.getName())
                .getConstructor(TransactionManager.class, TransactionSynchronizationRegistry.class)
                .newInstance(environment.transactions(), environment.registry());
    }

    private void eclipseLink(UnitInfo info, Map<String, Object> settings) throws ReflectiveOperationException {
        Object beans = environment.beans().get();
        if (beans != null) {
            settings.put("jakarta.persistence.bean.manager", beans);
        }
        if (info.getJtaDataSource() == null || info.getProperties().containsKey("eclipselink.target-server")) {
            return;
        }
        EclipseLinkPlatform.define(owner(), environment.transactions());
        settings.put("eclipselink.target-server", EclipseLinkPlatform.NAME);
    }

    /** The class of ours in the application's loader, where it sees the application's provider. */
    private Class<?> adopted(String name) throws IOException, ClassNotFoundException {
        Class<?> there = loaded(owner(), name);
        if (there != null) {
            return there;
        }
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = OwnProvider.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name + " is not in the server");
            }
            return owner().adopt(in.readAllBytes());
        }
    }

    /** The loader that has the provider: an enterprise application may have it beside its modules. */
    private ApplicationClassLoader owner() {
        return provider.getClass().getClassLoader() instanceof ApplicationClassLoader own ? own : loader;
    }

    static @Nullable Class<?> loaded(ApplicationClassLoader loader, String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException notYet) {
            return null;
        }
    }

    /** A factory that is made when the names of the module are bound. Classes that were loaded before are not woven. */
    private record Later(OwnProvider provider, UnitInfo info) implements FactoryBuilder {
        @Override
        public EntityManagerFactory build(boolean standIn) {
            return provider.made(info);
        }

        @Override
        public void cancel() {
            // nothing was made
        }
    }

    /** A factory that is there already. */
    private record Made(EntityManagerFactory factory) implements FactoryBuilder {
        @Override
        public EntityManagerFactory build(boolean standIn) {
            return factory;
        }

        @Override
        public void cancel() {
            factory.close();
        }
    }
}
