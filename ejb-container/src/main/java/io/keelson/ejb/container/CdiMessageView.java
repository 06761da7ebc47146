package io.keelson.ejb.container;

import io.keelson.component.spi.MessageDrivenBean;
import io.keelson.component.spi.SessionBeanServices;

/**
 * A deployed message-driven bean as CDI sees it. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 28.5 Injection into component classes.
 *
 * @param bean message-driven
 */
public record CdiMessageView(DeployedBean bean) implements MessageDrivenBean {
    @Override
    public String name() {
        return bean.name();
    }

    @Override
    public Class<?> beanClass() {
        return bean.model().beanClass();
    }

    @Override
    public void served(SessionBeanServices services) {
        bean.served(services);
    }
}
