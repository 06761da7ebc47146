package io.keelson.ee.jpa.provider;

import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatformProvider;
import org.jspecify.annotations.Nullable;

/**
 * Gives Hibernate the server's transactions where an application makes a factory itself, by {@code
 * Persistence.createEntityManagerFactory}. Hibernate finds it
 * as a service of the part. Stateless.
 *
 * <p>Specification: Persistence 3.2, 7.3 Obtaining an Entity Manager Factory.
 */
public final class ServerPlatformProvider implements JtaPlatformProvider {
    private static final String MANAGER = "jakarta.transaction.TransactionManager";
    private static final String REGISTRY = "java:comp/TransactionSynchronizationRegistry";

    /** Makes it, for Hibernate. */
    public ServerPlatformProvider() {}

    /** Returns null where the names of no server's transactions are seen; Hibernate then looks on. */
    @Override
    public @Nullable JtaPlatform getProvidedJtaPlatform() {
        try {
            InitialContext names = new InitialContext();
            return names.lookup(MANAGER) instanceof TransactionManager manager
                            && names.lookup(REGISTRY) instanceof TransactionSynchronizationRegistry registry
                    ? new HibernatePlatform(manager, registry)
                    : null;
        } catch (NamingException none) {
            return null;
        }
    }
}
