package io.keelson.ee.cdi.service;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import org.jboss.weld.bean.builtin.ee.EEResourceProducerField;
import org.jboss.weld.bean.proxy.ProxyFactory;

/**
 * Makes the proxies of resources that producer fields declare, before a bean asks for one: a session that another server wrote may
 * name them first.
 * Stateless.
 *
 * <p>Specification: CDI 4.1, 19.5 Passivation capable dependencies.
 */
public final class ResourceProxies implements Extension {
    /** Makes it for an application. */
    public ResourceProxies() {}

    void make(@Observes AfterDeploymentValidation event, BeanManager manager) {
        for (Bean<?> bean : manager.getBeans(Object.class, Any.Literal.INSTANCE)) {
            if (bean instanceof EEResourceProducerField<?, ?> field
                    && field.getType().isInterface()) {
                new ProxyFactory<>(field.getBeanManager().getContextId(), field.getType(), field.getTypes(), field)
                        .getProxyClass();
            }
        }
    }
}
