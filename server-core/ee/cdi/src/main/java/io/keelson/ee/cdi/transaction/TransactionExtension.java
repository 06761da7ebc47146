package io.keelson.ee.cdi.transaction;

import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;

/**
 * Gives an application the interceptors of {@code @Transactional} and the context of {@code @TransactionScoped}. One an
 * application; thread-safe.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.7 Transactional Annotation; Jakarta Transactions 2.0, 3.8 TransactionScoped Annotation.
 */
public class TransactionExtension implements Extension {
    private static final List<Class<?>> INTERCEPTORS = List.of(
            TransactionalInterceptors.Required.class,
            TransactionalInterceptors.RequiresNew.class,
            TransactionalInterceptors.Mandatory.class,
            TransactionalInterceptors.Supports.class,
            TransactionalInterceptors.NotSupported.class,
            TransactionalInterceptors.Never.class);

    private final TransactionManager manager;
    private final TransactionControl control;
    private final TransactionSynchronizationRegistry registry;

    /** Makes it with the server's transactions. */
    public TransactionExtension(
            TransactionManager manager, TransactionControl control, TransactionSynchronizationRegistry registry) {
        this.manager = manager;
        this.control = control;
        this.registry = registry;
    }

    TransactionManager manager() {
        return manager;
    }

    TransactionControl control() {
        return control;
    }

    void addInterceptors(@Observes BeforeBeanDiscovery event, BeanManager beans) {
        INTERCEPTORS.forEach(type -> event.addAnnotatedType(beans.createAnnotatedType(type), type.getName()));
    }

    void addContext(@Observes AfterBeanDiscovery event, BeanManager beans) {
        event.addContext(new TransactionContext(registry, beans));
    }
}
