package io.keelson.pages;

import io.keelson.component.spi.ComponentFactory;
import java.lang.reflect.InvocationTargetException;
import org.apache.tomcat.InstanceManager;

/**
 * Makes tag handlers, tag library listeners and pages through the application's component factory. Thread-safe.
 *
 * <p>Specification: Pages 4.0, 7.1.11 Resource Injection.
 */
final class ComponentInstances implements InstanceManager {
    private final ComponentFactory components;
    private final ClassLoader application;

    ComponentInstances(ComponentFactory components, ClassLoader application) {
        this.components = components;
        this.application = application;
    }

    @Override
    public Object newInstance(Class<?> type) throws InvocationTargetException {
        try {
            return components.create(type);
        } catch (Exception e) {
            throw new InvocationTargetException(e, "could not make a " + type.getName());
        }
    }

    @Override
    public Object newInstance(String className) throws InvocationTargetException, ClassNotFoundException {
        return newInstance(className, application);
    }

    @Override
    public Object newInstance(String className, ClassLoader loader)
            throws InvocationTargetException, ClassNotFoundException {
        return newInstance(loader.loadClass(className));
    }

    @Override
    public void newInstance(Object instance) throws InvocationTargetException {
        try {
            components.initialise(instance);
        } catch (Exception e) {
            throw new InvocationTargetException(
                    e, "could not initialise a " + instance.getClass().getName());
        }
    }

    @Override
    public void destroyInstance(Object instance) {
        components.destroy(instance);
    }
}
