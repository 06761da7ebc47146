package io.keelson.ee.rest.bean;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.spi.InjectedValue;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.component.spi.InjectionSource;
import jakarta.ws.rs.core.Context;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import javax.naming.NamingException;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code @Context} of session beans in modules without CDI: what is injected asks the request of the calling thread at each call.
 * Thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 11.2.8 Additional Requirements.
 */
public final class ContextInjection implements InjectionSource {
    private final ClassLoader loader;

    /**
     * Makes it for a module.
     *
     * @param loader of its classes
     */
    public ContextInjection(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public Set<Class<? extends Annotation>> annotations() {
        return Set.of(Context.class);
    }

    @Override
    public Set<ResourceKind> references() {
        return Set.of();
    }

    @Override
    public InjectedValue resolve(InjectionRequest request) throws NamingException {
        if (!(request instanceof InjectionRequest.Annotated annotated)) {
            throw new NamingException(
                    request.place() + " cannot be served: no descriptor has a reference to a context");
        }
        Class<?> type = annotated.point().type();
        if (!type.isInterface()) {
            throw new NamingException(request.place() + ": a context of the class " + type.getName()
                    + " is injected in modules with CDI only; take an interface, or add an empty beans.xml");
        }
        Object proxy = Proxy.newProxyInstance(loader, new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return ofObject(self, type, method.getName(), arguments);
            }
            Object there = ResteasyContext.getContextData(type);
            if (there == null) {
                throw new IllegalStateException(type.getSimpleName() + "." + method.getName()
                        + " was called on a thread that works for no request of REST");
            }
            try {
                return method.invoke(there, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        });
        return () -> proxy;
    }

    private static Object ofObject(Object self, Class<?> type, String method, @Nullable Object[] arguments) {
        return switch (method) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> "context of " + type.getName();
        };
    }
}
