package io.keelson.servlet.registration;

import io.keelson.component.spi.ComponentFactory;
import io.keelson.servlet.server.ContainerLog;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/**
 * Maker of an application's components: servlets, filters, listeners and whatever else its code has made. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 4.4 Configuration Methods.
 *
 * @param application the deployment's name
 * @param loader the loader of its classes
 * @param factory makes them, with what is injected
 */
public record Components(String application, ClassLoader loader, ComponentFactory factory) {
    /** Returns a class by its name; null where it cannot be loaded now. */
    public <T> @Nullable Class<? extends T> tryLoad(String className, Class<T> type) {
        try {
            return loader.loadClass(className).asSubclass(type);
        } catch (ClassNotFoundException | LinkageError | ClassCastException e) {
            ContainerLog.LOG.debugf(e, "%s cannot be loaded now", className);
            return null;
        }
    }

    /** Makes an instance that code asks for. */
    public <T> T create(Class<T> type) throws ServletException {
        try {
            return factory.create(type);
        } catch (Exception | LinkageError e) {
            throw new ServletException("an instance of " + type.getName() + " cannot be made: " + e, e);
        }
    }

    /** Ends an instance that it has made. */
    public void destroy(Object instance) {
        factory.destroy(instance);
    }
}
