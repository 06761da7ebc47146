package io.keelson.component.injection;

import io.keelson.component.spi.Assembly;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.component.spi.LifecycleCallbacks;
import io.keelson.component.spi.ResourceInjection;
import java.lang.reflect.Constructor;

/**
 * Makes components by their constructor without arguments, injects resources, and calls their life-cycle callbacks. Keeps nothing of what
 * it makes. Thread-safe.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection; Servlet 6.1, 15.5 Annotations and Resource Injection.
 */
public final class ReflectiveComponents implements ComponentFactory {
    private final ResourceInjection injection;
    private final LifecycleCallbacks callbacks;

    /** Makes the factory of a module. */
    public ReflectiveComponents(ResourceInjection injection, LifecycleCallbacks callbacks) {
        this.injection = injection;
        this.callbacks = callbacks;
    }

    @Override
    public <T> T create(Class<T> type) throws Exception {
        T instance = construct(type);
        initialise(instance);
        return instance;
    }

    private static <T> T construct(Class<T> type) throws Exception {
        Constructor<?> constructor = ComponentClass.of(type).constructor();
        if (constructor == null) {
            throw new NoSuchMethodException(type.getName() + " has no constructor without arguments");
        }
        return type.cast(Invocation.make(constructor));
    }

    @Override
    public <T> Assembly<T> assemble(Class<T> type) {
        return new Assembly<>() {
            @Override
            public T construct() throws Exception {
                return ReflectiveComponents.construct(type);
            }

            @Override
            public void inject(T instance) throws Exception {
                injection.inject(instance);
            }

            @Override
            public void release() {
                // Nothing is kept.
            }
        };
    }

    @Override
    public void initialise(Object instance) throws Exception {
        injection.inject(instance);
        callbacks.begin(instance);
    }

    @Override
    public void destroy(Object instance) {
        callbacks.end(instance);
    }
}
