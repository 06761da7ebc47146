package io.keelson.component.environment;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names below {@code java:comp} of the resources that a component gets by type alone. A room provides one with
 * {@code Naming.addDefault}; where none does, the name is not bound.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.20 Default Data Source and the sections of the other defaults; 5.10 UserTransaction
 * References; 5.12 Transaction Synchronization Registry References; 5.15 Validator and Validator Factory References; 5.19 Bean Manager
 * References.
 */
final class DefaultResources {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("javax.sql.DataSource", "DefaultDataSource"),
            Map.entry("jakarta.jms.ConnectionFactory", "DefaultJMSConnectionFactory"),
            Map.entry("jakarta.enterprise.concurrent.ManagedExecutorService", "DefaultManagedExecutorService"),
            Map.entry(
                    "jakarta.enterprise.concurrent.ManagedScheduledExecutorService",
                    "DefaultManagedScheduledExecutorService"),
            Map.entry("jakarta.enterprise.concurrent.ManagedThreadFactory", "DefaultManagedThreadFactory"),
            Map.entry("jakarta.enterprise.concurrent.ContextService", "DefaultContextService"),
            Map.entry("jakarta.transaction.UserTransaction", "UserTransaction"),
            Map.entry("jakarta.transaction.TransactionSynchronizationRegistry", "TransactionSynchronizationRegistry"),
            Map.entry("jakarta.ejb.EJBContext", "EJBContext"),
            Map.entry("jakarta.ejb.SessionContext", "EJBContext"),
            Map.entry("jakarta.ejb.MessageDrivenContext", "EJBContext"),
            Map.entry("jakarta.ejb.TimerService", "TimerService"),
            Map.entry("javax.cache.CacheManager", "CacheManager"),
            Map.entry("jakarta.validation.Validator", "Validator"),
            Map.entry("jakarta.validation.ValidatorFactory", "ValidatorFactory"),
            Map.entry("jakarta.xml.ws.WebServiceContext", "WebServiceContext"),
            Map.entry("jakarta.enterprise.inject.spi.BeanManager", "BeanManager"));

    private DefaultResources() {}

    /** Returns the whole name of the default of a type; null where the type has none. */
    static @Nullable String name(String type) {
        String name = NAMES.get(type);
        return name == null ? null : "java:comp/" + name;
    }
}
