package io.keelson.ee.cdi.messaging;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.jms.JMSContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Gives an application the bean that is injected as {@code JMSContext}. One an application; thread-safe.
 *
 * <p>Specification: Messaging 3.1, 12.4 Injection of JMSContext objects.
 */
public class MessagingExtension implements Extension {
    private final @Nullable TransactionSynchronizationRegistry registry;

    /**
     * Makes it.
     *
     * @param registry where contexts of transactions are kept; null on a server without transactions
     */
    public MessagingExtension(@Nullable TransactionSynchronizationRegistry registry) {
        this.registry = registry;
    }

    void addBeans(@Observes AfterBeanDiscovery event, BeanManager beans) {
        event.<OpenContexts>addBean()
                .beanClass(OpenContexts.class)
                .types(OpenContexts.class, Object.class)
                .scope(RequestScoped.class)
                .produceWith(instance -> new OpenContexts())
                .disposeWith((contexts, instance) -> contexts.close());
        ContextsInUse inUse = new ContextsInUse(registry, beans);
        event.<JMSContext>addBean()
                .beanClass(InjectedContext.class)
                .types(JMSContext.class, Object.class)
                .scope(Dependent.class)
                .produceWith(instance -> InjectedContext.of(
                        ContextKey.of(instance.select(InjectionPoint.class).get()), inUse));
    }
}
