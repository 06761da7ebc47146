package io.keelson.ee.cdi.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.weld.ejb.api.SessionObjectReference;
import org.jboss.weld.ejb.spi.EjbDescriptor;
import org.jboss.weld.ejb.spi.EjbServices;
import org.jboss.weld.ejb.spi.InterceptorBindings;

/** Gets session objects for Weld, and notes the interceptors that it binds. Thread-safe. */
public final class SessionObjects implements EjbServices {
    private final Map<String, SessionBeanDescriptor> byName = new ConcurrentHashMap<>();

    /** Makes it for an application without session beans. */
    public SessionObjects() {}

    /** Adds a session bean of the application. */
    public void add(SessionBeanDescriptor descriptor) {
        byName.put(descriptor.getEjbName(), descriptor);
    }

    @Override
    public SessionObjectReference resolveEjb(EjbDescriptor<?> descriptor) {
        return new ClientObject(ours(descriptor).bean());
    }

    @Override
    public void registerInterceptors(EjbDescriptor<?> descriptor, InterceptorBindings bindings) {
        ours(descriptor).bindings(bindings);
    }

    /** Weld wraps descriptors in its own. */
    private SessionBeanDescriptor ours(EjbDescriptor<?> descriptor) {
        SessionBeanDescriptor own = byName.get(descriptor.getEjbName());
        if (own == null) {
            throw new IllegalArgumentException("no session bean of this application: " + descriptor.getEjbName());
        }
        return own;
    }

    @Override
    public void cleanup() {
        // The container of enterprise beans owns them.
    }
}
