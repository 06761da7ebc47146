package io.keelson.ee.cdi.session;

import org.jboss.weld.ejb.spi.EjbDescriptor;
import org.jboss.weld.ejb.spi.InterceptorBindings;
import org.jspecify.annotations.Nullable;

/** An enterprise bean as Weld asks for it, with the interceptors that Weld has bound to it. Thread-safe. */
public abstract sealed class BeanDescriptor implements EjbDescriptor<Object>
        permits SessionBeanDescriptor, MessageDrivenDescriptor {
    private final String id;
    private final Class<?> type;
    private volatile @Nullable InterceptorBindings bindings;

    /**
     * Makes it.
     *
     * @param id unique in the application, which Weld takes it for
     * @param type the bean class
     */
    BeanDescriptor(String id, Class<?> type) {
        this.id = id;
        this.type = type;
    }

    final void bindings(InterceptorBindings bound) {
        bindings = bound;
    }

    /** The interceptors that bindings choose; null: none. */
    final @Nullable InterceptorBindings bindings() {
        return bindings;
    }

    @Override
    @SuppressWarnings("unchecked") // Weld looks at the class only
    public final Class<Object> getBeanClass() {
        return (Class<Object>) type;
    }

    @Override
    public final String getEjbName() {
        return id;
    }

    @Override
    public final boolean isMessageDriven() {
        return this instanceof MessageDrivenDescriptor;
    }

    @Override
    public final String toString() {
        return "enterprise bean " + id;
    }
}
