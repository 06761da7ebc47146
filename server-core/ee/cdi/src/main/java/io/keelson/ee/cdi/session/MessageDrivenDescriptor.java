package io.keelson.ee.cdi.session;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import org.jboss.weld.ejb.spi.BusinessInterfaceDescriptor;

/** A message-driven bean as Weld asks for it: Weld makes no bean of it, and binds interceptors to its class. Thread-safe. */
public final class MessageDrivenDescriptor extends BeanDescriptor {
    /**
     * Makes it.
     *
     * @param id unique in the application
     * @param type the bean class
     */
    public MessageDrivenDescriptor(String id, Class<?> type) {
        super(id, type);
    }

    @Override
    public Collection<BusinessInterfaceDescriptor<?>> getLocalBusinessInterfaces() {
        return List.of();
    }

    @Override
    public Collection<BusinessInterfaceDescriptor<?>> getRemoteBusinessInterfaces() {
        return List.of();
    }

    @Override
    public Collection<Method> getRemoveMethods() {
        return List.of();
    }

    @Override
    public boolean isStateless() {
        return false;
    }

    @Override
    public boolean isSingleton() {
        return false;
    }

    @Override
    public boolean isStateful() {
        return false;
    }

    @Override
    public boolean isPassivationCapable() {
        return false;
    }
}
