package io.keelson.ee.cdi.session;

import io.keelson.component.spi.SessionBean;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import org.jboss.weld.ejb.spi.BusinessInterfaceDescriptor;
import org.jboss.weld.ejb.spi.EjbDescriptor;
import org.jboss.weld.ejb.spi.InterceptorBindings;
import org.jspecify.annotations.Nullable;

/** A session bean as Weld asks for it, with the interceptors that Weld has bound to it. Thread-safe. */
public final class SessionBeanDescriptor implements EjbDescriptor<Object> {
    private final String id;
    private final SessionBean bean;
    private volatile @Nullable InterceptorBindings bindings;

    /**
     * Makes it.
     *
     * @param module the name of its module
     */
    public SessionBeanDescriptor(String module, SessionBean bean) {
        this.id = module + "#" + bean.name();
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

    void bindings(InterceptorBindings bound) {
        bindings = bound;
    }

    /** The interceptors that bindings choose; null: none. */
    @Nullable
    InterceptorBindings bindings() {
        return bindings;
    }

    @Override
    @SuppressWarnings("unchecked") // Weld looks at the class only
    public Class<Object> getBeanClass() {
        return (Class<Object>) bean.beanClass();
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

    /** Unique in the application, which Weld takes it for. */
    @Override
    public String getEjbName() {
        return id;
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
    public boolean isMessageDriven() {
        return false;
    }

    @Override
    public boolean isPassivationCapable() {
        return bean.passivates();
    }

    @Override
    public String toString() {
        return "session bean " + id;
    }
}
