package io.keelson.ejb.container;

import io.keelson.ejb.interceptor.Event;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanModel;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.MessageDrivenBean;
import jakarta.ejb.PostActivate;
import jakarta.ejb.PrePassivate;
import jakarta.ejb.SessionBean;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The callbacks of beans that implement {@code SessionBean} or {@code MessageDrivenBean}, and {@code ejbCreate} of every stateless and
 * message-driven bean.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3.5 The Optional SessionBean Interface, 4.6, 5.4 for message-driven beans.
 */
final class ComponentInterfaceCallbacks {
    private ComponentInterfaceCallbacks() {}

    static Map<Event, Method> of(BeanModel model) {
        Map<Event, Method> found = new EnumMap<>(Event.class);
        boolean driven =
                model.kind() == BeanKind.MESSAGE_DRIVEN && MessageDrivenBean.class.isAssignableFrom(model.beanClass());
        if (driven) {
            put(found, model, Event.PRE_DESTROY, "ejbRemove", PreDestroy.class);
        }
        boolean old = SessionBean.class.isAssignableFrom(model.beanClass());
        if (old) {
            put(found, model, Event.PRE_DESTROY, "ejbRemove", PreDestroy.class);
            put(found, model, Event.POST_ACTIVATE, "ejbActivate", PostActivate.class);
            put(found, model, Event.PRE_PASSIVATE, "ejbPassivate", PrePassivate.class);
        }
        if (model.kind() == BeanKind.STATELESS || model.kind() == BeanKind.MESSAGE_DRIVEN) {
            put(found, model, Event.POST_CONSTRUCT, "ejbCreate", PostConstruct.class);
        }
        return found;
    }

    private static void put(
            Map<Event, Method> into,
            BeanModel model,
            Event event,
            String name,
            Class<? extends Annotation> annotation) {
        try {
            Method method = model.beanClass().getMethod(name);
            boolean annotated = Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
                    .anyMatch(each -> each.isAnnotationPresent(annotation));
            if (!annotated) {
                into.put(event, method);
            }
        } catch (NoSuchMethodException e) {
            // only ejbCreate may be missing: the interfaces have the others
        }
    }
}
