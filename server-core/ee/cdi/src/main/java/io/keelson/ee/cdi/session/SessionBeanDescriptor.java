package io.keelson.ee.cdi.session;

import io.keelson.component.spi.SessionBean;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import org.jboss.weld.ejb.spi.BusinessInterfaceDescriptor;

/** A session bean as Weld asks for it. Thread-safe. */
public final class SessionBeanDescriptor extends BeanDescriptor {
    private final SessionBean bean;

    /**
     * Makes it.
     *
     * @param id unique in the application
     */
    public SessionBeanDescriptor(String id, SessionBean bean) {
        super(id, bean.beanClass());
        this.bean = bean;
    }

    private record View<T>(Class<T> type) implements BusinessInterfaceDescriptor<T> {
        @Override
        public Class<T> getInterface() {
            return type;
        }
    }

    SessionBean bean() {
        return bean;
    }

    @Override
    public Collection<BusinessInterfaceDescriptor<?>> getLocalBusinessInterfaces() {
        return views(bean.localViews());
    }

    @Override
    public Collection<BusinessInterfaceDescriptor<?>> getRemoteBusinessInterfaces() {
        return views(bean.remoteViews());
    }

    private static Collection<BusinessInterfaceDescriptor<?>> views(List<Class<?>> types) {
        return types.stream().<BusinessInterfaceDescriptor<?>>map(View::new).toList();
    }

    @Override
    public Collection<Method> getRemoveMethods() {
        return bean.removeMethods();
    }

    @Override
    public boolean isStateless() {
        return bean.kind() == SessionBean.Kind.STATELESS;
    }

    @Override
    public boolean isSingleton() {
        return bean.kind() == SessionBean.Kind.SINGLETON;
    }

    @Override
    public boolean isStateful() {
        return bean.kind() == SessionBean.Kind.STATEFUL;
    }

    @Override
    public boolean isPassivationCapable() {
        return bean.passivates();
    }
}
