package io.keelson.ee.cdi.web;

import io.keelson.component.spi.Assembly;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.component.spi.LifecycleCallbacks;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.InjectionTarget;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jboss.weld.manager.api.WeldManager;
import org.jspecify.annotations.Nullable;

/**
 * Makes the components of a module with what CDI offers them: injection into constructors, fields and methods, interceptors, and
 * dependent objects that end with the component. Resources come through {@link io.keelson.ee.cdi.service.ComponentResources}.
 * Thread-safe.
 *
 * <p>Specification: CDI 4.1, 28.5 Injection into component classes; Jakarta EE Platform 11, 5.24 Support for Dependency Injection.
 */
public final class BeanComponents implements ComponentFactory {
    private final Function<Class<?>, WeldManager> managers;
    private final LifecycleCallbacks callbacks;
    private final Map<Class<?>, InjectionTarget<?>> made = new ConcurrentHashMap<>();
    private final Map<Class<?>, InjectionTarget<?>> given = new ConcurrentHashMap<>();
    private final Map<Class<?>, InjectionTarget<?>> assembled = new ConcurrentHashMap<>();
    private final Map<Object, Component<?>> living = Collections.synchronizedMap(new IdentityHashMap<>());

    private record Component<T>(InjectionTarget<T> target, CreationalContext<T> context) {}

    /**
     * Makes the factory of a module.
     *
     * @param managers the bean manager of the archive that a class is in; asked when a component is made
     * @param callbacks of the module
     */
    public BeanComponents(Function<Class<?>, WeldManager> managers, LifecycleCallbacks callbacks) {
        this.managers = managers;
        this.callbacks = callbacks;
    }

    @Override
    @SuppressWarnings("unchecked") // by the key
    public <T> T create(Class<T> type) throws Exception {
        InjectionTarget<T> target = (InjectionTarget<T>) made.computeIfAbsent(type, this::producing);
        CreationalContext<T> context = managers.apply(type).createCreationalContext(null);
        T instance;
        try {
            instance = target.produce(context);
        } catch (RuntimeException | Error e) {
            context.release();
            throw thrown(e);
        }
        begin(instance, new Component<>(target, context));
        return instance;
    }

    @Override
    public <T> Assembly<T> assemble(Class<T> type) {
        WeldManager manager = managers.apply(type);
        CreationalContext<T> context = manager.createCreationalContext(null);
        return new InjectedAssembly<>(target(type), context);
    }

    @SuppressWarnings("unchecked") // by the key
    private <T> InjectionTarget<T> target(Class<T> type) {
        return (InjectionTarget<T>) assembled.computeIfAbsent(type, this::plain);
    }

    /** A target of which Weld calls neither interceptors nor callbacks: the container of the component does. */
    private <T> InjectionTarget<T> plain(Class<T> type) {
        WeldManager manager = managers.apply(type);
        AnnotatedType<T> annotated = manager.createAnnotatedType(type);
        return manager.createInjectionTargetBuilder(annotated)
                .setInterceptionEnabled(false)
                .setDecorationEnabled(false)
                .setTargetClassLifecycleCallbacksEnabled(false)
                .build();
    }

    private record InjectedAssembly<T>(InjectionTarget<T> target, CreationalContext<T> context) implements Assembly<T> {
        @Override
        public T construct() throws Exception {
            try {
                return target.produce(context);
            } catch (RuntimeException | Error e) {
                throw thrown(e);
            }
        }

        @Override
        public void inject(T instance) throws Exception {
            try {
                target.inject(instance, context);
            } catch (RuntimeException | Error e) {
                throw thrown(e);
            }
        }

        @Override
        public void release() {
            context.release();
        }
    }

    @Override
    @SuppressWarnings("unchecked") // by the key
    public void initialise(Object instance) throws Exception {
        Class<Object> type = (Class<Object>) instance.getClass();
        InjectionTarget<Object> target = (InjectionTarget<Object>) given.computeIfAbsent(type, this::injecting);
        begin(instance, new Component<>(target, managers.apply(type).createCreationalContext(null)));
    }

    private <T> void begin(T instance, Component<T> component) throws Exception {
        try {
            component.target().inject(instance, component.context());
            component.target().postConstruct(instance);
            callbacks.begin(instance);
        } catch (RuntimeException | Error e) {
            component.context().release();
            throw thrown(e);
        }
        living.put(instance, component);
    }

    @Override
    public void destroy(Object instance) {
        Component<?> component = living.remove(instance);
        callbacks.end(instance);
        if (component != null) {
            end(instance, component);
        }
    }

    @SuppressWarnings("unchecked") // as it was put
    private static <T> void end(Object instance, Component<T> component) {
        try {
            component.target().preDestroy((T) instance);
        } finally {
            component.context().release();
        }
    }

    private <T> InjectionTarget<T> producing(Class<T> type) {
        WeldManager manager = managers.apply(type);
        AnnotatedType<T> annotated = manager.createAnnotatedType(type);
        return manager.createInjectionTargetBuilder(annotated)
                .setTargetClassLifecycleCallbacksEnabled(false)
                .build();
    }

    private <T> InjectionTarget<T> injecting(Class<T> type) {
        WeldManager manager = managers.apply(type);
        return manager.getInjectionTargetFactory(manager.createAnnotatedType(type))
                .createNonProducibleInjectionTarget();
    }

    /** The exception of the component's own code, where that is what Weld has wrapped. */
    private static Exception thrown(Throwable e) {
        @Nullable Throwable cause = e.getCause();
        if (e instanceof org.jboss.weld.exceptions.WeldException && cause instanceof Exception own) {
            return own;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof Exception exception ? exception : new IllegalStateException(e);
    }
}
