package io.keelson.ee.cdi.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.weld.ejb.api.SessionObjectReference;
import org.jboss.weld.ejb.spi.EjbDescriptor;
import org.jboss.weld.ejb.spi.EjbServices;
import org.jboss.weld.ejb.spi.InterceptorBindings;

/** Gets session objects for Weld, and notes the interceptors that it binds. Thread-safe. */
public final class SessionObjects implements EjbServices {
    private final Map<String, BeanDescriptor> byName = new ConcurrentHashMap<>();

    /** Makes it for an application without enterprise beans. */
    public SessionObjects() {}

    /** Adds an enterprise bean of the application. */
    public void add(BeanDescriptor descriptor) {
        byName.put(descriptor.getEjbName(), descriptor);
    }

    @Override
    public SessionObjectReference resolveEjb(EjbDescriptor<?> descriptor) {
        if (ours(descriptor) instanceof SessionBeanDescriptor session) {
            return new ClientObject(session.bean());
        }
        throw new IllegalArgumentException("a message-driven bean has no clients: " + descriptor.getEjbName());
    }

    @Override
    public void registerInterceptors(EjbDescriptor<?> descriptor, InterceptorBindings bindings) {
        ours(descriptor).bindings(bindings);
    }

    /** Weld wraps descriptors in its own. */
    private BeanDescriptor ours(EjbDescriptor<?> descriptor) {
        BeanDescriptor own = byName.get(descriptor.getEjbName());
        if (own == null) {
            throw new IllegalArgumentException("no enterprise bean of this application: " + descriptor.getEjbName());
        }
        return own;
    }

    @Override
    public void cleanup() {
        // The container of enterprise beans owns them.
    }
}
