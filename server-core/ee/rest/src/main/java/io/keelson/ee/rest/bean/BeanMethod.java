package io.keelson.ee.rest.bean;

import jakarta.ejb.EJBException;
import java.lang.reflect.Method;
import org.jboss.resteasy.core.MethodInjectorImpl;
import org.jboss.resteasy.core.providerfactory.ResteasyProviderFactoryImpl;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method of a session bean by its view, and unwraps what the beans' container has wrapped, unless the application has a mapper
 * for that. Immutable and thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 11.2.4 Enterprise Java Beans.
 */
final class BeanMethod extends MethodInjectorImpl {
    BeanMethod(ResourceLocator method, ResteasyProviderFactory factory, Class<?> view) {
        super(method, factory);
        Method called = method.getMethod();
        try {
            // The superclass takes the method of the first interface that has it, which may be another view.
            this.interfaceBasedMethod = view.getMethod(called.getName(), called.getParameterTypes());
        } catch (NoSuchMethodException e) {
            if (view.isInterface()) {
                throw new IllegalStateException(
                        "the resource method " + called + " cannot be called: the view " + view.getName()
                                + " of the session bean does not have it",
                        e);
            }
        }
    }

    @Override
    public @Nullable Object invoke(HttpRequest request, HttpResponse response, Object resource) {
        try {
            return super.invoke(request, response, resource);
        } catch (ApplicationException e) {
            throw unwrapped(e);
        }
    }

    private ApplicationException unwrapped(ApplicationException thrown) {
        Throwable seen = thrown.getCause();
        while (seen instanceof EJBException wrapper && wrapper.getCause() != null && !isMapped(wrapper.getClass())) {
            seen = wrapper.getCause();
        }
        return seen == null || seen == thrown.getCause() ? thrown : new ApplicationException(seen);
    }

    /** Mappers of supertypes do not count: they are there for what the application throws. */
    private boolean isMapped(Class<?> type) {
        for (Class<?> each = type; EJBException.class.isAssignableFrom(each); each = each.getSuperclass()) {
            if (((ResteasyProviderFactoryImpl) factory).getExceptionMapperForClass(each.asSubclass(Throwable.class))
                    != null) {
                return true;
            }
        }
        return false;
    }
}
