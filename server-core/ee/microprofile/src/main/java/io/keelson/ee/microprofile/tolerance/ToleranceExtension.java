package io.keelson.ee.microprofile.tolerance;

import io.smallrye.faulttolerance.AsyncExecutorProvider;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Singleton;

/**
 * Has SmallRye run asynchronous methods on the executor of the application instead of its own threads. One an application.
 *
 * <p>Specification: MicroProfile Fault Tolerance 4.1, 4 Asynchronous.
 */
public final class ToleranceExtension implements Extension {
    private final ApplicationExecutor executor;

    /** Makes that of an application. */
    public ToleranceExtension(ApplicationExecutor executor) {
        this.executor = executor;
    }

    void add(@Observes AfterBeanDiscovery event) {
        AsyncExecutorProvider provider = () -> executor;
        event.<AsyncExecutorProvider>addBean()
                .beanClass(ToleranceExtension.class)
                .types(AsyncExecutorProvider.class, Object.class)
                .scope(Singleton.class)
                .alternative(true)
                .priority(1)
                .produceWith(instance -> provider);
    }
}
