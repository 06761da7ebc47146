package io.keelson.ee.cdi.session;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jboss.weld.manager.api.WeldManager;

/**
 * Shows extensions the injection targets of message-driven beans, with the types that extensions have made of their classes, and uses the
 * target that an extension puts in the place of one. One an application; confined to the deploying thread.
 *
 * <p>Specification: CDI 4.1, 26.5.6 ProcessInjectionTarget event.
 */
public final class MessageDrivenTypes implements Extension {
    private final List<ContainedBean> beans = new ArrayList<>();

    /** Makes it for an application without message-driven beans. */
    public MessageDrivenTypes() {}

    /** Adds a message-driven bean of the application. */
    public void add(ContainedBean bean) {
        beans.add(bean);
    }

    void show(@Observes @Priority(1) AfterBeanDiscovery event, BeanManager manager) {
        if (manager instanceof WeldManager) {
            for (ContainedBean bean : beans) {
                show(event, bean);
            }
        }
        beans.clear();
    }

    private static void show(AfterBeanDiscovery event, ContainedBean bean) {
        Class<Object> type = bean.descriptor().getBeanClass();
        WeldManager weld = bean.manager();
        Iterator<AnnotatedType<Object>> processed =
                event.getAnnotatedTypes(type).iterator();
        AnnotatedType<Object> annotated = processed.hasNext() ? processed.next() : weld.createAnnotatedType(type);
        bean.shown(weld.fireProcessInjectionTarget(annotated, ContainedBean.plain(weld, annotated)));
    }
}
